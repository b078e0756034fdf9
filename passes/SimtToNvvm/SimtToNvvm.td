//===- SimtToNvvm.td - Form 3 to llvm and nvvm -------------*- tablegen -*-===//

#ifndef PASSES_SIMTTONVVM_TD
#define PASSES_SIMTTONVVM_TD

include "mlir/Pass/PassBase.td"

def SimtToNvvmPass : Pass<"kopt-simt-to-nvvm", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Lower a gpu.module in form 3 to llvm, nvvm and kopt_nv";
  let description = [{
    Runs upstream's conversions on one gpu.module, with bare pointers for memref
    arguments, and stops before NVVM operations become intrinsics or PTX text:
    both devices go on from here (kopt-nvvm-to-ptx, kopt-nvvm-to-sim).

    Assumes: kernels are gpu.func; memref arguments are static (dynamic ones
    were split by kopt-to-simt); no math operation is left that needs a library
    (kopt-expand-math). Leaves to others: code generation.

    Before: `gpu.func @k(%x: memref<64xf32>) kernel { … vector.load … }`
    After: `llvm.func @k(%x: !llvm.ptr) attributes {nvvm.kernel} { … llvm.load … }`
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::cf::ControlFlowDialect", "::mlir::gpu::GPUDialect",
    "::mlir::LLVM::LLVMDialect", "::mlir::NVVM::NVVMDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
    "::mlir::ub::UBDialect",
    "::mlir::vector::VectorDialect"
  ];
}

#endif // PASSES_SIMTTONVVM_TD
