//===- GenerateKernels.cpp - Random kernels on tiles ----------------------===//
//
// Each is a launch in the candidate, and structured operations that compute the
// same in the original. Rows of a matrix, one or several a program; integers
// where another order of terms would round differently.
//
//===----------------------------------------------------------------------===//

#include "Generate.h"
#include "llvm/ADT/StringExtras.h"

using namespace kopt::fuzz;
using llvm::StringRef;
using llvm::Twine;

namespace {

/// One kernel: `rows` rows of `columns` elements, `tile` rows a program.
struct Rows {
  Program &p;
  int64_t rows, columns, tile;
  std::string name, e, id;
  char r, c;
  Tensor x;

  Rows(Program &p, StringRef element)
      : p(p), rows(p.choices.of({2, 1, 3, 5})),
        columns(p.choices.of({8, 1, 2, 16, 32, 40, 64, 96, 100, 128})),
        tile(p.choices.of({1, 2, 4})), name(p.name().substr(1)), e(element),
        id(name), r(p.newExtent(rows)), c(p.newExtent(columns)),
        x(p.argument(std::string{r, c}, element)) {}

  static std::string shaped(StringRef kind, std::vector<int64_t> shape,
                            StringRef element) {
    std::string text = kind.str() + "<";
    for (int64_t extent : shape)
      text += std::to_string(extent) + "x";
    return text + element.str() + ">";
  }
  std::string tileType(StringRef element) const {
    return shaped("tensor", {tile, columns}, element);
  }
  /// The kernel of these lines between its loads and its end.
  void kernel(std::vector<std::pair<std::string, std::string>> memrefs,
              const Twine &body) {
    std::string parameters;
    for (auto &[value, type] : memrefs)
      parameters += (parameters.empty() ? "" : ", ") + value + ": " + type +
                    (value == "%o" ? " {kopt.out}" : "");
    p.kernel("kopt.kernel @" + name + "(" + parameters +
             ") attributes {grid = affine_map<() -> (" +
             Twine((rows + tile - 1) / tile) +
             ")>, schedule = #kopt.launch<warps = " +
             Twine(p.choices.of({1, 2, 4, 8})) + ">} {");
    p.kernel("%c0 = arith.constant 0 : index");
    p.kernel("%p = kopt.program_id 0");
    p.kernel("%at = affine.apply affine_map<(d0) -> (d0 * " + Twine(tile) +
             ")>(%p)");
    p.kernel("%x = kopt.load %a[%at, %c0] : " +
             shaped("memref", {rows, columns}, e) + " -> " + tileType(e));
    p.kernel(body);
    p.kernel("kopt.return");
    p.kernel("}");
  }
  std::string matrix(StringRef element) const {
    return shaped("memref", {rows, columns}, element);
  }
  /// The launch with inputs and one output for each of `outputs`, which become
  /// results of the program.
  void launch(const std::vector<Tensor> &inputs,
              const std::vector<Tensor> &outputs) {
    std::vector<std::string> ins, inTypes, outs, types;
    for (const Tensor &t : inputs) {
      ins.push_back(t.name);
      inTypes.push_back(p.type(t));
    }
    for (const Tensor &t : outputs) {
      std::string empty = t.name + "_e";
      p.candidate(empty + " = tensor.empty() : " + p.type(t));
      outs.push_back(empty);
      types.push_back(p.type(t));
    }
    std::string all = llvm::join(types, ", ");
    // Each result has a name of its own, as in the original.
    p.candidate("%" + id + "_l:" + Twine(outputs.size()) +
                " = kopt.launch @kernels::@" + name + " ins(" +
                llvm::join(ins, ", ") + " : " + llvm::join(inTypes, ", ") +
                ") outs(" + llvm::join(outs, ", ") + " : " + all + ") -> " +
                all);
    for (auto [i, t] : llvm::enumerate(outputs)) {
      p.candidate(t.name + " = tensor.cast %" + id + "_l#" + Twine(i) + " : " +
                  p.type(t) + " to " + p.type(t));
      p.result(t);
    }
  }
  /// In the original: a generic of letters `over` (each a dimension), one
  /// operand, reduced where the result lacks a letter.
  void generic(const Tensor &out, StringRef over,
               const std::vector<std::pair<Tensor, std::string>> &in,
               StringRef outDims, StringRef initial, const Twine &body,
               StringRef yield) {
    auto map = [&](StringRef dims) {
      std::vector<std::string> a, b;
      for (char d : over)
        a.push_back(std::string("d") + d);
      for (char d : dims)
        b.push_back(std::string("d") + d);
      return "affine_map<(" + llvm::join(a, ", ") + ") -> (" +
             llvm::join(b, ", ") + ")>";
    };
    std::vector<std::string> maps, names, types, scalars, kinds;
    for (auto [i, operand] : llvm::enumerate(in)) {
      maps.push_back(map(operand.second));
      names.push_back(operand.first.name);
      types.push_back(p.type(operand.first));
      scalars.push_back("%i" + std::to_string(i) + ": " +
                        operand.first.element);
    }
    maps.push_back(map(outDims));
    scalars.push_back("%o: " + out.element);
    for (char d : over)
      kinds.push_back(outDims.contains(d) ? "\"parallel\"" : "\"reduction\"");
    std::string type = p.type(out), z = out.name + "_z";
    p.original(z + "c = arith.constant " + initial + " : " + out.element);
    p.original(z + "e = tensor.empty() : " + type);
    p.original(z + " = linalg.fill ins(" + z + "c : " + out.element +
               ") outs(" + z + "e : " + type + ") -> " + type);
    p.original(out.name + " = linalg.generic {indexing_maps = [" +
               llvm::join(maps, ", ") + "], iterator_types = [" +
               llvm::join(kinds, ", ") + "]} ins(" + llvm::join(names, ", ") +
               " : " + llvm::join(types, ", ") + ") outs(" + z + " : " + type +
               ") {\n^bb0(" + llvm::join(scalars, ", ") + "):\n" + body +
               "linalg.yield " + yield + " : " + out.element + "\n} -> " +
               type);
  }
};

} // namespace

static const char *integers(Program &p) {
  return p.choices.of({"i32", "i64", "i16", "i8"});
}

/// Sums of rows, a wave of a number of each row's elements, and their maxima.
static void addRowReduction(Program &p) {
  bool isReal = p.choices.chance(50);
  Rows k(p, isReal ? p.choices.of({"f32", "f64"}) : integers(p));
  std::string e = k.e,
              verb = isReal ? "addf" : p.choices.of({"addi", "xori", "ori"});
  // What a sum of zeros of one sign starts from, too.
  std::string zero = isReal ? "-0.0" : "0";
  std::string low = Rows::shaped("tensor", {k.tile}, e);
  std::string out = Rows::shaped("memref", {k.rows}, e);
  bool lanes = p.choices.chance(50);
  k.kernel({{"%a", k.matrix(e)}, {"%o", out}},
           "%s = kopt.reduce (%x) axis 1 identity [" + Twine(zero) + " : " + e +
               "]" + (lanes ? " {across = #kopt.across<lanes>}" : "") + " : (" +
               k.tileType(e) + ") -> " + low + " {\n^bb0(%u: " + e +
               ", %v: " + e + "):\n%w = arith." + verb + " %u, %v : " + e +
               "\nkopt.yield %w : " + e +
               "\n}\nkopt.store %s, %o[%at] : " + low + ", " + out);
  Tensor sum{p.name(), {k.r}, e};
  k.generic(sum, "rc", {{k.x, "rc"}}, "r", zero,
            "%s = arith." + Twine(verb) + " %o, %i0 : " + e + "\n", "%s");
  k.launch({k.x}, {sum});
}

static void addTranspose(Program &p) {
  Rows k(p, p.choices.of(elementTypes()));
  std::string flipped = Rows::shaped("tensor", {k.columns, k.tile}, k.e);
  std::string out = Rows::shaped("memref", {k.columns, k.rows}, k.e);
  k.kernel({{"%a", k.matrix(k.e)}, {"%o", out}},
           "%t = kopt.transpose %x perm [1, 0] : " + Twine(k.tileType(k.e)) +
               " -> " + flipped + "\nkopt.store %t, %o[%c0, %at] : " + flipped +
               ", " + out);
  Tensor y{p.name(), {k.c, k.r}, k.e};
  k.generic(y, "cr", {{k.x, "rc"}}, "cr", isFloat(k.e) ? "0.0" : "0", "",
            "%i0");
  k.launch({k.x}, {y});
}

static void addScan(Program &p) {
  Rows k(p, integers(p));
  bool exclusive = p.choices.chance(50), reverse = p.choices.chance(50);
  std::string low = Rows::shaped("tensor", {k.tile}, k.e);
  k.kernel({{"%a", k.matrix(k.e)}, {"%o", k.matrix(k.e)}},
           "%s, %n = kopt.scan (%x) axis 1 identity [0 : " + Twine(k.e) + "]" +
               (exclusive ? " exclusive" : "") + (reverse ? " reverse" : "") +
               " : (" + k.tileType(k.e) + ") -> (" + k.tileType(k.e) + ", " +
               low + ") {\n^bb0(%u: " + k.e + ", %v: " + k.e +
               "):\n%w = arith.addi %u, %v : " + k.e + "\nkopt.yield %w : " +
               k.e + "\n}\nkopt.store %s, %o[%at, %c0] : " + k.tileType(k.e) +
               ", " + k.matrix(k.e));
  Tensor y{p.name(), {k.r, k.c}, k.e};
  // Element j is a term of sum i if it comes before it.
  std::string compare =
      std::string(reverse ? "ug" : "ul") + (exclusive ? "t" : "e");
  k.generic(y, "rij", {{k.x, "rj"}}, "ri", "0",
            "%i = linalg.index 1 : index\n%j = linalg.index 2 : index\n"
            "%b = arith.cmpi " +
                Twine(compare) + ", %j, %i : index\n%z = arith.constant 0 : " +
                k.e + "\n%t = arith.select %b, %i0, %z : " + k.e +
                "\n%s = arith.addi %o, %t : " + k.e + "\n",
            "%s");
  k.launch({k.x}, {y});
}

/// A sort, or the first few of one.
static void addOrder(Program &p) {
  Rows k(p, integers(p));
  bool falls = p.choices.chance(50);
  int64_t first = p.choices.chance(50)
                      ? 1 + p.choices.below(uint32_t(k.columns))
                      : k.columns;
  bool isTop = first < k.columns;
  char f = isTop ? p.newExtent(first) : k.c;
  std::string wide = k.tileType(k.e),
              out = Rows::shaped("tensor", {k.tile, first}, k.e);
  std::string memory = Rows::shaped("memref", {k.rows, first}, k.e);
  std::string before = falls ? "sgt" : "slt";
  k.kernel({{"%a", k.matrix(k.e)}, {"%o", memory}},
           "%s = kopt." + Twine(isTop ? "top_k" : "sort") + " (%x) axis 1" +
               (isTop ? " k " + std::to_string(first) : "") + " : (" + wide +
               ") -> " + out + " {\n^bb0(%u: " + k.e + ", %v: " + k.e +
               "):\n%w = arith.cmpi " + before + ", %u, %v : " + k.e +
               "\nkopt.yield %w : i1\n}\nkopt.store %s, %o[%at, %c0] : " + out +
               ", " + memory);
  // How many come before element i, then what has so many before it.
  Tensor rank{p.name(), {k.r, k.c}, "i32"}, y{p.name(), {k.r, f}, k.e};
  k.generic(
      rank, "rij", {{k.x, "ri"}, {k.x, "rj"}}, "ri", "0",
      "%i = linalg.index 1 : index\n%j = linalg.index 2 : index\n"
      "%l = arith.cmpi ult, %j, %i : index\n%b = arith.cmpi " +
          Twine(before) + ", %i1, %i0 : " + k.e +
          "\n%q = arith.cmpi eq, %i1, %i0 : " + k.e +
          "\n%t = arith.andi %q, %l : i1\n%a = arith.ori %b, %t : i1\n"
          "%n = arith.extui %a : i1 to i32\n%s = arith.addi %o, %n : i32\n",
      "%s");
  p.original("%" + k.id + "_f = tensor.empty() : tensor<" + Twine(first) +
             "xi32>");
  Tensor shape{"%" + k.id + "_f", {f}, "i32"};
  k.generic(
      y, "rij", {{k.x, "rj"}, {rank, "rj"}, {shape, "i"}}, "ri", "0",
      "%i = linalg.index 1 : index\n%c = arith.index_cast %i : index to i32\n"
      "%b = arith.cmpi eq, %c, %i1 : i32\n%z = arith.constant 0 : " +
          Twine(k.e) + "\n%t = arith.select %b, %i0, %z : " + k.e +
          "\n%s = arith.addi %o, %t : " + k.e + "\n",
      "%s");
  k.launch({k.x}, {y});
}

/// Rows of a table by number.
static void addGather(Program &p) {
  std::string number = p.choices.of({"i32", "i64"});
  Rows k(p, p.choices.of({"f32", "f16", "bf16", "i32", "f64"}));
  int64_t count = p.choices.of({4, 1, 7, 32});
  char n = p.newExtent(count);
  k.tile = k.rows; // one program has all
  Tensor at = p.argument(std::string{n}, number);
  std::string memory = Rows::shaped("memref", {count, k.columns}, k.e);
  std::string numbers = Rows::shaped("tensor", {count}, number);
  std::string tile = Rows::shaped("tensor", {count, k.columns}, k.e);
  k.kernel(
      {{"%a", k.matrix(k.e)},
       {"%n", Rows::shaped("memref", {count}, number)},
       {"%o", memory}},
      "%i = kopt.load %n[%c0] : " +
          Twine(Rows::shaped("memref", {count}, number)) + " -> " + numbers +
          "\n%t = kopt.load %a[%c0] indices(%i dims "
          "[array<i64: 0>] : " +
          numbers + ") map affine_map<(d0, d1)[s0, s1] -> (s1, d1 + s0)> : " +
          k.matrix(k.e) + " -> " + tile +
          "\nkopt.store %t, %o[%c0, %c0] : " + tile + ", " + memory);
  Tensor y{p.name(), {n, k.c}, k.e};
  k.generic(y, "nc", {{at, "n"}}, "nc", isFloat(k.e) ? "0.0" : "0",
            "%q = linalg.index 1 : index\n%t = arith.index_cast %i0 : " +
                Twine(number) + " to index\n%g = tensor.extract " + k.x.name +
                "[%t, %q] : " + p.type(k.x) + "\n",
            "%g");
  k.launch({k.x, at}, {y});
}

static void addHistogram(Program &p) {
  Rows k(p, "i32");
  int64_t bins = p.choices.of({4, 1, 16, 37});
  char b = p.newExtent(bins);
  k.tile = k.rows; // one program has all
  std::string out = Rows::shaped("memref", {bins}, "i32");
  std::string counts = Rows::shaped("tensor", {bins}, "i32");
  k.kernel({{"%a", k.matrix("i32")}, {"%o", out}},
           "%m = arith.constant dense<31> : " + Twine(k.tileType("i32")) +
               "\n%y = arith.andi %x, %m : " + k.tileType("i32") +
               "\n%h = kopt.histogram %y : " + k.tileType("i32") + " -> " +
               counts + "\nkopt.store %h, %o[%c0] : " + counts + ", " + out);
  p.original("%" + k.id + "_b = tensor.empty() : " + counts);
  Tensor y{p.name(), {b}, "i32"}, shape{"%" + k.id + "_b", {b}, "i32"};
  k.generic(
      y, "brc", {{k.x, "rc"}, {shape, "b"}}, "b", "0",
      "%m = arith.constant 31 : i32\n%y = arith.andi %i0, %m : i32\n"
      "%i = linalg.index 0 : index\n%c = arith.index_cast %i : index to i32\n"
      "%q = arith.cmpi eq, %c, %y : i32\n%n = arith.extui %q : i1 to i32\n"
      "%s = arith.addi %o, %n : i32\n",
      "%s");
  k.launch({k.x}, {y});
}

/// The coordinates of a tile, and a row spread over it.
static void addIota(Program &p) {
  Rows k(p, integers(p));
  std::string t = k.tileType(k.e),
              row = Rows::shaped("tensor", {k.columns}, k.e);
  Tensor w = p.argument(std::string{k.c}, k.e);
  std::string vector = Rows::shaped("memref", {k.columns}, k.e);
  bool isPlaced = p.choices.chance(30);
  k.kernel({{"%a", k.matrix(k.e)}, {"%w", vector}, {"%o", k.matrix(k.e)}},
           "%r = kopt.load %w[%c0] : " + Twine(vector) + " -> " + row + "\n%b" +
               (isPlaced ? "1" : "") +
               " = kopt.broadcast %r dims [1] : " + row + " -> " + t +
               (isPlaced ? "\n%b = kopt.place %b1 in <> : " + t : "") +
               "\n%i = kopt.iota 1 : " + t + "\n%y = arith.muli %x, %i : " + t +
               "\n%s = arith.addi %y, %b : " + t +
               "\nkopt.store %s, %o[%at, %c0] : " + t + ", " + k.matrix(k.e));
  Tensor y{p.name(), {k.r, k.c}, k.e};
  k.generic(
      y, "rc", {{k.x, "rc"}, {w, "c"}}, "rc", "0",
      "%i = linalg.index 1 : index\n%n = arith.index_cast %i : index to " +
          Twine(k.e) + "\n%y = arith.muli %i0, %n : " + k.e +
          "\n%s = arith.addi %y, %i1 : " + k.e + "\n",
      "%s");
  k.launch({k.x, w}, {y});
}

void kopt::fuzz::addKernel(Program &p) {
  using Add = void (*)(Program &);
  const std::vector<Add> adds = {addRowReduction, addTranspose, addScan,
                                 addOrder,        addGather,    addHistogram,
                                 addIota};
  p.choices.of(adds)(p);
}
