//===- LayoutAttr.cpp - Encoding of a distributed tile --------------------===//

#include "dialects/Kopt/KoptDialect.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"

using namespace mlir;
using namespace kopt;

static SmallVector<Layout::Basis> toBases(ArrayRef<DenseI64ArrayAttr> attrs) {
  SmallVector<Layout::Basis> bases;
  for (DenseI64ArrayAttr attr : attrs)
    bases.emplace_back(attr.asArrayRef());
  return bases;
}

static SmallVector<DenseI64ArrayAttr> toAttrs(MLIRContext *context,
                                              ArrayRef<Layout::Basis> bases) {
  SmallVector<DenseI64ArrayAttr> attrs;
  for (const Layout::Basis &basis : bases)
    attrs.push_back(DenseI64ArrayAttr::get(context, basis));
  return attrs;
}

Layout LayoutAttr::getLayout() const {
  // The attribute's verifier has made sure that this succeeds.
  return *Layout::get(toBases(getReg()), toBases(getLane()), toBases(getWarp()),
                      getReps());
}

LayoutAttr LayoutAttr::get(MLIRContext *context, const Layout &layout) {
  return get(context, toAttrs(context, layout.regBases()),
             toAttrs(context, layout.laneBases()),
             toAttrs(context, layout.warpBases()), layout.reps());
}

LayoutAttr LayoutAttr::of(Type type) {
  auto tile = dyn_cast<RankedTensorType>(type);
  return tile ? dyn_cast_or_null<LayoutAttr>(tile.getEncoding()) : nullptr;
}

LogicalResult LayoutAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                 ArrayRef<DenseI64ArrayAttr> reg,
                                 ArrayRef<DenseI64ArrayAttr> lane,
                                 ArrayRef<DenseI64ArrayAttr> warp,
                                 ArrayRef<int64_t> reps) {
  std::string reason;
  if (failed(Layout::verify(toBases(reg), toBases(lane), toBases(warp), reps,
                            reason)))
    return emitError() << reason;
  return success();
}

LogicalResult
LayoutAttr::verifyEncoding(ArrayRef<int64_t> shape, Type,
                           function_ref<InFlightDiagnostic()> emitError) const {
  Layout layout = getLayout();
  if (layout.tileShape() == shape)
    return success();
  InFlightDiagnostic diag = emitError() << "expected a tensor of the layout's "
                                           "shape [";
  llvm::interleaveComma(layout.tileShape(), diag);
  diag << "], but got [";
  llvm::interleaveComma(shape, diag);
  return diag << "]";
}

//===----------------------------------------------------------------------===//
// Syntax
//===----------------------------------------------------------------------===//

static ParseResult parseInts(AsmParser &parser, SmallVector<int64_t> &values) {
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&]() {
    return parser.parseInteger(values.emplace_back());
  });
}

static ParseResult parseBases(AsmParser &parser, StringRef keyword,
                              SmallVector<DenseI64ArrayAttr> &bases) {
  if (parser.parseKeyword(keyword) || parser.parseEqual())
    return failure();
  return parser.parseCommaSeparatedList(
      AsmParser::Delimiter::Square, [&]() -> ParseResult {
        SmallVector<int64_t> values;
        if (parseInts(parser, values))
          return failure();
        bases.push_back(DenseI64ArrayAttr::get(parser.getContext(), values));
        return success();
      });
}

Attribute LayoutAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<DenseI64ArrayAttr> reg, lane, warp;
  SmallVector<int64_t> reps;
  if (parser.parseLess() || parseBases(parser, "reg", reg) ||
      parser.parseComma() || parseBases(parser, "lane", lane) ||
      parser.parseComma() || parseBases(parser, "warp", warp) ||
      parser.parseComma() || parser.parseKeyword("reps") ||
      parser.parseEqual() || parseInts(parser, reps) || parser.parseGreater())
    return {};
  auto emitError = [&]() { return parser.emitError(loc); };
  // The exact parameter types pick the generated function, not the template of
  // the base, which needs the storage class.
  using Bases = ArrayRef<DenseI64ArrayAttr>;
  return LayoutAttr::getChecked(function_ref<InFlightDiagnostic()>(emitError),
                                parser.getContext(), Bases(reg), Bases(lane),
                                Bases(warp), ArrayRef<int64_t>(reps));
}

void LayoutAttr::print(AsmPrinter &printer) const {
  raw_ostream &os = printer.getStream();
  auto printInts = [&](ArrayRef<int64_t> values) {
    os << "[";
    llvm::interleaveComma(values, os);
    os << "]";
  };
  auto printBases = [&](StringRef keyword, ArrayRef<DenseI64ArrayAttr> bases) {
    os << keyword << " = [";
    llvm::interleaveComma(bases, os, [&](DenseI64ArrayAttr basis) {
      printInts(basis.asArrayRef());
    });
    os << "], ";
  };
  os << "<";
  printBases("reg", getReg());
  printBases("lane", getLane());
  printBases("warp", getWarp());
  os << "reps = ";
  printInts(getReps());
  os << ">";
}
