//===- BroadcastLoad.cpp - Load a tile as wide as it is used --------------===//

#include "dialects/Kopt/KoptDialect.h"
#include "kopt/Skill/Rewrites.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace kopt;

LogicalResult kopt::skill::broadcastLoad(RewriterBase &rewriter,
                                         Operation *anchor, DictionaryAttr,
                                         std::string &reason) {
  auto no = [&](const Twine &text) {
    reason = text.str();
    return failure();
  };
  auto load = dyn_cast<LoadOp>(anchor);
  if (!load)
    return no("expected a kopt.load as anchor");
  if (!load.getIndices().empty())
    return no("a load by index tiles");
  if (load.getLayoutAttr())
    return no("the layout of the load is set");
  BroadcastOp first;
  for (Operation *user : load->getUsers()) {
    auto broadcast = dyn_cast<BroadcastOp>(user);
    if (!broadcast)
      return no("the tile is used as it is");
    if (first && (broadcast.getType() != first.getType() ||
                  broadcast.getDims() != first.getDims()))
      return no("the tile is broadcast in several ways");
    first = broadcast;
  }
  if (!first)
    return no("the tile is not used");
  auto type = cast<RankedTensorType>(first.getType());
  SmallVector<AffineExpr> dims;
  for (int64_t d : first.getDims())
    dims.push_back(rewriter.getAffineDimExpr(d));
  AffineMap map = load.getAccessMap();
  map =
      map.replaceDimsAndSymbols(dims, {}, type.getRank(), map.getNumSymbols());
  rewriter.setInsertionPoint(load);
  auto wide = LoadOp::create(
      rewriter, load.getLoc(), type, load.getSource(), load.getOffsets(),
      load.getBounds(), ValueRange(), ArrayAttr(), AffineMapAttr::get(map),
      load.getPadAttr(), load.getViaAttr(), load.getCacheAttr(),
      /*layout=*/Attribute());
  for (Operation *user : llvm::make_early_inc_range(load->getUsers()))
    rewriter.replaceOp(user, wide.getResult());
  rewriter.eraseOp(load);
  return success();
}
