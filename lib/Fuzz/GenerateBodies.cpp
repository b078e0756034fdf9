//===- GenerateBodies.cpp - Random arithmetic on scalars ------------------===//

#include "Generate.h"
#include "llvm/ADT/StringExtras.h"

using namespace kopt::fuzz;
using llvm::StringRef;
using llvm::Twine;

const std::vector<std::string> &kopt::fuzz::elementTypes() {
  // Without f8: kernels that hold it are not lowered yet.
  static const std::vector<std::string> types = {"f32",  "f32", "f32", "f16",
                                                 "bf16", "f64", "i32", "i64",
                                                 "i16",  "i8",  "i1",  "f16"};
  return types;
}

bool kopt::fuzz::isFloat(StringRef element) { return element.contains('f'); }

unsigned kopt::fuzz::bitsOf(StringRef element) {
  if (element == "index")
    return 64;
  if (element.starts_with("f8"))
    return 8;
  unsigned bits = 0;
  (void)element.drop_while([](char c) { return !llvm::isDigit(c); })
      .getAsInteger(10, bits);
  return bits;
}

std::string kopt::fuzz::wideType(StringRef element) {
  return isFloat(element) && bitsOf(element) < 32 ? "f32" : element.str();
}

static std::string op(Program &p, const Twine &text, StringRef type) {
  std::string value = p.name();
  p.line(value + " = " + text + " : " + type);
  return value;
}

std::string kopt::fuzz::convert(Program &p, const std::string &value,
                                StringRef from, StringRef to) {
  if (from == to)
    return value;
  auto line = [&](const Twine &verb, const std::string &what, StringRef source,
                  StringRef target) {
    std::string result = p.name();
    p.line(result + " = arith." + verb + " " + what + " : " + source + " to " +
           target);
    return result;
  };
  if (isFloat(from) && isFloat(to)) {
    // Types of one width have no cast between them.
    if (bitsOf(from) == bitsOf(to))
      return line("truncf", line("extf", value, from, "f32"), "f32", to);
    return line(bitsOf(from) < bitsOf(to) ? "extf" : "truncf", value, from, to);
  }
  if (isFloat(to)) {
    // Integers become f32 or f64, then what is narrower.
    std::string wide = wideType(to);
    std::string number =
        line(from == "i1" ? "uitofp" : "sitofp", value, from, wide);
    return convert(p, number, wide, to);
  }
  if (isFloat(from)) {
    // A conversion of NaN, or beyond the type, has no meaning.
    std::string wide = wideType(from), x = convert(p, value, from, wide);
    if (to == "i1")
      return op(p, "arith.cmpf ogt, " + x + ", " + p.constant("0.5", wide),
                wide);
    x = op(p, "arith.maxnumf " + x + ", " + p.constant("-100.0", wide), wide);
    x = op(p, "arith.minnumf " + x + ", " + p.constant("100.0", wide), wide);
    return line("fptosi", x, wide, to);
  }
  if (bitsOf(from) < bitsOf(to))
    return line(from == "i1" || p.choices.chance(30) ? "extui" : "extsi", value,
                from, to);
  return line("trunci", value, from, to);
}

/// One step on floats.
static std::string floatStep(Program &p, const std::string &x,
                             const std::string &y, StringRef e) {
  auto a = [&](const Twine &text) { return op(p, text, e); };
  // What is the same for most numbers hides what was wrong before it.
  uint32_t which = p.choices.below(24);
  if (p.isTelling && (which == 15 || which == 18))
    which %= 5;
  switch (which) {
  case 0:
  case 1:
    return a("arith.addf " + x + ", " + y);
  case 2:
    return a("arith.subf " + x + ", " + y);
  case 3:
  case 4:
    return a("arith.mulf " + x + ", " + y);
  case 5:
    return a("arith.maximumf " + x + ", " + y);
  case 6:
    return a("arith.minimumf " + x + ", " + y);
  case 7:
    return a("arith.maxnumf " + x + ", " + y);
  case 8:
    return a("arith.minnumf " + x + ", " + y);
  case 9:
    return a("arith.negf " + x);
  case 10:
    return a("math.absf " + x);
  case 11: {
    std::string below =
        a("arith.addf " + a("math.absf " + y) + ", " + p.constant("1.0", e));
    return a("arith.divf " + x + ", " + below);
  }
  case 12:
    return a("math.exp " + a("arith.negf " + a("math.absf " + x)));
  case 13:
    return a("math.tanh " + x);
  case 14:
    return a("math.sqrt " + a("math.absf " + x));
  case 15:
    return a("math.rsqrt " + a("arith.addf " + a("arith.mulf " + x + ", " + x) +
                               ", " + p.constant("1.0", e)));
  case 16:
    return a("math.log " + a("arith.addf " + a("math.absf " + x) + ", " +
                             p.constant("1.0", e)));
  case 17: {
    std::string less = a("arith.cmpf olt, " + x + ", " + y);
    return a("arith.select " + less + ", " + x + ", " + y);
  }
  case 18:
    return a(
        "math." +
        Twine(p.choices.of({"floor", "ceil", "round", "roundeven", "trunc"})) +
        " " + x);
  case 19:
    return a("math.fma " + x + ", " + y + ", " + x);
  case 20:
    return a("math.erf " + x);
  case 21:
    return a("math.exp2 " + a("arith.negf " + a("math.absf " + x)));
  case 22:
    return a("math." + Twine(p.choices.of({"sin", "cos"})) + " " +
             a("arith.minimumf " + a("math.absf " + x) + ", " +
               p.constant("8.0", e)));
  default:
    return a("math.copysign " + x + ", " + y);
  }
}

/// One step on integers; all wrap around.
static std::string integerStep(Program &p, const std::string &x,
                               const std::string &y, StringRef e) {
  auto a = [&](const Twine &text) { return op(p, text, e); };
  bool isBit = e == "i1";
  const char *plain[] = {"addi", "subi",  "muli",  "andi",  "ori",
                         "xori", "maxsi", "minsi", "maxui", "minui"};
  uint32_t which = p.choices.below(isBit ? 12 : 18);
  if (p.isTelling && !isBit && which > 2)
    which = which == 5 ? 5 : which % 3;
  if (which < 10)
    return a("arith." + Twine(plain[which]) + " " + x + ", " + y);
  if (which < 12) {
    const char *compare = p.choices.of({"slt", "ult", "eq", "ne", "sge"});
    std::string less = a("arith.cmpi " + Twine(compare) + ", " + x + ", " + y);
    return a("arith.select " + less + ", " + x + ", " + y);
  }
  std::string three = p.constant("3", e);
  const char *other[] = {"shli", "shrsi", "shrui", "divsi", "divui", "remsi"};
  return a("arith." + Twine(other[which - 12]) + " " + x + ", " + three);
}

std::string kopt::fuzz::expression(Program &p, std::vector<std::string> scalars,
                                   StringRef element) {
  std::string value = scalars.front();
  size_t steps = scalars.size() - 1 + p.choices.below(4);
  for (size_t i = 0; i < std::max<size_t>(steps, 1); ++i) {
    // Each scalar is used once at least, in order.
    std::string other =
        i + 1 < scalars.size() ? scalars[i + 1] : p.choices.of(scalars);
    value = isFloat(element) ? floatStep(p, value, other, element)
                             : integerStep(p, value, other, element);
    scalars.push_back(value);
  }
  return value;
}
