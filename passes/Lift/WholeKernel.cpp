//===- WholeKernel.cpp - Kernels on whole tensors by hand -----------------===//

#include "passes/Lift/WholeKernel.h"

using namespace mlir;
using namespace kopt;
using namespace kopt::lift;

static Type argumentType(Type type) {
  auto tensor = cast<RankedTensorType>(type);
  return MemRefType::get(tensor.getShape(), tensor.getElementType());
}

WholeKernel::WholeKernel(Location loc, NewKernel newKernel, ValueRange inputs,
                         TypeRange results, StringRef access)
    : builder(loc.getContext()), loc(loc), inputs(inputs) {
  auto [module, name] = newKernel();
  builder.setInsertionPointToEnd(module.getBody());
  SmallVector<Type> types;
  for (Type type : TypeRange(inputs))
    types.push_back(argumentType(type));
  for (Type type : results)
    types.push_back(argumentType(type));
  SmallVector<Attribute> attributes(inputs.size(),
                                    builder.getDictionaryAttr({}));
  attributes.append(results.size(),
                    builder.getDictionaryAttr(
                        builder.getNamedAttr(access, builder.getUnitAttr())));
  kernel = KernelOp::create(
      builder, loc, name, builder.getFunctionType(types, {}),
      /*grid=*/nullptr, /*schedule=*/nullptr, /*assume=*/nullptr,
      builder.getArrayAttr(attributes), /*res_attrs=*/nullptr);
  Block *entry = builder.createBlock(&kernel.getBody());
  for (Type type : types)
    entry->addArgument(type, loc);
  symbol =
      SymbolRefAttr::get(builder.getContext(), module.getName(),
                         {FlatSymbolRefAttr::get(builder.getContext(), name)});
}

BlockArgument WholeKernel::argument(unsigned i) {
  return kernel.getBody().getArgument(i);
}

Value WholeKernel::load(unsigned i, RankedTensorType type, AffineMap map) {
  if (!type)
    type = cast<RankedTensorType>(inputs[i].getType());
  return LoadOp::create(
      builder, loc,
      RankedTensorType::get(type.getShape(), type.getElementType()),
      argument(i), /*offsets=*/ValueRange(),
      /*bounds=*/ValueRange(), /*indices=*/ValueRange(),
      /*index_dims=*/ArrayAttr(),
      map ? AffineMapAttr::get(map) : AffineMapAttr(),
      /*pad=*/TypedAttr(), /*via=*/Attribute(),
      /*cache=*/CacheAttr(), /*layout=*/Attribute());
}

void WholeKernel::store(Value value, unsigned i) {
  StoreOp::create(builder, loc, value, argument(inputs.size() + i),
                  ValueRange(), ValueRange(), ValueRange(), ArrayAttr(),
                  AffineMapAttr(), Attribute(), CacheAttr(), Attribute());
}

ResultRange WholeKernel::finish(RewriterBase &rewriter, ValueRange outs) {
  ReturnOp::create(builder, loc);
  auto launch = LaunchOp::create(rewriter, loc, TypeRange(outs), symbol, inputs,
                                 outs, /*variants=*/ArrayAttr());
  return launch->getResults();
}
