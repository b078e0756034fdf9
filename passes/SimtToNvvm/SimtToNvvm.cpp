//===- SimtToNvvm.cpp - Form 3 to llvm and nvvm ---------------------------===//

#include "passes/SimtToNvvm/SimtToNvvm.h"
#include "dialects/KoptNV/KoptNVDialect.h"
#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/FuncToLLVM/ConvertFuncToLLVM.h"
#include "mlir/Conversion/GPUToNVVM/GPUToNVVMPass.h"
#include "mlir/Conversion/IndexToLLVM/IndexToLLVM.h"
#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/MemRefToLLVM/MemRefToLLVM.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Conversion/UBToLLVM/UBToLLVM.h"
#include "mlir/Conversion/VectorToLLVM/ConvertVectorToLLVM.h"
#include "mlir/Dialect/Affine/Transforms/Passes.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/Transforms/LoweringPatterns.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "mlir/Transforms/Passes.h"

namespace kopt {
#define GEN_PASS_DEF_SIMTTONVVMPASS
#include "passes/SimtToNvvm/SimtToNvvm.h.inc"
} // namespace kopt

using namespace mlir;

namespace {

/// The operations whose conversion takes vectors of one dimension only become
/// one operation a row.
struct SplitRows : RewritePattern {
  SplitRows(MLIRContext *context)
      : RewritePattern(MatchAnyOpTypeTag(), 1, context) {}
  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    if (!isa<arith::AddUIExtendedOp, arith::MulSIExtendedOp,
             arith::MulUIExtendedOp, math::CountLeadingZerosOp,
             math::CountTrailingZerosOp, arith::ExtFOp, arith::FPToSIOp,
             arith::FPToUIOp>(op))
      return failure();
    auto type = dyn_cast<VectorType>(op->getOperand(0).getType());
    if (isa<arith::ExtFOp>(op) && !(type && type.getElementType().isBF16()))
      return rewriter.notifyMatchFailure(op, "converted as it is");
    if (!type || type.getRank() < 2)
      return rewriter.notifyMatchFailure(op, "no rows to split");
    Location loc = op->getLoc();
    SmallVector<Value> results;
    SmallVector<Type> rowTypes;
    for (Type result : op->getResultTypes()) {
      auto shaped = cast<VectorType>(result);
      results.push_back(ub::PoisonOp::create(rewriter, loc, shaped));
      rowTypes.push_back(VectorType::get(shaped.getShape().drop_front(),
                                         shaped.getElementType()));
    }
    for (int64_t i = 0; i < type.getDimSize(0); ++i) {
      SmallVector<Value> operands;
      for (Value operand : op->getOperands())
        operands.push_back(
            vector::ExtractOp::create(rewriter, loc, operand, i));
      Operation *row = rewriter.create(loc, op->getName().getIdentifier(),
                                       operands, rowTypes, op->getAttrs());
      for (auto [result, part] : llvm::zip(results, row->getResults()))
        result = vector::InsertOp::create(rewriter, loc, part, result, i);
    }
    rewriter.replaceOp(op, results);
    return success();
  }
};

/// bf16 to f32 in pairs: a shift for the lower element of each word and a mask
/// for the upper one. LLVM splits the word first, which costs one more
/// instruction.
struct UnpackBf16 : OpRewritePattern<arith::ExtFOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::ExtFOp op,
                                PatternRewriter &rewriter) const override {
    auto from = dyn_cast<VectorType>(op.getIn().getType());
    if (!from || from.getRank() != 1 || !from.getElementType().isBF16() ||
        !getElementTypeOrSelf(op.getType()).isF32() || from.isScalable() ||
        from.getShape().back() % 2)
      return rewriter.notifyMatchFailure(op, "no pairs of bf16");
    Location loc = op.getLoc();
    int64_t pairs = from.getDimSize(0) / 2;
    auto words = VectorType::get(pairs, rewriter.getI32Type());
    auto floats = VectorType::get(pairs, rewriter.getF32Type());
    auto constant = [&](uint32_t value) -> Value {
      return arith::ConstantOp::create(
          rewriter, loc, DenseElementsAttr::get(words, APInt(32, value)));
    };
    Value bits = vector::BitCastOp::create(rewriter, loc, words, op.getIn());
    Value low = arith::ShLIOp::create(rewriter, loc, bits, constant(16));
    Value high =
        arith::AndIOp::create(rewriter, loc, bits, constant(0xffff0000));
    low = arith::BitcastOp::create(rewriter, loc, floats, low);
    high = arith::BitcastOp::create(rewriter, loc, floats, high);
    rewriter.replaceOpWithNewOp<vector::InterleaveOp>(op, op.getType(), low,
                                                      high);
    return success();
  }
};

/// A conversion of i1 to floats is a selection: LLVM's pattern takes a signed
/// true, which is -1, for 1.
template <typename OpTy> struct FromBool : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;
  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    Type to = op.getType();
    if (!getElementTypeOrSelf(op.getIn().getType()).isInteger(1))
      return rewriter.notifyMatchFailure(op, "no i1");
    double truth = std::is_same_v<OpTy, arith::SIToFPOp> ? -1.0 : 1.0;
    auto constant = [&](double value) -> Value {
      TypedAttr attr = rewriter.getFloatAttr(getElementTypeOrSelf(to), value);
      if (auto shaped = dyn_cast<ShapedType>(to))
        attr = DenseElementsAttr::get(shaped, Attribute(attr));
      return arith::ConstantOp::create(rewriter, op.getLoc(), to, attr);
    };
    rewriter.replaceOpWithNewOp<arith::SelectOp>(op, op.getIn(),
                                                 constant(truth), constant(0));
    return success();
  }
};

/// Floats to integers saturate, and a NaN becomes 0, whatever the widths are:
/// what the integer does not hold is undefined upstream, and differs between
/// machines and widths. i1 goes through i32, since LLVM's patterns for it take 0
/// for true.
template <typename OpTy> struct Saturate : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;
  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    constexpr bool isSigned = std::is_same_v<OpTy, arith::FPToSIOp>;
    Location loc = op.getLoc();
    Type from = getElementTypeOrSelf(op.getIn().getType()), to = op.getType();
    auto shaped = dyn_cast<VectorType>(to);
    if (shaped && shaped.getRank() != 1)
      return rewriter.notifyMatchFailure(op, "rows are split first");
    if (!(from.isF16() || from.isBF16() || from.isF32() || from.isF64()) ||
        getElementTypeOrSelf(to).getIntOrFloatBitWidth() > 64)
      return rewriter.notifyMatchFailure(op, "types that are refused later");
    bool isBool = getElementTypeOrSelf(to).isInteger(1);
    Type word = rewriter.getI32Type();
    Type wide = !isBool ? to : shaped ? shaped.clone(word) : word;
    Value result = LLVM::CallIntrinsicOp::create(
                       rewriter, loc, wide,
                       rewriter.getStringAttr(isSigned ? "llvm.fptosi.sat"
                                                       : "llvm.fptoui.sat"),
                       ValueRange{op.getIn()})
                       .getResult(0);
    if (isBool) {
      auto constant = [&](int64_t value) -> Value {
        TypedAttr attr = rewriter.getIntegerAttr(word, value);
        if (shaped)
          attr = DenseElementsAttr::get(cast<ShapedType>(wide),
                                        Attribute(attr));
        return arith::ConstantOp::create(rewriter, loc, wide, attr);
      };
      if (isSigned)
        result = arith::MinSIOp::create(
            rewriter, loc,
            arith::MaxSIOp::create(rewriter, loc, result, constant(-1)),
            constant(0));
      else
        result = arith::MinUIOp::create(rewriter, loc, result, constant(1));
      result = arith::TruncIOp::create(rewriter, loc, to, result);
    }
    rewriter.replaceOp(op, result);
    return success();
  }
};

/// The row-major layout of a memref with an extent of zero beyond the first has
/// a stride of zero, which the conversion to LLVM refuses. No element of it is
/// ever reached, so any strides will do. Null for every other type.
static MemRefType withoutZeroStrides(Type type) {
  auto memref = dyn_cast<MemRefType>(type);
  if (!memref || !memref.getLayout().isIdentity() || memref.getRank() < 2 ||
      !llvm::is_contained(memref.getShape(), 0))
    return {};
  SmallVector<int64_t> ones(memref.getRank(), 1);
  return MemRefType::get(
      memref.getShape(), memref.getElementType(),
      StridedLayoutAttr::get(type.getContext(), /*offset=*/0, ones),
      memref.getMemorySpace());
}

/// A load with an eviction priority, through the address of its element.
struct LowerLoad : ConvertOpToLLVMPattern<kopt::nv::LoadOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(kopt::nv::LoadOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto type = dyn_cast<MemRefType>(op.getSource().getType());
    if (!type)
      return rewriter.notifyMatchFailure(op, "takes a pointer already");
    Value pointer = getStridedElementPtr(
        rewriter, op.getLoc(), type, adaptor.getSource(), adaptor.getIndices());
    rewriter.replaceOpWithNewOp<kopt::nv::LoadOp>(
        op, typeConverter->convertType(op.getType()), op.getEvict(), pointer,
        ValueRange());
    return success();
  }
};

/// An atomic update that orders nothing else, in the scope of its memory.
struct LowerRed : ConvertOpToLLVMPattern<kopt::nv::RedOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  static LLVM::AtomicBinOp operationOf(arith::AtomicRMWKind kind) {
    using Kind = arith::AtomicRMWKind;
    switch (kind) {
    case Kind::addf:
      return LLVM::AtomicBinOp::fadd;
    case Kind::maximumf:
      return LLVM::AtomicBinOp::fmaximum;
    case Kind::minimumf:
      return LLVM::AtomicBinOp::fminimum;
    case Kind::maxs:
      return LLVM::AtomicBinOp::max;
    case Kind::maxu:
      return LLVM::AtomicBinOp::umax;
    case Kind::mins:
      return LLVM::AtomicBinOp::min;
    case Kind::minu:
      return LLVM::AtomicBinOp::umin;
    case Kind::andi:
      return LLVM::AtomicBinOp::_and;
    case Kind::ori:
      return LLVM::AtomicBinOp::_or;
    default: // the verifier leaves addi
      return LLVM::AtomicBinOp::add;
    }
  }

  LogicalResult
  matchAndRewrite(kopt::nv::RedOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto type = cast<MemRefType>(op.getDest().getType());
    Value pointer = getStridedElementPtr(
        rewriter, op.getLoc(), type, adaptor.getDest(), adaptor.getIndices());
    auto space = dyn_cast_or_null<gpu::AddressSpaceAttr>(type.getMemorySpace());
    bool isShared = space && space.getValue() == gpu::AddressSpace::Workgroup;
    LLVM::AtomicRMWOp::create(rewriter, op.getLoc(), operationOf(op.getKind()),
                              pointer, adaptor.getValue(),
                              LLVM::AtomicOrdering::monotonic,
                              isShared ? "block" : "device");
    rewriter.eraseOp(op);
    return success();
  }
};

/// A store to another block's shared memory, through its address there.
struct LowerStoreCluster : ConvertOpToLLVMPattern<kopt::nv::StoreClusterOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(kopt::nv::StoreClusterOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value pointer = getStridedElementPtr(
        rewriter, loc, cast<MemRefType>(op.getDest().getType()),
        adaptor.getDest(), adaptor.getIndices());
    auto type = LLVM::LLVMPointerType::get(
        getContext(), unsigned(NVVM::NVVMMemorySpace::SharedCluster));
    Value there =
        NVVM::MapaOp::create(rewriter, loc, type, pointer, adaptor.getBlock());
    rewriter.replaceOpWithNewOp<LLVM::StoreOp>(op, adaptor.getValue(), there);
    return success();
  }
};

/// Other blocks of the device, not other devices, take part.
static constexpr const char *kDeviceScope = "device";

struct LowerLoadAcquire : ConvertOpToLLVMPattern<kopt::nv::LoadAcquireOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(kopt::nv::LoadAcquireOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value pointer = getStridedElementPtr(
        rewriter, op.getLoc(), cast<MemRefType>(op.getSource().getType()),
        adaptor.getSource(), adaptor.getIndices());
    auto load = LLVM::LoadOp::create(
        rewriter, op.getLoc(), op.getType(), pointer, /*alignment=*/4,
        /*isVolatile=*/false, /*isNonTemporal=*/false, /*isInvariant=*/false,
        /*isInvariantGroup=*/false, LLVM::AtomicOrdering::acquire,
        kDeviceScope);
    rewriter.replaceOp(op, load);
    return success();
  }
};

struct LowerAddRelease : ConvertOpToLLVMPattern<kopt::nv::AddReleaseOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(kopt::nv::AddReleaseOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value pointer = getStridedElementPtr(
        rewriter, op.getLoc(), cast<MemRefType>(op.getDest().getType()),
        adaptor.getDest(), adaptor.getIndices());
    // The back end drops the order of read-modify-writes; a fence is kept.
    LLVM::FenceOp::create(rewriter, op.getLoc(), LLVM::AtomicOrdering::acq_rel,
                          kDeviceScope);
    rewriter.replaceOpWithNewOp<LLVM::AtomicRMWOp>(
        op, LLVM::AtomicBinOp::add, pointer, adaptor.getValue(),
        LLVM::AtomicOrdering::release, kDeviceScope, /*alignment=*/4);
    return success();
  }
};

struct SimtToNvvm : kopt::impl::SimtToNvvmPassBase<SimtToNvvm> {
  using SimtToNvvmPassBase::SimtToNvvmPassBase;

  void getDependentDialects(DialectRegistry &registry) const override {
    SimtToNvvmPassBase::getDependentDialects(registry);
    OpPassManager manager(gpu::GPUModuleOp::getOperationName());
    build(manager);
    manager.getDependentDialects(registry);
  }

  /// What comes before the conversion.
  static void build(OpPassManager &manager) {
    manager.addPass(memref::createExpandStridedMetadataPass());
    manager.addPass(createLowerAffinePass());
    manager.addPass(createSCFToControlFlowPass());
  }

  /// Upstream's convert-gpu-to-nvvm without its calls into a device library.
  LogicalResult convert() {
    LowerToLLVMOptions options(&getContext());
    options.useBarePtrCallConv = true;
    LLVMTypeConverter converter(&getContext(), options);
    configureGpuToNVVMTypeConverter(converter);
    RewritePatternSet patterns(&getContext());
    populateGpuToNVVMConversionPatterns(converter, patterns);
    arith::populateCeilFloorDivExpandOpsPatterns(patterns);
    arith::populateArithToLLVMConversionPatterns(converter, patterns);
    cf::populateControlFlowToLLVMConversionPatterns(converter, patterns);
    index::populateIndexToLLVMConversionPatterns(converter, patterns);
    populateFinalizeMemRefToLLVMConversionPatterns(converter, patterns);
    populateFuncToLLVMConversionPatterns(converter, patterns);
    populateMathToLLVMConversionPatterns(converter, patterns);
    populateVectorToLLVMConversionPatterns(converter, patterns);
    ub::populateUBToLLVMConversionPatterns(converter, patterns);
    patterns.add<LowerLoad, LowerRed, LowerStoreCluster, LowerLoadAcquire,
                 LowerAddRelease>(converter);
    ConversionTarget target(getContext());
    target.addDynamicallyLegalOp<kopt::nv::LoadOp>([](kopt::nv::LoadOp op) {
      return isa<LLVM::LLVMPointerType>(op.getSource().getType());
    });
    target.addIllegalOp<kopt::nv::StoreClusterOp, kopt::nv::LoadAcquireOp,
                        kopt::nv::AddReleaseOp>();
    target.addLegalDialect<LLVM::LLVMDialect, NVVM::NVVMDialect>();
    target.addIllegalOp<kopt::nv::RedOp>();
    target.addIllegalDialect<gpu::GPUDialect>();
    target.addLegalOp<gpu::GPUModuleOp>();
    return applyPartialConversion(getOperation(), target, std::move(patterns));
  }

  /// Gives memrefs without elements a layout that can be converted: kernel
  /// arguments, and what is made of them where other extents are dynamic.
  void relayoutEmpty(gpu::GPUFuncOp func) {
    for (BlockArgument argument : func.getBody().getArguments())
      if (MemRefType type = withoutZeroStrides(argument.getType()))
        argument.setType(type);
    func.setType(FunctionType::get(&getContext(),
                                   func.getBody().getArgumentTypes(), {}));
    func.walk([](memref::ReinterpretCastOp op) {
      MemRefType type = withoutZeroStrides(op.getType());
      if (!type)
        return;
      OpBuilder b(op);
      SmallVector<OpFoldResult> ones(type.getRank(), b.getIndexAttr(1));
      auto cast = memref::ReinterpretCastOp::create(
          b, op.getLoc(), type, op.getSource(), b.getIndexAttr(0),
          op.getConstifiedMixedSizes(), ones);
      op.replaceAllUsesWith(cast.getResult());
      op.erase();
    });
  }

  /// Shape changes of multi-dimensional vectors, which the conversion to LLVM
  /// does not take, become extracts and inserts.
  LogicalResult lowerVectors() {
    RewritePatternSet patterns(&getContext());
    vector::populateVectorBroadcastLoweringPatterns(patterns);
    vector::populateVectorShapeCastLoweringPatterns(patterns);
    vector::populateVectorFromElementsUnrollPatterns(patterns);
    // Canonicalization makes slices of rows that are parts of wider vectors.
    vector::populateVectorInsertExtractStridedSliceDecompositionPatterns(
        patterns);
    vector::populateVectorExtractStridedSliceToExtractInsertChainPatterns(
        patterns);
    patterns.add<SplitRows, UnpackBf16, Saturate<arith::FPToSIOp>,
                 Saturate<arith::FPToUIOp>, FromBool<arith::SIToFPOp>,
                 FromBool<arith::UIToFPOp>>(&getContext());
    return applyPatternsGreedily(getOperation(), std::move(patterns));
  }

  void runOnOperation() override {
    getOperation().walk([&](gpu::GPUFuncOp func) { relayoutEmpty(func); });
    if (failed(lowerVectors()))
      return signalPassFailure();
    OpPassManager manager(gpu::GPUModuleOp::getOperationName());
    build(manager);
    if (failed(runPipeline(manager, getOperation())))
      return signalPassFailure();
    OpPassManager after(gpu::GPUModuleOp::getOperationName());
    after.addPass(createCanonicalizerPass());
    after.addPass(createCSEPass());
    after.addPass(createReconcileUnrealizedCastsPass());
    if (failed(convert()) || failed(runPipeline(after, getOperation())))
      return signalPassFailure();
    WalkResult walk = getOperation().walk([&](Operation *op) {
      return failed(checkLowered(op)) ? WalkResult::interrupt()
                                      : WalkResult::advance();
    });
    if (walk.wasInterrupted())
      signalPassFailure();
  }

  /// Types for which code generation wants a library or ends the process.
  /// Integers of 128 bits do occur, as the two halves of a product.
  LogicalResult checkTypes(Operation *op) {
    bool callsForWide =
        isa<LLVM::FPToSIOp, LLVM::FPToUIOp, LLVM::SIToFPOp, LLVM::UIToFPOp,
            LLVM::SDivOp, LLVM::UDivOp, LLVM::SRemOp, LLVM::URemOp>(op);
    auto check = [&](Type type) -> LogicalResult {
      Type element = getElementTypeOrSelf(type);
      if (auto integer = dyn_cast<IntegerType>(element);
          integer && integer.getWidth() > (callsForWide ? 64 : 128))
        return op->emitError("expected integers of at most ")
               << (callsForWide ? 64 : 128) << " bits here, but got " << type;
      if (isa<FloatType>(element) && !element.isF16() && !element.isBF16() &&
          !element.isF32() && !element.isF64())
        return op->emitError("expected f16, bf16, f32 or f64, but got ")
               << type;
      return success();
    };
    for (Type type : op->getOperandTypes())
      if (failed(check(type)))
        return failure();
    for (Type type : op->getResultTypes())
      if (failed(check(type)))
        return failure();
    return success();
  }

  /// Whatever the conversions left would fail in code generation, far from
  /// here.
  LogicalResult checkLowered(Operation *op) {
    if (isa<LLVM::ExpOp, LLVM::Exp2Op, LLVM::Exp10Op, LLVM::LogOp, LLVM::Log2Op,
            LLVM::Log10Op, LLVM::PowOp, LLVM::PowIOp, LLVM::SinOp, LLVM::CosOp,
            LLVM::TanOp, LLVM::SinhOp, LLVM::CoshOp, LLVM::TanhOp, LLVM::ASinOp,
            LLVM::ACosOp, LLVM::ATanOp, LLVM::ATan2Op, LLVM::FRemOp>(op))
      return op->emitError("expected kopt-expand-math to have expanded this "
                           "function, but got '")
             << op->getName() << "'";
    if (failed(checkTypes(op)))
      return failure();
    StringRef dialect = op->getName().getDialectNamespace();
    if (op == getOperation() || dialect == "llvm" || dialect == "nvvm" ||
        dialect == "kopt_nv")
      return success();
    return op->emitError("expected only llvm, nvvm and kopt_nv operations "
                         "after lowering, but got '")
           << op->getName() << "'";
  }
};

} // namespace
