//===- Scan.cpp - Prefixes ------------------------------------------------===//

#include "passes/ExpandTensorOps/ExpandImpl.h"

using namespace mlir;
using namespace kopt;
using namespace kopt::elements;

/// Each element goes through its line from the beginning and stops at itself,
/// so that combinations are made in the operation's order.
void kopt::expand::scan(RewriterBase &rewriter, tm::ScanOp op) {
  Location loc = op.getLoc();
  Value input = op.getInputs()[0], output = op.getOutputs()[0],
        start = op.getOutputs()[1];
  auto type = cast<RankedTensorType>(output.getType());
  int64_t rank = type.getRank(), dim = op.getDimension();
  Block &region = op.getRegion().front();
  bool inclusive = op.getInclusive();
  Sizes sizes = tensor::getMixedSizes(rewriter, loc, output);
  Value init;
  if (inclusive)
    init = zeros(rewriter, loc, type, sizes);
  else
    init = perElement(rewriter, loc, type, sizes,
                      [&](const At &at, Indices indices) {
                        indices.erase(indices.begin() + dim);
                        return at.extract(start, indices);
                      });
  auto [own, other] = mapsAlong(rewriter.getContext(), rank, dim);
  Value prefixes =
      fold(rewriter, loc, input, other, init,
           [&](const At &at, const Indices &indices, ValueRange values) {
             Value here = indices[dim], from = indices[rank];
             Value next = at.inlined(region, {values[1], values[0]})[0];
             if (!inclusive)
               return at.choose(at.test(arith::CmpIPredicate::slt, from, here),
                                next, values[1]);
             next = at.choose(at.equal(from, at.constant(0)), values[0], next);
             return at.choose(at.test(arith::CmpIPredicate::sle, from, here),
                              next, values[1]);
           });
  Value last = start;
  if (!op.getResult(1).use_empty())
    last = perElement(rewriter, loc, cast<RankedTensorType>(start.getType()),
                      tensor::getMixedSizes(rewriter, loc, start),
                      [&](const At &at, Indices indices) {
                        Value old = at.extract(start, indices), inside;
                        Value end =
                            at.sub(at.value(sizes[dim]), at.b.getIndexAttr(1));
                        indices.insert(indices.begin() + dim,
                                       at.clamp(end, sizes[dim], inside));
                        // A line of one has no combination.
                        return at.choose(at.test(arith::CmpIPredicate::sgt, end,
                                                 at.constant(0)),
                                         at.extract(prefixes, indices), old);
                      });
  rewriter.replaceOp(op, {prefixes, last});
}
