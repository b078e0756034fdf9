//===- GenerateOps.cpp - Random structured operations ---------------------===//

#include "Generate.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <functional>

using namespace kopt::fuzz;
using llvm::StringRef;
using llvm::Twine;

/// "(r, c) -> (c)".
static std::string mapOf(StringRef over, StringRef dims) {
  auto list = [](StringRef letters) {
    std::vector<std::string> names;
    for (char d : letters)
      names.push_back(std::string("d") + d);
    return llvm::join(names, ", ");
  };
  return "affine_map<(" + list(over) + ") -> (" + list(dims) + ")>";
}

using Body = std::function<std::vector<std::string>(
    const std::vector<std::string> &in, const std::vector<std::string> &out)>;

/// A linalg.generic over the letters `over`; letters that no result has are
/// reduced.
static std::vector<Tensor> generic(Program &p, const std::vector<Tensor> &in,
                                   StringRef over,
                                   const std::vector<Tensor> &inits,
                                   const Body &body) {
  std::vector<std::string> maps, kinds, inNames, inTypes, outNames, outTypes;
  std::vector<std::string> scalars, insideIn, insideOut, elements;
  std::string id = p.name().substr(1);
  for (const Tensor &t : in) {
    maps.push_back(mapOf(over, t.dims));
    inNames.push_back(t.name);
    inTypes.push_back(p.type(t));
    insideIn.push_back("%in" + std::to_string(insideIn.size()) + id);
    scalars.push_back(insideIn.back() + ": " + t.element);
  }
  for (const Tensor &t : inits) {
    maps.push_back(mapOf(over, t.dims));
    outNames.push_back(t.name);
    outTypes.push_back(p.type(t));
    insideOut.push_back("%out" + std::to_string(insideOut.size()) + id);
    scalars.push_back(insideOut.back() + ": " + t.element);
    elements.push_back(t.element);
  }
  for (char d : over)
    kinds.push_back(StringRef(inits.front().dims).contains(d)
                        ? "\"parallel\""
                        : "\"reduction\"");
  std::string types = llvm::join(outTypes, ", ");
  std::string value = p.name();
  p.line(value + (inits.size() > 1 ? ":" + std::to_string(inits.size()) : "") +
         " = linalg.generic {indexing_maps = [" + llvm::join(maps, ", ") +
         "], iterator_types = [" + llvm::join(kinds, ", ") + "]}" +
         (in.empty() ? ""
                     : " ins(" + llvm::join(inNames, ", ") + " : " +
                           llvm::join(inTypes, ", ") + ")") +
         " outs(" + llvm::join(outNames, ", ") + " : " + types + ") {");
  p.line("^bb0(" + llvm::join(scalars, ", ") + "):");
  std::vector<std::string> yields = body(insideIn, insideOut);
  p.line("linalg.yield " + llvm::join(yields, ", ") + " : " +
         llvm::join(elements, ", "));
  p.line("} -> " + (inits.size() > 1 ? "(" + types + ")" : types));
  std::vector<Tensor> results;
  for (auto [i, t] : llvm::enumerate(inits))
    results.push_back(
        {inits.size() > 1 ? value + "#" + std::to_string(i) : value, t.dims,
         t.element});
  return results;
}

/// Part of the letters, in order; perhaps in another order.
static std::string someOf(Program &p, StringRef dims, bool mayPermute) {
  std::string some;
  for (char d : dims)
    if (!p.choices.chance(35))
      some += d;
  if (mayPermute && some.size() > 1 && p.choices.chance(15))
    std::swap(some[0], some[1]);
  return some;
}

void kopt::fuzz::addElementwise(Program &p) {
  Tensor first = p.any(1);
  std::vector<Tensor> in = {first};
  for (uint32_t more = p.choices.below(3); more > 0; --more)
    in.push_back(p.operand(p.choices.chance(50) ? first.dims
                                                : someOf(p, first.dims, true),
                           p.choices.chance(70) ? first.element : ""));
  std::string element =
      p.choices.chance(70) ? first.element : p.choices.of(elementTypes());
  // Arithmetic in the narrow type itself is legal, and rarer than in f32.
  std::string inside = p.choices.chance(20) && bitsOf(first.element) > 8
                           ? first.element
                           : wideType(first.element);
  Tensor init = p.empty(first.dims, element);
  p.result(generic(p, in, first.dims, {init}, [&](auto &ins, auto &) {
             std::vector<std::string> scalars;
             for (auto [x, t] : llvm::zip(ins, in))
               scalars.push_back(convert(p, x, t.element, inside));
             if (first.dims.size() > 1 && !isFloat(inside) && inside != "i1" &&
                 p.choices.chance(15)) {
               std::string at = p.name(), number = p.name();
               p.line(at + " = linalg.index 1 : index");
               p.line(number + " = arith.index_cast " + at + " : index to " +
                      inside);
               scalars.push_back(number);
             }
             return std::vector<std::string>{
                 convert(p, expression(p, scalars, inside), inside, element)};
           }).front());
}

/// The neutral element of a combiner.
static std::string neutral(StringRef verb, StringRef element) {
  unsigned bits = bitsOf(element);
  auto hex = [&](uint64_t value) { return "0x" + llvm::utohexstr(value); };
  if (verb == "maximumf" || verb == "minimumf" || verb == "maxnumf" ||
      verb == "minnumf") {
    bool isMax = verb.starts_with("max");
    if (element == "f64")
      return hex(isMax ? 0xfff0000000000000 : 0x7ff0000000000000);
    if (element == "f32")
      return hex(isMax ? 0xff800000 : 0x7f800000);
    if (element == "bf16")
      return hex(isMax ? 0xff80 : 0x7f80);
    return hex(isMax ? 0xfc00 : 0x7c00);
  }
  int64_t least = bits == 1 ? -1 : int64_t(uint64_t(1) << (bits - 1));
  int64_t lowest = bits == 64 ? least : -(least < 0 ? 1 : least);
  int64_t highest = bits == 1 ? 0 : bits == 64 ? INT64_MAX : least - 1;
  if (verb == "maxsi")
    return std::to_string(lowest);
  if (verb == "minsi")
    return std::to_string(highest);
  if (verb == "andi" || verb == "minui")
    return "-1";
  return "0";
}

static std::string combiner(Program &p, StringRef element) {
  if (isFloat(element))
    return p.choices.of(
        {"addf", "addf", "addf", "maximumf", "minimumf", "maxnumf", "minnumf"});
  return p.choices.of({"addi", "addi", "maxsi", "minsi", "maxui", "minui",
                       "andi", "ori", "xori"});
}

void kopt::fuzz::addReduction(Program &p) {
  Tensor x = p.any(1);
  std::vector<Tensor> in = {x};
  if (p.choices.chance(25))
    in.push_back(p.operand(someOf(p, x.dims, false), x.element));
  // What is left out is reduced; one dimension at least.
  std::string dims = x.dims;
  dims.erase(dims.size() - 1 - p.choices.below(uint32_t(dims.size())), 1);
  if (p.choices.chance(25))
    dims = someOf(p, dims, false);
  std::string wide = wideType(x.element);
  if (bitsOf(x.element) < 32 && !isFloat(x.element) && p.choices.chance(40))
    wide = "i32";
  bool inNarrow = wide != x.element && isFloat(x.element) &&
                  bitsOf(x.element) == 16 && p.choices.chance(15);
  if (inNarrow)
    wide = x.element;
  std::string verb = combiner(p, wide);
  Tensor init = p.filled(dims, wide, neutral(verb, wide));
  Tensor sum =
      generic(p, in, x.dims, {init}, [&](auto &ins, auto &outs) {
        std::vector<std::string> scalars;
        for (auto [v, t] : llvm::zip(ins, in))
          scalars.push_back(convert(p, v, t.element, wide));
        std::string term = scalars.front();
        if (scalars.size() > 1)
          term = expression(p, scalars, wide);
        std::string result = p.name();
        bool isLeft = !p.choices.chance(30);
        p.line(result + " = arith." + verb + " " + (isLeft ? outs[0] : term) +
               ", " + (isLeft ? term : outs[0]) + " : " + wide);
        return std::vector<std::string>{result};
      }).front();
  p.result(sum);
}

/// The place of the greatest or least element, and the element.
void kopt::fuzz::addArgReduction(Program &p) {
  Tensor x = p.operand(p.choices.of({"rc", "mc", "rmc"}),
                       p.choices.of({"f32", "i32", "f16", "f64"}));
  std::string e = x.element, dims = x.dims.substr(0, x.dims.size() - 1);
  bool isFirst = p.choices.chance(70);
  Tensor best = p.filled(dims, e, isFloat(e) ? "-60000.0" : "-2147483648");
  Tensor place = p.filled(dims, "i32", "0");
  std::vector<Tensor> both =
      generic(p, {x}, x.dims, {best, place}, [&](auto &ins, auto &outs) {
        std::string at = p.name(), number = p.name(), more = p.name(),
                    value = p.name(), where = p.name();
        p.line(at + " = linalg.index " + Twine(dims.size()) + " : index");
        p.line(number + " = arith.index_cast " + at + " : index to i32");
        p.line(more + " = arith." + (isFloat(e) ? "cmpf o" : "cmpi s") +
               (isFirst ? "gt, " : "ge, ") + ins[0] + ", " + outs[0] + " : " +
               e);
        p.line(value + " = arith.select " + more + ", " + ins[0] + ", " +
               outs[0] + " : " + e);
        p.line(where + " = arith.select " + more + ", " + number + ", " +
               outs[1] + " : i32");
        return std::vector<std::string>{value, where};
      });
  p.result(both[0]);
  p.result(both[1]);
}

void kopt::fuzz::addNamed(Program &p) {
  Tensor x = p.operand(p.choices.of({"rc", "c", "rmc"}),
                       p.choices.of({"f32", "f64", "f16", "bf16", "i32"}));
  std::string e = x.element, name;
  bool isUnary = isFloat(e) && p.choices.chance(50);
  if (isUnary)
    name = p.choices.of({"negf", "abs", "ceil", "floor", "round", "tanh", "exp",
                         "square", "erf"});
  else
    name = p.choices.of({"add", "sub", "mul", "max", "min"});
  Tensor into = p.empty(x.dims, e), y{p.name(), x.dims, e};
  std::string ins = x.name, types = p.type(x);
  if (!isUnary) {
    Tensor other = p.operand(x.dims, e);
    ins += ", " + other.name;
    types += ", " + p.type(other);
  }
  // Names above were drawn before the operand, which may add lines.
  p.line(y.name + " = linalg." + name + " ins(" + ins + " : " + types +
         ") outs(" + into.name + " : " + p.type(into) + ") -> " + p.type(into));
  p.result(y);
}

void kopt::fuzz::addProduct(Program &p) {
  auto [e, wide] =
      p.choices.of<std::pair<const char *, const char *>>({{"f32", "f32"},
                                                           {"f16", "f32"},
                                                           {"bf16", "f32"},
                                                           {"f64", "f64"},
                                                           {"i8", "i32"},
                                                           {"i32", "i32"},
                                                           {"f16", "f16"}});
  auto [left, right, out, name] = p.choices.of<std::array<const char *, 4>>(
      {{"rk", "kc", "rc", "matmul"},
       {"rc", "c", "r", "matvec"},
       {"k", "kc", "c", "vecmat"},
       {"c", "c", "", "dot"},
       {"rmk", "rkc", "rmc", "batch_matmul"},
       {"rk", "ck", "rc", ""},
       {"kr", "kc", "rc", ""}});
  // A product of much work would be most of a run's time.
  Tensor a = p.operand(left, e), b = p.operand(right, e);
  Tensor init = p.filled(out, wide, "0");
  if (*name && StringRef(e) == wide) {
    Tensor y{p.name(), out, wide};
    p.line(y.name + " = linalg." + name + " ins(" + a.name + ", " + b.name +
           " : " + p.type(a) + ", " + p.type(b) + ") outs(" + init.name +
           " : " + p.type(init) + ") -> " + p.type(init));
    p.result(y);
    return;
  }
  std::string over = out;
  for (StringRef side : {left, right})
    for (char d : side)
      if (!StringRef(over).contains(d))
        over += d;
  p.result(generic(p, {a, b}, over, {init}, [&](auto &ins, auto &outs) {
             bool isReal = isFloat(wide);
             std::string x = convert(p, ins[0], e, wide),
                         y = convert(p, ins[1], e, wide), m = p.name(),
                         s = p.name();
             p.line(m + " = arith.mul" + (isReal ? "f " : "i ") + x + ", " + y +
                    " : " + wide);
             p.line(s + " = arith.add" + (isReal ? "f " : "i ") + outs[0] +
                    ", " + m + " : " + wide);
             return std::vector<std::string>{s};
           }).front());
}

/// Windows: a convolution or pooling along c, of static extents.
void kopt::fuzz::addWindow(Program &p) {
  std::string e = p.choices.of({"f32", "f16", "i32"}), wide = wideType(e);
  int64_t taps = p.choices.of({2, 1, 3, 5}), stride = p.choices.of({1, 2});
  int64_t outputs = p.choices.of({4, 1, 9, 31, 32, 100});
  char source = p.newExtent((outputs - 1) * stride + taps);
  char target = p.newExtent(outputs), window = p.newExtent(taps);
  std::string rows = p.isDynamic('r') ? "" : "r";
  Tensor x = p.argument(rows + source, e),
         w = p.argument(std::string(1, window), e);
  bool isPool = p.choices.chance(40);
  std::string verb = isPool ? combiner(p, wide) : isFloat(e) ? "addf" : "addi";
  Tensor init = p.filled(rows + target, wide, neutral(verb, wide));
  std::string value = p.name(), id = value.substr(1),
              over = rows + target + window;
  std::string head = rows.empty() ? "(" : "(dr, ",
              first = rows.empty() ? "" : "dr, ";
  std::string types = p.type(init);
  p.line(value + " = linalg.generic {indexing_maps = [affine_map<" + head +
         "o, t) -> (" + first + "o * " + Twine(stride) + " + t)>, affine_map<" +
         head + "o, t) -> (t)>, affine_map<" + head + "o, t) -> (" + first +
         "o)>], iterator_types = [" + (rows.empty() ? "" : "\"parallel\", ") +
         "\"parallel\", \"reduction\"]} ins(" + x.name + ", " + w.name + " : " +
         p.type(x) + ", " + p.type(w) + ") outs(" + init.name + " : " + types +
         ") {");
  p.line("^bb0(%x" + id + ": " + e + ", %w" + id + ": " + e + ", %o" + id +
         ": " + wide + "):");
  std::string term = convert(p, "%x" + id, e, wide);
  if (!isPool) {
    std::string weight = convert(p, "%w" + id, e, wide), product = p.name();
    p.line(product + " = arith.mul" + (isFloat(wide) ? "f " : "i ") + term +
           ", " + weight + " : " + wide);
    term = product;
  }
  std::string sum = p.name();
  p.line(sum + " = arith." + verb + " %o" + id + ", " + term + " : " + wide);
  p.line("linalg.yield " + sum + " : " + wide);
  p.line("} -> " + types);
  p.result({value, rows + target, wide});
}

void kopt::fuzz::addSoftmax(Program &p) {
  Tensor x = p.operand(p.choices.of({"rc", "mc", "rmc"}),
                       p.choices.of({"f32", "f16", "bf16", "f64"}));
  uint32_t dim =
      uint32_t(x.dims.size()) - 1 -
      (p.choices.chance(25) ? p.choices.below(uint32_t(x.dims.size())) : 0);
  Tensor into = p.empty(x.dims, x.element), y{p.name(), x.dims, x.element};
  p.line(y.name + " = linalg.softmax dimension(" + Twine(dim) + ") ins(" +
         x.name + " : " + p.type(x) + ") outs(" + into.name + " : " +
         p.type(into) + ") -> " + p.type(into));
  p.result(y);
}

/// RMS norm, or mean and variance with a centred second pass.
void kopt::fuzz::addNorm(Program &p) {
  Tensor x = p.operand(p.choices.of({"rc", "mc", "rmc"}),
                       p.choices.of({"f32", "f16", "bf16", "f64"}));
  std::string e = x.element, wide = wideType(e);
  std::string dims = x.dims.substr(0, x.dims.size() - 1);
  std::string number = std::to_string(p.extent(x.dims.back()));
  auto line = [&](const Twine &text) {
    std::string value = p.name();
    p.line(value + " = " + text + " : " + wide);
    return value;
  };
  bool centres = p.choices.chance(50), scales = p.choices.chance(60);
  auto sum = [&](const std::vector<Tensor> &in, bool squares) {
    Tensor zero = p.filled(dims, wide, "0");
    return generic(p, in, x.dims, {zero},
                   [&](auto &ins, auto &outs) {
                     std::string v = convert(p, ins[0], e, wide);
                     if (in.size() > 1)
                       v = line("arith.subf " + v + ", " + ins[1]);
                     if (squares)
                       v = line("arith.mulf " + v + ", " + v);
                     return std::vector<std::string>{
                         line("arith.addf " + outs[0] + ", " + v)};
                   })
        .front();
  };
  std::vector<Tensor> in = {x};
  if (centres) {
    Tensor total = sum({x}, false), into = p.empty(dims, wide);
    in.push_back(generic(p, {total}, dims, {into}, [&](auto &ins, auto &) {
                   std::string n = p.constant(number, wide);
                   return std::vector<std::string>{
                       line("arith.divf " + ins[0] + ", " + n)};
                 }).front());
    p.result(in.back());
  }
  in.push_back(sum(in, true));
  if (scales)
    in.push_back(p.operand(x.dims.substr(x.dims.size() - 1), e));
  Tensor into = p.empty(x.dims, e);
  p.result(
      generic(p, in, x.dims, {into}, [&](auto &ins, auto &) {
        std::string n = p.constant(number, wide),
                    small = p.constant("0.00001", wide);
        std::string v = convert(p, ins[0], e, wide);
        if (centres)
          v = line("arith.subf " + v + ", " + ins[1]);
        std::string mean =
            line("arith.divf " + ins[centres ? 2 : 1] + ", " + n);
        std::string root =
            line("math.rsqrt " + line("arith.addf " + mean + ", " + small));
        v = line("arith.mulf " + v + ", " + root);
        if (scales)
          v = line("arith.mulf " + v + ", " + convert(p, ins.back(), e, wide));
        return std::vector<std::string>{convert(p, v, wide, e)};
      }).front());
}

/// Operations that move elements; of static extents where they make new ones.
void kopt::fuzz::addMovement(Program &p) {
  Tensor x = p.any(2);
  std::string e = x.element;
  uint32_t which = p.choices.below(p.isStatic(x.dims) ? 6 : 2);
  if (which == 0) {
    std::string dims = x.dims, order;
    std::vector<std::string> numbers;
    for (size_t i = 0; i < dims.size(); ++i)
      numbers.push_back(std::to_string(i));
    std::swap(dims[0], dims.back());
    std::swap(numbers[0], numbers.back());
    Tensor into = p.empty(dims, e), y{p.name(), dims, e};
    p.line(y.name + " = linalg.transpose ins(" + x.name + " : " + p.type(x) +
           ") outs(" + into.name + " : " + p.type(into) + ") permutation = [" +
           llvm::join(numbers, ", ") + "]");
    p.result(y);
    return;
  }
  if (which == 1) {
    Tensor v = p.operand(x.dims.substr(x.dims.size() - 1), e);
    std::vector<std::string> numbers;
    for (size_t i = 0; i + 1 < x.dims.size(); ++i)
      numbers.push_back(std::to_string(i));
    Tensor into = p.empty(x.dims, e), y{p.name(), x.dims, e};
    p.line(y.name + " = linalg.broadcast ins(" + v.name + " : " + p.type(v) +
           ") outs(" + into.name + " : " + p.type(into) + ") dimensions = [" +
           llvm::join(numbers, ", ") + "]");
    p.result(y);
    return;
  }
  // One number a dimension, as a static list.
  auto list = [&](auto &&number) {
    std::vector<std::string> numbers;
    for (size_t i = 0; i < x.dims.size(); ++i)
      numbers.push_back(std::to_string(number(i)));
    return "[" + llvm::join(numbers, ", ") + "]";
  };
  size_t last = x.dims.size() - 1;
  int64_t n = p.extent(x.dims[last]);
  std::string dims = x.dims;
  if (which == 2) {
    int64_t start = p.choices.below(uint32_t(n)),
            step = p.choices.of({1, 2, 3});
    int64_t size = 1 + p.choices.below(uint32_t((n - 1 - start) / step + 1));
    dims[last] = p.newExtent(size);
    Tensor y{p.name(), dims, e};
    p.line(y.name + " = tensor.extract_slice " + x.name +
           list([&](size_t i) { return i == last ? start : 0; }) + " " +
           list([&](size_t i) { return p.extent(dims[i]); }) + " " +
           list([&](size_t i) { return i == last ? step : 1; }) + " : " +
           p.type(x) + " to " + p.type(y));
    p.result(y);
  } else if (which == 3) {
    int64_t low = p.choices.below(3), high = p.choices.below(4);
    dims[last] = p.newExtent(n + low + high);
    std::string pad = p.constant("1", e == "i1" ? "i1" : e);
    Tensor y{p.name(), dims, e};
    std::vector<std::string> places;
    for (size_t i = 0; i < dims.size(); ++i)
      places.push_back(y.name + "_" + std::to_string(i) + ": index");
    p.line(y.name + " = tensor.pad " + x.name + " low" +
           list([&](size_t i) { return i == last ? low : 0; }) + " high" +
           list([&](size_t i) { return i == last ? high : 0; }) + " {");
    p.line("^bb0(" + llvm::join(places, ", ") + "):");
    p.line("tensor.yield " + pad + " : " + e);
    p.line("} : " + p.type(x) + " to " + p.type(y));
    p.result(y);
  } else if (which == 4) {
    Tensor other = p.operand(x.dims, e);
    dims[last] = p.newExtent(2 * n);
    Tensor y{p.name(), dims, e};
    p.line(y.name + " = tensor.concat dim(" + Twine(last) + ") " + x.name +
           ", " + other.name + " : (" + p.type(x) + ", " + p.type(other) +
           ") -> " + p.type(y));
    p.result(y);
  } else {
    // Rows in one dimension, of which views are taken.
    dims = x.dims.substr(2);
    dims.insert(0, 1, p.newExtent(p.extent(x.dims[0]) * p.extent(x.dims[1])));
    std::string groups = "[[0, 1]";
    for (size_t i = 2; i < x.dims.size(); ++i)
      groups += ", [" + std::to_string(i) + "]";
    Tensor y{p.name(), dims, e};
    p.line(y.name + " = tensor.collapse_shape " + x.name + " " + groups +
           "] : " + p.type(x) + " into " + p.type(y));
    p.result(y);
  }
}
