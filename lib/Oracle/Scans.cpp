//===- Scans.cpp - Scans as the loops that define them --------------------===//
//
// Lifting expands what it cannot scan element by element, in parallel; the
// oracle goes through each line once. What a line's loop carries is a sum for
// Perturb.cpp, which moves each partial sum that the result has.
//
//===----------------------------------------------------------------------===//

#include "Widen.h"
#include "dialects/TmTensor/TmTensorDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"
#include "passes/ExpandTensorOps/Elements.h"

using namespace mlir;
using namespace kopt;

namespace {

class ScanLoops {
public:
  ScanLoops(kopt::tm::ScanOp op, RewriterBase &rewriter)
      : op(op), rewriter(rewriter), loc(op.getLoc()), input(op.getInputs()[0]),
        start(op.getOutputs()[1]) {}

  /// Both results.
  SmallVector<Value> run() {
    for (OpFoldResult size : tensor::getMixedSizes(rewriter, loc, input))
      sizes.push_back(getValueOrCreateConstantIndexOp(rewriter, loc, size));
    auto type = cast<RankedTensorType>(op.getOutputs()[0].getType());
    Value empty = elements::emptyLike(
        rewriter, loc, type,
        tensor::getMixedSizes(rewriter, loc, op.getOutputs()[0]));
    // A line without elements has no first one.
    Value hasElements =
        arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::sgt,
                              sizes[op.getDimension()], constant(0));
    auto branch = scf::IfOp::create(
        rewriter, loc, hasElements,
        [&](OpBuilder &b, Location l) {
          scf::YieldOp::create(b, l, overLines(b, {empty, start}));
        },
        [&](OpBuilder &b, Location l) {
          scf::YieldOp::create(b, l, ValueRange{empty, start});
        });
    return llvm::to_vector(ValueRange(branch.getResults()));
  }

private:
  using Values = SmallVector<Value>;

  Value constant(int64_t value) {
    return arith::ConstantIndexOp::create(rewriter, loc, value);
  }

  Values overLines(OpBuilder &builder, Values outs) {
    Values lower, upper, steps;
    for (auto [d, size] : llvm::enumerate(sizes)) {
      if (int64_t(d) == int64_t(op.getDimension()))
        continue;
      lower.push_back(arith::ConstantIndexOp::create(builder, loc, 0));
      upper.push_back(size);
      steps.push_back(arith::ConstantIndexOp::create(builder, loc, 1));
    }
    return scf::buildLoopNest(builder, loc, lower, upper, steps, outs,
                              [&](OpBuilder &b, Location, ValueRange line,
                                  ValueRange carried) -> scf::ValueVector {
                                return overLine(b, line, carried);
                              })
        .results;
  }

  scf::ValueVector overLine(OpBuilder &builder, ValueRange line,
                            ValueRange outs) {
    auto at = [&](Value place) {
      Values indices(line);
      indices.insert(indices.begin() + op.getDimension(), place);
      return indices;
    };
    Value length = sizes[op.getDimension()];
    Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
    Value one = arith::ConstantIndexOp::create(builder, loc, 1);
    Value from = zero, first, prefixes = outs[0];
    if (op.getInclusive()) {
      first = tensor::ExtractOp::create(builder, loc, input, at(zero));
      prefixes =
          tensor::InsertOp::create(builder, loc, first, prefixes, at(zero));
      from = one;
    } else {
      first = tensor::ExtractOp::create(builder, loc, start, line);
    }
    auto loop = scf::ForOp::create(
        builder, loc, from, length, one, ValueRange{first, prefixes},
        [&](OpBuilder &b, Location l, Value place, ValueRange carried) {
          Value next = tensor::ExtractOp::create(b, l, input, at(place));
          next = elements::At{b, l}.inlined(op.getRegion().front(),
                                            {carried[0], next})[0];
          Value own = op.getInclusive() ? next : carried[0];
          Value stored =
              tensor::InsertOp::create(b, l, own, carried[1], at(place));
          scf::YieldOp::create(b, l, ValueRange{next, stored});
        });
    prefixes = loop.getResult(1);
    if (op.getResult(1).use_empty())
      return {prefixes, outs[1]};
    // A line of one has no combination.
    Value isCombined = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::sgt, length, one);
    Value last = tensor::ExtractOp::create(
        builder, loc, prefixes,
        at(arith::SubIOp::create(builder, loc, length, one)));
    last = arith::SelectOp::create(
        builder, loc, isCombined, last,
        tensor::ExtractOp::create(builder, loc, start, line));
    return {prefixes,
            tensor::InsertOp::create(builder, loc, last, outs[1], line)};
  }

  kopt::tm::ScanOp op;
  RewriterBase &rewriter;
  Location loc;
  Value input, start;
  Values sizes;
};

} // namespace

void kopt::oracle::expandScans(ModuleOp module) {
  IRRewriter rewriter(module.getContext());
  SmallVector<kopt::tm::ScanOp> scans;
  module.walk([&](kopt::tm::ScanOp op) { scans.push_back(op); });
  for (kopt::tm::ScanOp op : scans) {
    rewriter.setInsertionPoint(op);
    rewriter.replaceOp(op, ScanLoops(op, rewriter).run());
  }
}
