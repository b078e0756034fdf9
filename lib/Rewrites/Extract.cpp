//===- Extract.cpp - A kernel of some values of another -------------------===//

#include "lib/Rewrites/Split.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;
using namespace kopt;

Value kopt::cloneSlice(OpBuilder &builder, Value value, Block *body,
                       IRMapping &map, function_ref<Value(Value)> outside) {
  if (Value known = map.lookupOrNull(value))
    return known;
  Operation *def = value.getDefiningOp();
  if (!def || def->getBlock() != body) {
    map.map(value, outside(value));
    return map.lookup(value);
  }
  for (Value operand : def->getOperands())
    cloneSlice(builder, operand, body, map, outside);
  builder.clone(*def, map);
  return map.lookup(value);
}

Extract::Extract(KernelOp source, LaunchOp launch, DimClasses &classes,
                 std::optional<Cut> cut, std::string &reason)
    : builder(source), source(source), launch(launch), classes(classes),
      cut(cut), reason(reason), host(launch) {
  target = KernelOp::create(builder, source.getLoc(), source.getSymName(),
                            builder.getFunctionType({}, {}), nullptr, nullptr,
                            nullptr, nullptr, nullptr);
  builder.createBlock(&target.getBody());
}

/// A kernel that was not finished goes.
Extract::~Extract() {
  if (target)
    target.erase();
}

SmallVector<unsigned> Extract::loops(linalg::GenericOp op, unsigned d) {
  unsigned first = 0;
  auto isCut = [&](unsigned e) {
    return cut && classes.ofLoop(op, e) == cut->cls;
  };
  for (unsigned e = 0; e < d; ++e)
    first += isCut(e) ? 2 : 1;
  if (isCut(d))
    return {first, first + 1};
  return {first};
}

unsigned Extract::numLoops(linalg::GenericOp op) {
  return op.getNumLoops() ? loops(op, op.getNumLoops() - 1).back() + 1 : 0;
}

AffineMap Extract::expand(linalg::GenericOp op, AffineMap map) {
  SmallVector<AffineExpr> results;
  for (AffineExpr expr : map.getResults())
    for (unsigned d : loops(op, cast<AffineDimExpr>(expr).getPosition()))
      results.push_back(builder.getAffineDimExpr(d));
  return AffineMap::get(numLoops(op), 0, results, builder.getContext());
}

void Extract::indices(linalg::GenericOp op, IRMapping &body) {
  for (auto index : op.getBody()->getOps<linalg::IndexOp>()) {
    SmallVector<unsigned> to = loops(op, index.getDim());
    Location loc = index.getLoc();
    Value value = linalg::IndexOp::create(builder, loc, to[0]);
    if (to.size() == 2) {
      Value length = arith::ConstantIndexOp::create(builder, loc, cut->length);
      Value first = arith::MulIOp::create(builder, loc, value, length);
      Value place = linalg::IndexOp::create(builder, loc, to[1]);
      value = arith::AddIOp::create(builder, loc, first, place);
    }
    body.map(index.getResult(), value);
  }
}

RankedTensorType Extract::expand(Value value) {
  auto type = cast<ShapedType>(value.getType());
  SmallVector<int64_t> shape;
  for (unsigned d = 0; d < type.getRank(); ++d)
    if (cut && classes.of(value, d) == cut->cls)
      llvm::append_values(shape, cut->parts, cut->length);
    else
      shape.push_back(type.getDimSize(d));
  return RankedTensorType::get(shape, type.getElementType());
}

Value Extract::input(Value value) {
  Location loc = launch.getLoc();
  Block *entry = &target.getBody().front();
  inputs.push_back(value);
  auto tensor = dyn_cast<RankedTensorType>(value.getType());
  if (!tensor)
    return entry->addArgument(value.getType(), loc);
  Value memref = entry->addArgument(
      MemRefType::get(tensor.getShape(), tensor.getElementType()), loc);
  return LoadOp::create(builder, loc, tensor, memref, ValueRange{},
                        ValueRange{}, ValueRange{}, ArrayAttr(),
                        AffineMapAttr(), TypedAttr(), Attribute(), CacheAttr(),
                        Attribute());
}

/// An argument of the source; where its dimensions are cut, the host passes it
/// in that shape.
Value Extract::argument(BlockArgument from) {
  if (Value known = map.lookupOrNull(from))
    return known;
  Value value = launch->getOperand(from.getArgNumber());
  auto tensor = dyn_cast<RankedTensorType>(value.getType());
  Type type = from.getType();
  if (tensor) {
    RankedTensorType wanted = expand(from);
    if (wanted.getRank() != tensor.getRank()) {
      SmallVector<ReassociationIndices> groups;
      SmallVector<OpFoldResult> sizes;
      int64_t at = 0;
      for (unsigned d = 0; d < tensor.getRank(); ++d) {
        if (classes.of(from, d) == cut->cls) {
          groups.push_back({at, at + 1});
          sizes.push_back(host.getIndexAttr(cut->parts));
          sizes.push_back(host.getIndexAttr(cut->length));
          at += 2;
          continue;
        }
        groups.push_back({at++});
        sizes.push_back(tensor::getMixedSize(host, launch.getLoc(), value, d));
      }
      value = tensor::ExpandShapeOp::create(host, launch.getLoc(), wanted,
                                            value, groups, sizes);
    }
    type = MemRefType::get(wanted.getShape(), wanted.getElementType());
  }
  inputs.push_back(value);
  Value here = target.getBody().front().addArgument(type, launch.getLoc());
  map.map(from, here);
  return here;
}

FailureOr<OpFoldResult> Extract::extent(unsigned cls, bool onHost) {
  int64_t known = classes.extent(cls);
  if (!ShapedType::isDynamic(known))
    return OpFoldResult(builder.getIndexAttr(known));
  auto [from, dim] = classes.argument(cls, [&](Value v) {
    return !source.isOutput(cast<BlockArgument>(v).getArgNumber());
  });
  if (!from)
    return no("an extent that no input of the kernel has");
  auto argument = cast<BlockArgument>(from);
  if (onHost)
    return tensor::getMixedSize(host, launch.getLoc(),
                                launch->getOperand(argument.getArgNumber()),
                                dim);
  // Dimensions before this one may be two each.
  unsigned position = dim;
  for (unsigned d = 0; d < dim; ++d)
    position += cut && classes.of(from, d) == cut->cls;
  return OpFoldResult(memref::DimOp::create(builder, launch.getLoc(),
                                            this->argument(argument), position)
                          .getResult());
}

FailureOr<std::pair<Value, Value>>
Extract::empty(linalg::GenericOp op, ArrayRef<unsigned> dims, Type element) {
  SmallVector<OpFoldResult> here, there;
  for (unsigned d : dims) {
    unsigned cls = classes.ofLoop(op, d);
    if (cut && cls == cut->cls) {
      here.push_back(builder.getIndexAttr(cut->parts));
      there.push_back(here.back());
      continue;
    }
    FailureOr<OpFoldResult> a = extent(cls, false), b = extent(cls, true);
    if (failed(a) || failed(b))
      return failure();
    here.push_back(*a);
    there.push_back(*b);
  }
  Value inKernel = tensor::EmptyOp::create(builder, op.getLoc(), here, element);
  Value onHost = tensor::EmptyOp::create(host, op.getLoc(), there, element);
  return std::pair(inKernel, onHost);
}

FailureOr<Value> Extract::get(Value value) {
  if (Value known = map.lookupOrNull(value))
    return known;
  if (auto from = dyn_cast<BlockArgument>(value))
    return argument(from);
  if (failed(clone(value.getDefiningOp())))
    return failure();
  return map.lookup(value);
}

Value Extract::around(Value value, bool &isFine) {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(&target.getBody().front());
  FailureOr<Value> here = get(value);
  isFine &= succeeded(here);
  return succeeded(here) ? *here : value;
}

FailureOr<Value> Extract::clone(Operation *op) {
  Location loc = op->getLoc();
  if (auto load = dyn_cast<LoadOp>(op)) {
    FailureOr<Value> memref = get(load.getSource());
    if (failed(memref))
      return failure();
    Operation *copy = builder.clone(*op, map);
    copy->getResult(0).setType(expand(load.getResult()));
    return map.lookup(load.getResult());
  }
  if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
    auto dense = dyn_cast<DenseElementsAttr>(constant.getValue());
    if (!dense || expand(op->getResult(0)) == op->getResult(0).getType()) {
      builder.clone(*op, map);
      return map.lookup(op->getResult(0));
    }
    if (!dense.isSplat())
      return no("a constant tensor that is not a splat");
    Value same = arith::ConstantOp::create(
        builder, loc, dense.resizeSplat(expand(op->getResult(0))));
    map.map(op->getResult(0), same);
    return same;
  }
  if (isa<tensor::EmptyOp>(op)) {
    SmallVector<OpFoldResult> sizes;
    Value old = op->getResult(0);
    auto type = cast<RankedTensorType>(old.getType());
    for (unsigned d = 0; d < type.getRank(); ++d) {
      unsigned cls = classes.of(old, d);
      if (cut && cls == cut->cls) {
        sizes.push_back(builder.getIndexAttr(cut->parts));
        sizes.push_back(builder.getIndexAttr(cut->length));
        continue;
      }
      FailureOr<OpFoldResult> size = extent(cls, false);
      if (failed(size))
        return failure();
      sizes.push_back(*size);
    }
    Value here =
        tensor::EmptyOp::create(builder, loc, sizes, type.getElementType());
    map.map(old, here);
    return here;
  }
  if (auto dim = dyn_cast<memref::DimOp>(op)) {
    if (!dim.getConstantIndex())
      return no("an extent of a dimension that is no constant");
    FailureOr<OpFoldResult> size =
        extent(classes.of(dim.getSource(), *dim.getConstantIndex()), false);
    if (failed(size))
      return failure();
    Value here = getValueOrCreateConstantIndexOp(builder, loc, *size);
    map.map(dim.getResult(), here);
    return here;
  }
  for (Value operand : op->getOperands())
    if (failed(get(operand)))
      return failure();
  if (isa<linalg::FillOp>(op)) {
    Operation *copy = builder.clone(*op, map);
    copy->getResult(0).setType(expand(op->getResult(0)));
    return map.lookup(op->getResult(0));
  }
  auto generic = dyn_cast<linalg::GenericOp>(op);
  if (!generic)
    return no("'" + op->getName().getStringRef() + "' in a form-1 kernel");
  SmallVector<AffineMap> maps;
  for (AffineMap old : generic.getIndexingMapsArray())
    maps.push_back(expand(generic, old));
  SmallVector<utils::IteratorType> iterators(numLoops(generic));
  for (unsigned d = 0; d < generic.getNumLoops(); ++d)
    for (unsigned to : loops(generic, d))
      iterators[to] = generic.getIteratorTypesArray()[d];
  SmallVector<Value> ins, outs;
  for (Value in : generic.getInputs())
    ins.push_back(map.lookup(in));
  for (Value out : generic.getOutputs())
    outs.push_back(map.lookup(out));
  bool isFine = true;
  auto copy = linalg::GenericOp::create(
      builder, loc, TypeRange(outs), ins, outs, maps, iterators,
      [&](OpBuilder &, Location, ValueRange args) {
        IRMapping body;
        body.map(generic.getBody()->getArguments(), args);
        indices(generic, body);
        SmallVector<Value> results;
        for (Value yielded : generic.getBody()->getTerminator()->getOperands())
          results.push_back(
              cloneSlice(builder, yielded, generic.getBody(), body,
                         [&](Value outer) { return around(outer, isFine); }));
        linalg::YieldOp::create(builder, loc, results);
      });
  if (!isFine)
    return failure();
  map.map(generic.getResults(), copy.getResults());
  return copy.getResult(0);
}

void Extract::output(Value value, Value destination) {
  stores.push_back({value, destination});
}

LaunchOp Extract::finish(StringRef name) {
  Location loc = launch.getLoc();
  Block *entry = &target.getBody().front();
  unsigned numInputs = entry->getNumArguments();
  SmallVector<Type> results;
  for (auto [value, destination] : stores) {
    auto tensor = cast<RankedTensorType>(destination.getType());
    Value memref = entry->addArgument(
        MemRefType::get(tensor.getShape(), tensor.getElementType()), loc);
    StoreOp::create(builder, loc, value, memref, ValueRange{}, ValueRange{},
                    ValueRange{}, ArrayAttr(), AffineMapAttr(), Attribute(),
                    CacheAttr(), Attribute());
    destinations.push_back(destination);
    results.push_back(tensor);
  }
  ReturnOp::create(builder, loc);
  target.setFunctionType(
      builder.getFunctionType(entry->getArgumentTypes(), {}));
  SmallVector<Attribute> attributes;
  for (unsigned i = 0; i < entry->getNumArguments(); ++i)
    attributes.push_back(builder.getDictionaryAttr(
        i < numInputs ? ArrayRef<NamedAttribute>()
                      : ArrayRef<NamedAttribute>(builder.getNamedAttr(
                            "kopt.out", builder.getUnitAttr()))));
  target.setArgAttrsAttr(builder.getArrayAttr(attributes));
  Operation *module = target->getParentOp();
  target->remove();
  target.setSymName(name);
  SymbolTable symbols(module);
  StringAttr unique = symbols.insert(target, Block::iterator(source));
  auto created = LaunchOp::create(
      host, loc, results,
      SymbolRefAttr::get(launch.getKernelAttr().getRootReference(),
                         {FlatSymbolRefAttr::get(unique)}),
      inputs, destinations, /*variants=*/ArrayAttr());
  target = nullptr;
  return created;
}
