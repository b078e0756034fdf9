//===- KoptDialect.cpp - Registration and schedule attributes -------------===//

#include "dialects/Kopt/KoptDialect.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace kopt;

#include "dialects/Kopt/KoptDialect.cpp.inc"
#include "dialects/Kopt/KoptEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "dialects/Kopt/KoptAttrs.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "dialects/Kopt/KoptTypes.cpp.inc"

void KoptDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "dialects/Kopt/KoptAttrs.cpp.inc"
      >();
  addTypes<
#define GET_TYPEDEF_LIST
#include "dialects/Kopt/KoptTypes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "dialects/Kopt/KoptOps.cpp.inc"
      >();
}

int64_t kopt::elementBytes(Type element) {
  return element.isIndex()
             ? 8
             : llvm::divideCeil(element.getIntOrFloatBitWidth(), 8);
}

LogicalResult LaunchAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                 int64_t warps, int64_t cluster,
                                 int64_t minBlocks) {
  if (warps < 1 || warps > 32 || !llvm::isPowerOf2_64(warps))
    return emitError()
           << "expected warps to be a power of two from 1 to 32, but got "
           << warps;
  if (cluster < 1 || cluster > 8 || !llvm::isPowerOf2_64(cluster))
    return emitError()
           << "expected cluster to be a power of two from 1 to 8, but got "
           << cluster;
  if (minBlocks < 0 || minBlocks > 32)
    return emitError() << "expected min_blocks from 0 to 32, but got "
                       << minBlocks;
  return success();
}

LogicalResult DirectAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                 int64_t bytes) {
  if (bytes < 1 || bytes > 16 || !llvm::isPowerOf2_64(bytes))
    return emitError() << "expected bytes to be 1, 2, 4, 8 or 16, but got "
                       << bytes;
  return success();
}

LogicalResult SharedAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                 int64_t swizzle) {
  if (swizzle != 1 && swizzle != 2 && swizzle != 4 && swizzle != 8)
    return emitError() << "expected swizzle to be 1, 2, 4 or 8, but got "
                       << swizzle;
  return success();
}
