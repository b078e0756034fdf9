//===- Evaluate.cpp - The values of an artefact for given arguments -------===//

#include "kopt/Artefact/Artefact.h"

#include <cstring>

using namespace kopt;
using namespace kopt::artefact;

uint64_t artefact::scalarBits(gate::DType type, const void *pointer) {
  uint64_t bits = 0;
  std::memcpy(&bits, pointer, gate::byteSize(type));
  return bits;
}

static int64_t signExtended(gate::DType type, const void *pointer) {
  unsigned unused = 64 - 8 * gate::byteSize(type);
  // An i1 is a byte, and true is -1 where it is sign-extended.
  if (type == gate::DType::I1)
    return scalarBits(type, pointer) & 1 ? -1 : 0;
  return int64_t(scalarBits(type, pointer) << unused) >> unused;
}

/// Quotients that are no number: by zero, and the one that does not fit.
static bool divides(int64_t a, int64_t b) {
  return b != 0 && !(a == INT64_MIN && b == -1);
}
static int64_t floorDiv(int64_t a, int64_t b) {
  return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

std::optional<int64_t> artefact::apply(Operator op,
                                       const int64_t (&operands)[3]) {
  auto [a, b, c] = operands;
  int64_t out = 0;
  switch (op) {
  case Operator::Constant:
  case Operator::Size:
  case Operator::Scalar:
  case Operator::Stride:
  case Operator::Address:
    break;
  case Operator::Add:
    if (!__builtin_add_overflow(a, b, &out))
      return out;
    break;
  case Operator::Sub:
    if (!__builtin_sub_overflow(a, b, &out))
      return out;
    break;
  case Operator::Mul:
    if (!__builtin_mul_overflow(a, b, &out))
      return out;
    break;
  case Operator::FloorDiv:
    if (divides(a, b))
      return floorDiv(a, b);
    break;
  case Operator::CeilDiv:
    if (divides(a, b))
      return a / b + (a % b != 0 && (a < 0) == (b < 0));
    break;
  case Operator::Div:
    if (divides(a, b))
      return a / b;
    break;
  case Operator::Mod:
    if (divides(a, b))
      return a - floorDiv(a, b) * b;
    break;
  case Operator::Rem:
    if (divides(a, b))
      return a % b;
    break;
  case Operator::Min:
    return a < b ? a : b;
  case Operator::Max:
    return a < b ? b : a;
  case Operator::Equal:
    return a == b;
  case Operator::Less:
    return a < b;
  case Operator::LessEqual:
    return a <= b;
  case Operator::And:
    return a && b;
  case Operator::Or:
    return a || b;
  case Operator::Not:
    return !a;
  case Operator::ToF32: {
    float number = float(a);
    uint32_t bits = 0;
    std::memcpy(&bits, &number, sizeof bits);
    return int64_t(bits);
  }
  case Operator::ToF64: {
    double number = double(a);
    std::memcpy(&out, &number, sizeof out);
    return out;
  }
  case Operator::Select:
    return a ? b : c;
  }
  return std::nullopt;
}

/// As given, or row-major; none where it does not fit.
static std::optional<int64_t> strideOf(const KoptArgument &given, size_t rank,
                                       size_t dim) {
  if (given.strides)
    return given.strides[dim];
  int64_t stride = 1;
  for (size_t d = dim + 1; d < rank; ++d)
    if (__builtin_mul_overflow(stride, given.sizes[d], &stride))
      return std::nullopt;
  return stride;
}

Status artefact::evaluate(const Artefact &artefact,
                          const KoptArgument *arguments, int64_t *results) {
  for (size_t i = 0; i < artefact.values.size(); ++i) {
    const Value &value = artefact.values[i];
    const int64_t *operands = value.operands;
    if (value.op == Operator::Constant) {
      results[i] = operands[0];
      continue;
    }
    if (value.op == Operator::Size) {
      results[i] = arguments[operands[0]].sizes[operands[1]];
      continue;
    }
    if (value.op == Operator::Scalar) {
      results[i] = signExtended(artefact.arguments[operands[0]].dtype,
                                arguments[operands[0]].pointer);
      continue;
    }
    if (value.op == Operator::Address) {
      results[i] =
          int64_t(reinterpret_cast<uintptr_t>(arguments[operands[0]].pointer) %
                  uintptr_t(kAddressModulus));
      continue;
    }
    if (value.op == Operator::Stride) {
      std::optional<int64_t> stride = strideOf(
          arguments[operands[0]], artefact.arguments[operands[0]].sizes.size(),
          size_t(operands[1]));
      if (!stride)
        return Status::failure("sizes", "expected sizes for which strides are "
                                        "numbers of 64 bits, but got others");
      results[i] = *stride;
      continue;
    }
    int64_t known[3] = {};
    for (unsigned j = 0; j < operandCount(value.op); ++j)
      known[j] = results[operands[j]];
    if (std::optional<int64_t> result = apply(value.op, known)) {
      results[i] = *result;
      continue;
    }
    std::string text = spelling(value.op);
    for (unsigned j = 0; j < operandCount(value.op); ++j)
      text += " " + std::to_string(known[j]);
    return Status::failure(
        "sizes", "expected sizes for which value " + std::to_string(i) +
                     " is a number of 64 bits, but got " + text);
  }
  return Status::success();
}
