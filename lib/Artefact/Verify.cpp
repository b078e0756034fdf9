//===- Verify.cpp - What running an artefact relies on --------------------===//

#include "kopt/Artefact/Artefact.h"
#include "kopt/Gate/Numbers.h"

using namespace kopt;
using namespace kopt::artefact;

namespace {

/// Checks one artefact and keeps the first complaint.
class Verifier {
public:
  explicit Verifier(const Artefact &artefact) : artefact(artefact) {}
  Status run();

private:
  /// Notes what `where` should have been; false where it is not.
  bool expect(bool condition, const std::string &what, const std::string &where,
              int64_t got) {
    if (!condition && status.ok())
      status =
          Status::failure("artefact", "expected " + what + " in " + where +
                                          ", but got " + std::to_string(got));
    return condition;
  }
  bool within(int64_t index, size_t count, const char *what,
              const std::string &where) {
    return expect(index >= 0 && uint64_t(index) < count,
                  std::string("the number of ") + what + " below " +
                      std::to_string(count),
                  where, index);
  }
  bool value(ValueIndex index, const std::string &where, bool mayBeNone) {
    return (mayBeNone && index == -1) ||
           within(index, artefact.values.size(), "a value", where);
  }
  void checkValue(size_t index);
  void checkArgument(size_t index);
  void checkVariant(const Variant &variant, const std::string &where);
  void checkCandidate(const Candidate &candidate, const std::string &where);
  void checkParameter(const Parameter &parameter, const Variant &variant,
                      const std::string &where);

  const Artefact &artefact;
  Status status;
};

} // namespace

void Verifier::checkValue(size_t index) {
  const Value &v = artefact.values[index];
  std::string where = "value " + std::to_string(index);
  if (v.op == Operator::Constant)
    return;
  if (v.op == Operator::Size || v.op == Operator::Scalar ||
      v.op == Operator::Stride || v.op == Operator::Address) {
    if (!within(v.operands[0], artefact.arguments.size(), "an argument", where))
      return;
    const Argument &argument = artefact.arguments[v.operands[0]];
    if (v.op == Operator::Address) {
      expect(argument.isTensor, "a tensor", where, v.operands[0]);
    } else if (v.op != Operator::Scalar) {
      // Sizes of outputs follow from the others.
      if (expect(argument.isTensor && argument.access != Access::Out,
                 "a tensor that is read", where, v.operands[0]))
        within(v.operands[1], argument.sizes.size(), "a dimension", where);
    } else {
      expect(!argument.isTensor && !gate::isFloat(argument.dtype),
             "an integer scalar", where, v.operands[0]);
    }
    return;
  }
  for (unsigned i = 0; i < operandCount(v.op); ++i)
    within(v.operands[i], index, "an earlier value", where);
}

void Verifier::checkArgument(size_t index) {
  const Argument &argument = artefact.arguments[index];
  std::string where = "argument " + std::to_string(index);
  if (!argument.isTensor) {
    expect(argument.access == Access::In, "a scalar that is only read", where,
           int64_t(argument.access));
    return;
  }
  expect(argument.sizes.size() <= kMostRank,
         "at most " + std::to_string(kMostRank) + " dimensions", where,
         int64_t(argument.sizes.size()));
  for (ValueIndex size : argument.sizes)
    value(size, where, /*mayBeNone=*/true);
  int64_t align = argument.alignment;
  expect(align > 0 && align <= 4096 && !(align & (align - 1)),
         "an alignment that is a power of two up to 4096", where, align);
}

void Verifier::checkCandidate(const Candidate &c, const std::string &where) {
  value(c.guard, where, /*mayBeNone=*/true);
  value(c.grid, where, /*mayBeNone=*/false);
  within(c.module, size_t(artefact.modules), "a module", where);
  uint64_t threads = uint64_t(c.block[0]) * c.block[1] * c.block[2];
  expect(threads >= 1 && threads <= 1024, "1 to 1024 threads a block", where,
         int64_t(threads));
  expect(c.cluster >= 1 && c.cluster <= 16, "1 to 16 blocks a cluster", where,
         c.cluster);
  expect(c.dynamicSharedBytes <= 1 << 24, "at most 2^24 bytes of shared memory",
         where, c.dynamicSharedBytes);
  expect(!c.kernel.empty() && c.kernel.find('\0') == std::string::npos,
         "a kernel name without NUL", where, int64_t(c.kernel.size()));
}

void Verifier::checkParameter(const Parameter &p, const Variant &variant,
                              const std::string &where) {
  switch (p.kind) {
  case Parameter::Kind::Tensor:
  case Parameter::Kind::Scalar:
    if (within(p.index, artefact.arguments.size(), "an argument", where))
      expect(artefact.arguments[p.index].isTensor ==
                 (p.kind == Parameter::Kind::Tensor),
             std::string("a ") + spelling(p.kind), where, p.index);
    return;
  case Parameter::Kind::Constant:
    within(p.index, artefact.constants.size(), "a constant", where);
    return;
  case Parameter::Kind::Workspace:
    expect(variant.workspace >= 0, "a workspace", where, variant.workspace);
    [[fallthrough]];
  case Parameter::Kind::Value:
    value(p.index, where, /*mayBeNone=*/false);
    [[fallthrough]];
  case Parameter::Kind::Bits:
    expect(p.bytes == 1 || p.bytes == 2 || p.bytes == 4 || p.bytes == 8,
           "1, 2, 4 or 8 bytes", where, p.bytes);
  }
}

void Verifier::checkVariant(const Variant &variant, const std::string &where) {
  value(variant.guard, where, /*mayBeNone=*/true);
  if (variant.callback >= 0) {
    expect(variant.callback < 1024, "at most 1024 callbacks", where,
           variant.callback);
    return;
  }
  value(variant.workspace, where, /*mayBeNone=*/true);
  expect(variant.persistentBytes >= 0 && variant.persistentBytes < 1ll << 40,
         "at most 2^40 bytes that persist", where, variant.persistentBytes);
  expect(variant.steps.size() <= kMostSteps,
         "at most " + std::to_string(kMostSteps) + " launches", where,
         int64_t(variant.steps.size()));
  for (size_t s = 0; s < variant.steps.size() && status.ok(); ++s) {
    const Step &step = variant.steps[s];
    std::string place = where + " launch " + std::to_string(s);
    expect(!step.candidates.empty(), "a kernel", place, 0);
    expect(step.parameters.size() <= kMostArguments, "at most 1024 parameters",
           place, int64_t(step.parameters.size()));
    for (const Candidate &candidate : step.candidates)
      checkCandidate(candidate, place);
    for (size_t p = 0; p < step.parameters.size() && status.ok(); ++p)
      checkParameter(step.parameters[p], variant,
                     place + " parameter " + std::to_string(p));
  }
}

Status Verifier::run() {
  expect(artefact.arguments.size() <= kMostArguments, "at most 1024 arguments",
         "the artefact", int64_t(artefact.arguments.size()));
  expect(artefact.values.size() <= kMostValues,
         "at most " + std::to_string(kMostValues) + " values", "the artefact",
         int64_t(artefact.values.size()));
  expect(!artefact.variants.empty(), "a variant", "the artefact", 0);
  for (size_t i = 0; i < artefact.arguments.size() && status.ok(); ++i)
    checkArgument(i);
  for (size_t i = 0; i < artefact.values.size() && status.ok(); ++i)
    checkValue(i);
  for (int result : artefact.results)
    if (within(result, artefact.arguments.size(), "an argument", "results"))
      expect(artefact.arguments[result].isTensor, "a tensor", "results",
             result);
  for (const Requirement &requirement : artefact.requirements)
    value(requirement.value, "requirements", /*mayBeNone=*/false);
  for (size_t i = 0; i < artefact.variants.size() && status.ok(); ++i)
    checkVariant(artefact.variants[i], "variant " + std::to_string(i));
  for (const Image &image : artefact.images)
    within(image.module, size_t(artefact.modules), "a module", "images");
  return status;
}

Status artefact::verify(const Artefact &artefact) {
  return Verifier(artefact).run();
}
