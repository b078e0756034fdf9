//===- Program.cpp - An opened artefact -----------------------------------===//
//
// A run allocates nothing and calls the driver for launches only; statuses are
// made where it fails.
//
//===----------------------------------------------------------------------===//

#include "Program.h"

using namespace kopt;
using namespace kopt::cu;
using namespace kopt::capi;
using namespace kopt::artefact;

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

static Status wrong(const Argument &argument, const std::string &expected,
                    const std::string &got) {
  return Status::failure("arguments", argument.name + ": expected " + expected +
                                          ", but got " + got);
}

/// What every variant needs: values that are there, sizes that are right.
/// Computes bytes and values. Sizes of outputs are left out on request.
Status Program::check(Call &call, bool outputs) const {
  if (call.count != contents.arguments.size())
    return Status::failure(
        "arguments", "expected " + std::to_string(contents.arguments.size()) +
                         " arguments, but got " + std::to_string(call.count));
  for (size_t i = 0; i < call.count; ++i) {
    const Argument &argument = contents.arguments[i];
    const KoptArgument &given = call.arguments[i];
    call.bytes[i] = 0;
    if (!argument.isTensor) {
      if (!given.pointer)
        return wrong(argument, "a pointer to a scalar", "null");
      continue;
    }
    if (argument.access == Access::Out && !outputs)
      continue;
    if (!given.sizes && !argument.sizes.empty())
      return wrong(argument, "sizes", "null");
    int64_t bytes = gate::byteSize(argument.dtype);
    bool empty = false;
    for (size_t d = 0; d < argument.sizes.size(); ++d) {
      if (given.sizes[d] < 0)
        return wrong(argument, "a size of at least 0",
                     std::to_string(given.sizes[d]));
      empty |= given.sizes[d] == 0;
    }
    for (size_t d = 0; d < argument.sizes.size() && !empty; ++d)
      if (__builtin_mul_overflow(bytes, given.sizes[d], &bytes))
        return wrong(argument, "a size of at most 2^63 - 1 bytes", "more");
    call.bytes[i] = empty ? 0 : uint64_t(bytes);
    if (!empty && !given.pointer)
      return wrong(argument, "a tensor in device memory", "null");
  }
  if (Status s = evaluate(contents, call.arguments, call.values); !s.ok())
    return s;
  for (size_t i = 0; i < call.count; ++i) {
    const Argument &argument = contents.arguments[i];
    if (argument.access == Access::Out && !outputs)
      continue;
    for (size_t d = 0; d < argument.sizes.size(); ++d)
      if (argument.sizes[d] >= 0 &&
          call.values[argument.sizes[d]] != call.arguments[i].sizes[d])
        return wrong(argument,
                     "size " + std::to_string(d) + " to be " +
                         std::to_string(call.values[argument.sizes[d]]),
                     std::to_string(call.arguments[i].sizes[d]));
  }
  for (const Requirement &requirement : contents.requirements)
    if (!call.values[requirement.value])
      return Status::failure("arguments", requirement.message);
  return Status::success();
}

static bool isRowMajor(const KoptArgument &given, size_t rank) {
  if (!given.strides)
    return true;
  int64_t expected = 1;
  for (size_t d = rank; d-- > 0;) {
    if (given.sizes[d] > 1 && given.strides[d] != expected)
      return false;
    expected *= given.sizes[d];
  }
  return true;
}

static bool overlaps(const void *a, uint64_t aBytes, const void *b,
                     uint64_t bBytes) {
  auto first = reinterpret_cast<uintptr_t>(a);
  auto second = reinterpret_cast<uintptr_t>(b);
  return aBytes && bBytes &&
         (first < second ? second - first < aBytes : first - second < bBytes);
}

/// Whether kopt's kernels may have these tensors.
Program::Misfit Program::findMisfit(Call &call) const {
  for (size_t i = 0; i < call.count; ++i) {
    const Argument &argument = contents.arguments[i];
    if (!argument.isTensor || !call.bytes[i])
      continue;
    call.where = i;
    if (!isRowMajor(call.arguments[i], argument.sizes.size()))
      return Misfit::Strides;
    if (reinterpret_cast<uintptr_t>(call.arguments[i].pointer) %
        uintptr_t(argument.alignment))
      return Misfit::Alignment;
    if (argument.access == Access::In)
      continue;
    for (size_t other = 0; other < call.count; ++other)
      if (other != i &&
          overlaps(call.arguments[i].pointer, call.bytes[i],
                   call.arguments[other].pointer, call.bytes[other]))
        return Misfit::Overlap;
  }
  return Misfit::None;
}

//===----------------------------------------------------------------------===//
// Variants
//===----------------------------------------------------------------------===//

static bool holds(ValueIndex guard, const int64_t *values) {
  return guard < 0 || values[guard] != 0;
}

const Candidate *Program::pick(const Step &step, const Call &call) const {
  for (const Candidate &candidate : step.candidates)
    if (holds(candidate.guard, call.values))
      return &candidate;
  return nullptr;
}

Program::Misfit Program::fits(const Variant &variant, Call &call) const {
  for (size_t s = 0; s < variant.steps.size(); ++s) {
    const Candidate *candidate = pick(variant.steps[s], call);
    if (candidate && call.values[candidate->grid] >= 0 &&
        call.values[candidate->grid] <= INT32_MAX)
      continue;
    call.where = s;
    return candidate ? Misfit::Grid : Misfit::Guard;
  }
  return Misfit::None;
}

int Program::find(Call &call) const {
  // Looked for once, and where a variant has kernels at all.
  Misfit layout = Misfit::None;
  bool looked = false;
  for (size_t v = 0; v < contents.variants.size(); ++v) {
    const Variant &variant = contents.variants[v];
    if (!holds(variant.guard, call.values))
      continue;
    if (variant.callback >= 0) {
      if (callbacks.count(variant.callback))
        return int(v);
      continue;
    }
    if (!looked)
      layout = findMisfit(call);
    looked = true;
    Misfit found = layout;
    if (found == Misfit::None)
      found = fits(variant, call);
    if (found == Misfit::None)
      return int(v);
    if (call.misfit == Misfit::None)
      call.misfit = found;
  }
  return -1;
}

Status Program::refusal(const Call &call) const {
  auto tensor = [&](const char *expected, const char *got) {
    return wrong(contents.arguments[call.where], expected, got);
  };
  switch (call.misfit) {
  case Misfit::Strides:
    return tensor("row-major strides", "others");
  case Misfit::Alignment:
    return tensor("an aligned address",
                  "one that is no multiple of its alignment");
  case Misfit::Overlap:
    return tensor("an output apart from all other arguments",
                  "one that overlaps");
  case Misfit::Grid:
    return Status::failure("arguments",
                           "expected sizes for which launch " +
                               std::to_string(call.where) +
                               " has at most 2^31 - 1 blocks, but got more");
  default:
    return Status::failure(
        "arguments", "expected sizes that a variant is for, but got none");
  }
}

Status Program::choose(const KoptArgument *arguments, size_t count,
                       int32_t &variant) {
  Call call(arguments, count);
  if (Status s = check(call, /*outputs=*/true); !s.ok())
    return s;
  variant = find(call);
  return variant < 0 ? refusal(call) : Status::success();
}

Status Program::outputSizes(const KoptArgument *arguments, size_t count,
                            size_t output, int64_t *sizes) {
  Call call(arguments, count);
  if (Status s = check(call, /*outputs=*/false); !s.ok())
    return s;
  if (output >= count || contents.arguments[output].access != Access::Out)
    return Status::failure("arguments",
                           "expected the number of an output, but got " +
                               std::to_string(output));
  const std::vector<ValueIndex> &wanted = contents.arguments[output].sizes;
  for (size_t d = 0; d < wanted.size(); ++d)
    if (wanted[d] >= 0)
      sizes[d] = call.values[wanted[d]];
    else
      return Status::failure("artefact", "expected an output whose size " +
                                             std::to_string(d) +
                                             " follows from the arguments");
  return Status::success();
}

Status Program::workspace(const KoptArgument *arguments, size_t count,
                          uint64_t &bytes, uint64_t &persistent) {
  Call call(arguments, count);
  if (Status s = check(call, /*outputs=*/false); !s.ok())
    return s;
  // Which variant will run depends on addresses too: room for each.
  bytes = persistent = 0;
  for (const Variant &variant : contents.variants) {
    if (variant.workspace < 0)
      continue;
    int64_t needed = call.values[variant.workspace];
    if (needed < 0)
      return Status::failure("artefact",
                             "expected a workspace of at least 0 bytes");
    bytes = std::max(bytes, uint64_t(needed));
    persistent = std::max(persistent, uint64_t(variant.persistentBytes));
  }
  if (persistent > bytes)
    return Status::failure("artefact",
                           "expected a workspace that holds what persists");
  return Status::success();
}

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

Status Program::setCallback(int32_t index, KoptCallback function, void *user) {
  for (const Variant &variant : contents.variants)
    if (index >= 0 && variant.callback == index) {
      if (function)
        callbacks[index] = {function, user};
      else
        callbacks.erase(index);
      return Status::success();
    }
  return Status::failure("arguments",
                         "expected the number of a callback, but got " +
                             std::to_string(index));
}

Status Program::checkWorkspace(const Variant &variant, const Call &call,
                               const void *workspace) const {
  int64_t bytes = variant.workspace < 0 ? 0 : call.values[variant.workspace];
  if (bytes <= 0)
    return Status::success();
  auto expected = [](const char *what) {
    return Status::failure("arguments", std::string("expected ") + what);
  };
  if (!workspace ||
      reinterpret_cast<uintptr_t>(workspace) % kWorkspaceAlignment)
    return expected("a workspace at a multiple of 256, but got null or another "
                    "address");
  for (size_t i = 0; i < call.count; ++i)
    if (overlaps(workspace, uint64_t(bytes), call.arguments[i].pointer,
                 call.bytes[i]))
      return expected("a workspace apart from all arguments, but got one that "
                      "overlaps");
  return Status::success();
}

Status Program::launchAll(size_t variant, const Call &call, void *stream,
                          void *workspace) const {
  uint64_t bits[kMostArguments];
  void *parameters[kMostArguments];
  const std::vector<Step> &steps = contents.variants[variant].steps;
  for (size_t s = 0; s < steps.size(); ++s) {
    const Candidate *candidate = pick(steps[s], call);
    size_t count = steps[s].parameters.size();
    for (size_t p = 0; p < count; ++p) {
      const Parameter &parameter = steps[s].parameters[p];
      parameters[p] = &bits[p];
      switch (parameter.kind) {
      case Parameter::Kind::Tensor:
        bits[p] = reinterpret_cast<uintptr_t>(
            call.arguments[parameter.index].pointer);
        break;
      case Parameter::Kind::Workspace:
        bits[p] = reinterpret_cast<uintptr_t>(workspace) +
                  uint64_t(call.values[parameter.index]);
        break;
      case Parameter::Kind::Value:
        bits[p] = uint64_t(call.values[parameter.index]);
        break;
      case Parameter::Kind::Scalar:
        bits[p] = scalarBits(contents.arguments[parameter.index].dtype,
                             call.arguments[parameter.index].pointer);
        break;
      case Parameter::Kind::Bits:
        bits[p] = parameter.bits;
        break;
      case Parameter::Kind::Constant:
        bits[p] = constants[parameter.index];
        break;
      }
    }
    KoptLaunchConfig config = {
        {call.values[candidate->grid], 1, 1},
        {candidate->block[0], candidate->block[1], candidate->block[2]},
        {candidate->cluster, 1, 1},
        candidate->dynamicSharedBytes,
        stream,
        candidate->cooperative};
    const Kernel *kernel =
        kernels[variant][s][candidate - steps[s].candidates.data()];
    if (Status status = kernel->launchPrepared(config, parameters);
        !status.ok())
      return status;
  }
  return Status::success();
}

Status Program::run(void *stream, void *workspace,
                    const KoptArgument *arguments, size_t count,
                    KoptStatus &kept) {
  Call call(arguments, count);
  if (Status s = check(call, /*outputs=*/true); !s.ok()) {
    ++refused;
    return s;
  }
  int chosenVariant = find(call);
  bool isKept =
      chosenVariant >= 0 && contents.variants[chosenVariant].callback >= 0;
  if (chosenVariant < 0 || isKept) {
    strides += call.misfit == Misfit::Strides;
    alignment += call.misfit == Misfit::Alignment;
    overlap += call.misfit == Misfit::Overlap;
  }
  if (chosenVariant < 0) {
    ++refused;
    return refusal(call);
  }
  const Variant &variant = contents.variants[chosenVariant];
  if (isKept) {
    ++keptRuns;
    const Callback &callback = callbacks.at(variant.callback);
    kept =
        callback.function(callback.user, stream, workspace, arguments, count);
    return Status::success();
  }
  Status ready = checkWorkspace(variant, call, workspace);
  if (ready.ok() && !prepared.load(std::memory_order_acquire))
    ready = Status::failure("launch", "expected the artefact to be prepared "
                                      "before its first run");
  if (!ready.ok()) {
    ++refused;
    return ready;
  }
  ++launched;
  return launchAll(size_t(chosenVariant), call, stream, workspace);
}

KoptCounters Program::counters() const {
  return {launched, keptRuns, refused, strides, alignment, overlap};
}
