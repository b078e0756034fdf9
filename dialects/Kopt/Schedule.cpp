//===- Schedule.cpp - Stages, orders and roles of operations --------------===//
//
// Attributes that skills put on operations of any dialect.
//
//===----------------------------------------------------------------------===//

#include "dialects/Kopt/KoptDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace kopt;

LogicalResult PipelineAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                   int64_t stages, int64_t peel) {
  if (stages < 1 || stages > 16)
    return emitError() << "expected stages from 1 to 16, but got " << stages;
  if (peel < 0 || peel >= stages)
    return emitError() << "expected peel from 0 to " << stages - 1
                       << ", less than the stages, but got " << peel;
  return success();
}

LogicalResult
RoleEntryAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                      StringAttr name, int64_t warps, int64_t regs,
                      int64_t replicas, bool alternate) {
  if (name.empty())
    return emitError() << "expected a role with a name";
  if (warps < 1 || replicas < 1 || warps > 32 || replicas > 32 / warps)
    return emitError() << "expected 1 to 32 warps in all replicas of a role, "
                          "but got "
                       << warps << " times " << replicas;
  return verifyRegisters(emitError, warps, regs);
}

/// The loop whose turns the operation is placed in.
static PipelineAttr pipelineAround(Operation *op) {
  auto loop = op->getParentOfType<scf::ForOp>();
  return loop ? loop->getAttrOfType<PipelineAttr>("kopt.pipeline")
              : PipelineAttr();
}

static LogicalResult verifyStage(Operation *op, Attribute value) {
  auto stage = dyn_cast<IntegerAttr>(value);
  if (!stage || !stage.getType().isInteger(64))
    return op->emitOpError("expected kopt.stage to be an i64, but got ")
           << value;
  PipelineAttr pipeline = pipelineAround(op);
  if (!pipeline)
    return op->emitOpError("expected a loop with kopt.pipeline around "
                           "kopt.stage");
  if (stage.getInt() < 0 || stage.getInt() >= pipeline.getStages())
    return op->emitOpError("expected kopt.stage from 0 to ")
           << pipeline.getStages() - 1 << ", but got " << stage.getInt();
  return success();
}

static LogicalResult verifyOrder(Operation *op, Attribute value) {
  auto order = dyn_cast<IntegerAttr>(value);
  if (!order || !order.getType().isInteger(64))
    return op->emitOpError("expected kopt.order to be an i64, but got ")
           << value;
  if (!op->hasAttr("kopt.stage"))
    return op->emitOpError("expected kopt.stage beside kopt.order");
  return success();
}

static LogicalResult verifyRole(Operation *op, Attribute value) {
  auto name = dyn_cast<StringAttr>(value);
  if (!name)
    return op->emitOpError("expected kopt.role to be a string, but got ")
           << value;
  auto kernel = op->getParentOfType<KernelOp>();
  auto table =
      kernel ? kernel->getAttrOfType<ArrayAttr>("kopt.roles") : ArrayAttr();
  for (Attribute entry : table ? table.getValue() : ArrayRef<Attribute>()) {
    auto role = dyn_cast<RoleEntryAttr>(entry);
    if (role && role.getName() == name)
      return success();
  }
  return op->emitOpError("expected kopt.role to be in the kernel's kopt.roles, "
                         "but got ")
         << name;
}

static LogicalResult verifyRoles(Operation *op, Attribute value) {
  auto table = dyn_cast<ArrayAttr>(value);
  if (!isa<KernelOp>(op) || !table)
    return op->emitOpError("expected kopt.roles to be an array on a "
                           "kopt.kernel");
  int64_t warps = 0;
  SmallVector<StringAttr> names;
  for (Attribute entry : table) {
    auto role = dyn_cast<RoleEntryAttr>(entry);
    if (!role)
      return op->emitOpError(
                 "expected kopt.roles of #kopt.role_entry, but got ")
             << entry;
    if (llvm::is_contained(names, role.getName()))
      return op->emitOpError("expected roles of different names, but got ")
             << role.getName() << " twice";
    names.push_back(role.getName());
    warps += role.getWarps() * role.getReplicas();
  }
  if (warps > 32)
    return op->emitOpError("expected at most 32 warps in all roles, but got ")
           << warps;
  return success();
}

LogicalResult KoptDialect::verifyOperationAttribute(Operation *op,
                                                    NamedAttribute attribute) {
  StringRef name = attribute.getName().strref();
  Attribute value = attribute.getValue();
  if (name == "kopt.stage")
    return verifyStage(op, value);
  if (name == "kopt.order")
    return verifyOrder(op, value);
  if (name == "kopt.role")
    return verifyRole(op, value);
  if (name == "kopt.roles")
    return verifyRoles(op, value);
  if (name == "kopt.pipeline" &&
      (!isa<scf::ForOp>(op) || !isa<PipelineAttr>(value)))
    return op->emitOpError("expected kopt.pipeline to be a #kopt.pipeline on "
                           "an scf.for, but got ")
           << value;
  return success();
}
