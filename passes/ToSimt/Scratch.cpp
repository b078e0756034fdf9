//===- Scratch.cpp - The kernel's shared memory ---------------------------===//

#include "passes/ToSimt/KernelLowering.h"

using namespace mlir;
using namespace kopt;

/// Shared memory a kernel can have without asking at launch.
static constexpr int64_t staticLimit = 48 * 1024;

static Attribute workgroup(MLIRContext *context) {
  return gpu::AddressSpaceAttr::get(context, gpu::AddressSpace::Workgroup);
}

/// The kernel's shared memory as bytes: a global of its own, or dynamic shared
/// memory where it is too large for that.
Value KernelLowering::getSharedBase() {
  if (sharedBase)
    return sharedBase;
  OpBuilder::InsertionGuard guard(b);
  int64_t bytes =
      kernel->getAttrOfType<IntegerAttr>("kopt.shared_bytes").getInt();
  if (bytes > staticLimit) {
    func->setAttr("kopt.dyn_smem", b.getI64IntegerAttr(bytes));
    b.setInsertionPointToStart(&func.getBody().front());
    auto type =
        MemRefType::get({ShapedType::kDynamic}, b.getI8Type(),
                        MemRefLayoutAttrInterface(), workgroup(b.getContext()));
    return sharedBase = gpu::DynamicSharedMemoryOp::create(b, type);
  }
  auto type =
      MemRefType::get({bytes}, b.getI8Type(), MemRefLayoutAttrInterface(),
                      workgroup(b.getContext()));
  std::string name = (kernel.getSymName() + "_shared").str();
  Operation *module = kernel->getParentOp();
  for (unsigned i = 0; SymbolTable::lookupSymbolIn(module, name); ++i)
    name = (kernel.getSymName() + "_shared_" + Twine(i)).str();
  b.setInsertionPoint(func);
  memref::GlobalOp::create(b, name, b.getStringAttr("private"), type,
                           Attribute(), /*constant=*/false,
                           b.getI64IntegerAttr(16));
  b.setInsertionPointToStart(&func.getBody().front());
  return sharedBase = memref::GetGlobalOp::create(b, type, name);
}

FailureOr<Value> KernelLowering::getScratch(Operation *op, int64_t offset,
                                            int64_t count, Type element,
                                            StringRef placeName) {
  auto place = op->getAttrOfType<IntegerAttr>(placeName);
  auto total = kernel->getAttrOfType<IntegerAttr>("kopt.shared_bytes");
  if (!place || !total)
    return op->emitOpError("expected ")
           << placeName
           << ", and kopt.shared_bytes on the kernel, but shared memory is not "
              "allocated";
  int64_t size = elementBytes(element);
  int64_t begin = place.getInt() + offset, end = begin + count * size;
  if (end > total.getInt() || begin % size != 0)
    return op->emitOpError("expected shared memory from byte ")
           << begin << " to " << end << ", but got " << total.getInt()
           << " bytes";
  auto type = MemRefType::get({count}, element, MemRefLayoutAttrInterface(),
                              workgroup(b.getContext()));
  return memref::ViewOp::create(b, type, getSharedBase(), constantIndex(begin),
                                ValueRange())
      .getResult();
}

FailureOr<KernelLowering::Values>
KernelLowering::getScratchTuple(Operation *op, ValueRange inputs, int64_t count,
                                int64_t &offset, StringRef place) {
  Values buffers;
  for (Value input : inputs) {
    Type element = getElementTypeOrSelf(input);
    FailureOr<Value> buffer = getScratch(op, offset, count, element, place);
    if (failed(buffer))
      return failure();
    buffers.push_back(*buffer);
    offset += llvm::alignTo(count * elementBytes(element), 16);
  }
  return buffers;
}
