//===- SymbolicMemory.cpp - Results and the workspace for any sizes -------===//

#include "HostWalk.h"
#include "SymbolicWalk.h"

using namespace mlir;
using namespace kopt;
using artefact::Operator;
using artefact::Parameter;

LogicalResult SymbolicWalk::visitReturn(func::ReturnOp op) {
  unsigned outputs = 0;
  for (auto [i, value] : llvm::enumerate(op.getOperands())) {
    auto known = tensors.find(value);
    if (known == tensors.end() || known->second.memory < 0)
      return op.emitOpError("result ")
             << i << ": expected an argument or a tensor computed by a launch";
    Memory &memory = memories[known->second.memory];
    if (memory.argument < 0) {
      memory.argument = int(artefact.arguments.size());
      artefact::Argument argument;
      argument.name = "result" + std::to_string(outputs++);
      argument.dtype = *elementDType(value.getType());
      argument.access = artefact::Access::Out;
      argument.sizes.assign(known->second.sizes.begin(),
                            known->second.sizes.end());
      artefact.arguments.push_back(std::move(argument));
    }
    artefact.results.push_back(memory.argument);
  }
  for (const Memory &memory : memories)
    if (memory.argument >= 0)
      artefact.arguments[memory.argument].alignment = memory.alignment;
  for (const Aligned &wanted : aligned) {
    const Memory &memory = memories[wanted.memory];
    if (memory.argument < 0 && wanted.bytes > artefact::kWorkspaceAlignment)
      return op.emitOpError("expected kernels that rely on an alignment of at "
                            "most ")
             << artefact::kWorkspaceAlignment << " bytes, but got "
             << wanted.bytes;
    if (memory.argument < 0)
      continue;
    int rest = table.make(Operator::Mod,
                          table.make(Operator::Address, memory.argument),
                          table.constant(wanted.bytes));
    int &guard = steps[wanted.step].candidates[wanted.candidate].guard;
    guard =
        table.both(guard, table.make(Operator::Equal, rest, table.constant(0)));
  }
  artefact::Variant variant;
  layOut(variant);
  artefact.variants.push_back(std::move(variant));
  return success();
}

/// Gives memory in the workspace: first what persists, at the same places for
/// all sizes; then temporaries, of which one takes the place of another that is
/// no longer needed.
void SymbolicWalk::layOut(artefact::Variant &variant) {
  constexpr int64_t unit = artefact::kWorkspaceAlignment;
  struct Slot {
    int bytes;
    size_t last;
    SmallVector<Memory *> users;
  };
  std::vector<Slot> slots;
  for (Memory &memory : memories) {
    if (memory.argument >= 0 || memory.constant >= 0)
      continue;
    if (memory.persists) {
      memory.offset = table.constant(variant.persistentBytes);
      variant.persistentBytes +=
          llvm::alignTo(uint64_t(*table.known(memory.bytes)), uint64_t(unit));
      continue;
    }
    Slot *place = nullptr;
    for (Slot &slot : slots)
      if (slot.last < memory.first && (!place || (slot.bytes == memory.bytes)))
        place = &slot;
    if (!place) {
      slots.push_back({memory.bytes, 0, {}});
      place = &slots.back();
    }
    place->bytes = place->bytes == memory.bytes
                       ? memory.bytes
                       : table.make(Operator::Max, place->bytes, memory.bytes);
    place->last = memory.last;
    place->users.push_back(&memory);
  }
  int end = table.constant(variant.persistentBytes);
  for (Slot &slot : slots) {
    for (Memory *memory : slot.users)
      memory->offset = end;
    int units = table.make(Operator::CeilDiv, slot.bytes, table.constant(unit));
    end = table.make(Operator::Add, end,
                     table.make(Operator::Mul, units, table.constant(unit)));
  }
  if (table.known(end) != 0)
    variant.workspace = end;
  for (artefact::Step &step : steps)
    for (Parameter &parameter : step.parameters) {
      if (parameter.kind != Parameter::Kind::Tensor)
        continue;
      const Memory &memory = memories[parameter.index];
      if (memory.constant >= 0) {
        parameter.kind = Parameter::Kind::Constant;
        parameter.index = memory.constant;
        continue;
      }
      if (memory.argument < 0)
        parameter.kind = Parameter::Kind::Workspace;
      parameter.index = memory.argument >= 0 ? memory.argument : memory.offset;
    }
  variant.steps = std::move(steps);
}
