//===- Program.h - From a host function to what a worker runs ---*- C++ -*-===//

#ifndef KOPT_PROGRAM_PROGRAM_H
#define KOPT_PROGRAM_PROGRAM_H

#include "kopt/Gate/Program.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

#include <functional>
#include <string>
#include <vector>

namespace kopt {

/// One concrete argument of a host function: a tensor's shape, or a scalar.
struct HostArgument {
  std::vector<int64_t> shape; ///< of a tensor
  uint64_t bits = 0;          ///< little-endian bits of a scalar
};

/// Makes an image of a gpu.module in llvm + nvvm + kopt_nv, or in form 2 or 2a
/// where it `takesTiles`. Emits a located error on failure.
struct ImageCompiler {
  std::function<mlir::FailureOr<gate::Image>(mlir::gpu::GPUModuleOp)> compile;
  bool takesTiles = false;
};

/// Lowers the kernels of `module` (form 2, or already form 3) in place to
/// form 3: `gpu.func` with `known_block_size`, `kopt.grid`, `kopt.dyn_smem`.
/// The passes are found by name and must be registered. A form-1 kernel is an
/// error.
mlir::LogicalResult lowerToSimt(mlir::ModuleOp module);

/// Lowers form 3 in place to llvm + nvvm + kopt_nv.
mlir::LogicalResult lowerToNvvm(mlir::ModuleOp module);

/// Makes each `linalg.fill` of a tensor by a scalar of its element type in
/// `entry` a launch of a form-2 kernel, which is put into the gpu.module of the
/// function's first launch. Does nothing where there is no launch.
void launchFills(mlir::func::FuncOp entry);

/// Builds the program of host function `entry` for concrete arguments: walks
/// its operations (integer and index arithmetic, tensor.empty, tensor.dim,
/// casts and reshapes, fills, kopt.launch), evaluates sizes and grids, and
/// compiles one image a gpu.module used. Buffers are ordered arguments,
/// outputs, temporaries; a result that is an argument or an earlier result, or
/// a view of one, shares its buffer. `entry`'s module is left as it is. Located
/// errors for other operations, for values of the wrong shape, and where a
/// grid, a block or a condition of a kernel does not fit.
mlir::FailureOr<gate::Program>
buildProgram(mlir::func::FuncOp entry,
             const std::vector<HostArgument> &arguments,
             const ImageCompiler &compile);

} // namespace kopt

#endif // KOPT_PROGRAM_PROGRAM_H
