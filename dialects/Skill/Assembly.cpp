//===- Assembly.cpp - The text of skill cards -----------------------------===//
//
// Types are never written: handles and values are told apart by position.
//
//===----------------------------------------------------------------------===//

#include "dialects/Skill/SkillDialect.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace kopt::skill;

using Operand = OpAsmParser::UnresolvedOperand;

//===----------------------------------------------------------------------===//
// Pieces
//===----------------------------------------------------------------------===//

static ParseResult parseNumber(OpAsmParser &parser, IntegerAttr &number) {
  int64_t value;
  if (parser.parseInteger(value))
    return failure();
  number = parser.getBuilder().getI64IntegerAttr(value);
  return success();
}
static void printNumber(OpAsmPrinter &printer, Operation *,
                        IntegerAttr number) {
  printer << number.getInt();
}

static ParseResult parseWord(OpAsmParser &parser, StringAttr &word) {
  StringRef text;
  if (parser.parseKeyword(&text))
    return failure();
  word = parser.getBuilder().getStringAttr(text);
  return success();
}
static void printWord(OpAsmPrinter &printer, Operation *, StringAttr word) {
  printer << word.getValue();
}

/// `(a = 1, b = 2)`.
static ParseResult parseSettings(OpAsmParser &parser, DictionaryAttr &knobs) {
  NamedAttrList list;
  auto one = [&]() -> ParseResult {
    StringRef name;
    IntegerAttr value;
    SMLoc loc = parser.getCurrentLocation();
    if (parser.parseKeyword(&name) || parser.parseEqual() ||
        parseNumber(parser, value))
      return failure();
    if (list.get(name))
      return parser.emitError(loc) << "expected each knob once";
    list.append(name, value);
    return success();
  };
  if (parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Paren, one))
    return failure();
  knobs = list.getDictionary(parser.getContext());
  return success();
}
static void printSettings(OpAsmPrinter &printer, Operation *,
                          DictionaryAttr knobs) {
  printer << "(";
  llvm::interleaveComma(knobs, printer, [&](NamedAttribute setting) {
    printer << setting.getName().getValue() << " = "
            << cast<IntegerAttr>(setting.getValue()).getInt();
  });
  printer << ")";
}

/// `(%place, %value, word, 1)` with its opening parenthesis.
static ParseResult parseArguments(OpAsmParser &parser, Operand &place,
                                  SmallVectorImpl<Operand> &values,
                                  ArrayAttr &words) {
  SmallVector<Attribute> list;
  if (parser.parseLParen() || parser.parseOperand(place))
    return failure();
  while (succeeded(parser.parseOptionalComma())) {
    Operand value;
    int64_t number;
    StringRef word;
    OptionalParseResult operand = parser.parseOptionalOperand(value);
    if (operand.has_value()) {
      if (failed(*operand))
        return failure();
      values.push_back(value);
      continue;
    }
    OptionalParseResult integer = parser.parseOptionalInteger(number);
    if (integer.has_value()) {
      if (failed(*integer))
        return failure();
      list.push_back(parser.getBuilder().getI64IntegerAttr(number));
      continue;
    }
    if (parser.parseKeyword(&word))
      return failure();
    list.push_back(parser.getBuilder().getStringAttr(word));
  }
  words = parser.getBuilder().getArrayAttr(list);
  return parser.parseRParen();
}
static void printArguments(OpAsmPrinter &printer, Value place,
                           OperandRange values, ArrayAttr words) {
  printer << "(" << place;
  for (Value value : values)
    printer << ", " << value;
  for (Attribute word : words ? words.getValue() : ArrayRef<Attribute>()) {
    printer << ", ";
    if (auto number = dyn_cast<IntegerAttr>(word))
      printer << number.getInt();
    else
      printer << cast<StringAttr>(word).getValue();
  }
  printer << ")";
}

static Type handleType(OpAsmParser &parser) {
  return HandleType::get(parser.getContext());
}
static Type valueType(OpAsmParser &parser) {
  return ValueType::get(parser.getContext());
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

ParseResult BindOp::parse(OpAsmParser &parser, OperationState &result) {
  Builder &builder = parser.getBuilder();
  std::string name;
  StringRef word;
  if (parser.parseKeyword(&word))
    return failure();
  if (word == "op") {
    if (parser.parseString(&name))
      return failure();
    result.addAttribute("op", builder.getStringAttr(name));
    IntegerAttr form;
    if (succeeded(parser.parseOptionalKeyword("form"))) {
      if (parseNumber(parser, form))
        return failure();
      result.addAttribute("form", form);
    }
  } else {
    Operand from;
    result.addAttribute("relation", builder.getStringAttr(word));
    if (parser.parseKeyword("of") || parser.parseOperand(from) ||
        parser.resolveOperand(from, handleType(parser), result.operands))
      return failure();
  }
  result.addTypes(handleType(parser));
  return parser.parseOptionalAttrDict(result.attributes);
}

void BindOp::print(OpAsmPrinter &printer) {
  if (getOp()) {
    printer << " op ";
    printer.printString(*getOp());
    if (getForm())
      printer << " form " << *getForm();
  } else {
    printer << " " << *getRelation() << " of " << getFrom();
  }
  printer.printOptionalAttrDict((*this)->getAttrs(),
                                {"op", "form", "relation"});
}

ParseResult QueryOp::parse(OpAsmParser &parser, OperationState &result) {
  StringAttr name;
  Operand place;
  SmallVector<Operand> values;
  ArrayAttr words;
  if (parseWord(parser, name) || parseArguments(parser, place, values, words) ||
      parser.parseOptionalAttrDict(result.attributes) ||
      parser.resolveOperand(place, handleType(parser), result.operands) ||
      parser.resolveOperands(values, valueType(parser), result.operands))
    return failure();
  result.addAttribute("name", name);
  result.addAttribute("words", words);
  result.addTypes(valueType(parser));
  return success();
}

void QueryOp::print(OpAsmPrinter &printer) {
  printer << " " << getName();
  printArguments(printer, getPlace(), getValues(), getWords());
  printer.printOptionalAttrDict((*this)->getAttrs(), {"name", "words"});
}

/// A comparison or a predicate, with an optional `advisory` (guards only) and
/// an optional `else`.
static ParseResult parseCondition(OpAsmParser &parser, OperationState &result) {
  Builder &builder = parser.getBuilder();
  Operand place, first;
  SmallVector<Operand> values;
  OptionalParseResult operand = parser.parseOptionalOperand(first);
  bool isPredicate = !operand.has_value();
  if (isPredicate) {
    StringAttr predicate;
    ArrayAttr words;
    if (parseWord(parser, predicate) ||
        parseArguments(parser, place, values, words))
      return failure();
    result.addAttribute("predicate", predicate);
    result.addAttribute("words", words);
  } else {
    StringRef word;
    SMLoc loc = parser.getCurrentLocation();
    if (failed(*operand) || parser.parseKeyword(&word))
      return failure();
    std::optional<Compare> compare = symbolizeCompare(word);
    if (!compare)
      return parser.emitError(loc)
             << "expected eq, ne, lt, le, gt, ge or mod, but got '" << word
             << "'";
    result.addAttribute("compare",
                        CompareAttr::get(parser.getContext(), *compare));
    values.push_back(first);
    Operand second;
    OptionalParseResult other = parser.parseOptionalOperand(second);
    if (other.has_value()) {
      if (failed(*other))
        return failure();
      values.push_back(second);
    } else {
      IntegerAttr number;
      if (parseNumber(parser, number))
        return failure();
      result.addAttribute("number", number);
    }
  }
  if (result.name.getStringRef() == GuardOp::getOperationName() &&
      succeeded(parser.parseOptionalKeyword("advisory")))
    result.addAttribute("advisory", builder.getUnitAttr());
  if (succeeded(parser.parseOptionalKeyword("else"))) {
    std::string text;
    if (parser.parseString(&text))
      return failure();
    result.addAttribute("otherwise", builder.getStringAttr(text));
  }
  if (parser.parseOptionalAttrDict(result.attributes) ||
      parser.resolveOperands(values, valueType(parser), result.operands))
    return failure();
  if (isPredicate &&
      parser.resolveOperand(place, handleType(parser), result.operands))
    return failure();
  result.addAttribute(
      "operandSegmentSizes",
      builder.getDenseI32ArrayAttr(
          {static_cast<int32_t>(values.size()), int32_t(isPredicate)}));
  return success();
}

template <typename OpTy>
static void printCondition(OpAsmPrinter &printer, OpTy op) {
  printer << " ";
  if (op.getPredicate()) {
    printer << *op.getPredicate();
    printArguments(printer, op.getPlace(), op.getValues(),
                   op.getWords().value_or(ArrayAttr()));
  } else {
    printer << op.getValues()[0] << " " << stringifyCompare(*op.getCompare())
            << " ";
    if (op.getNumber())
      printer << *op.getNumber();
    else
      printer << op.getValues()[1];
  }
  if (op->hasAttr("advisory"))
    printer << " advisory";
  if (op.getOtherwise()) {
    printer << " else ";
    printer.printString(*op.getOtherwise());
  }
  printer.printOptionalAttrDict(
      op->getAttrs(), {"id", "advisory", "compare", "number", "predicate",
                       "words", "otherwise", "operandSegmentSizes"});
}

ParseResult GuardOp::parse(OpAsmParser &parser, OperationState &result) {
  std::string id;
  if (parser.parseString(&id))
    return failure();
  result.addAttribute("id", parser.getBuilder().getStringAttr(id));
  return parseCondition(parser, result);
}
void GuardOp::print(OpAsmPrinter &printer) {
  printer << " ";
  printer.printString(getId());
  printCondition(printer, *this);
}

ParseResult ExpectOp::parse(OpAsmParser &parser, OperationState &result) {
  return parseCondition(parser, result);
}
void ExpectOp::print(OpAsmPrinter &printer) { printCondition(printer, *this); }

ParseResult WhenOp::parse(OpAsmParser &parser, OperationState &result) {
  return parseCondition(parser, result);
}
void WhenOp::print(OpAsmPrinter &printer) { printCondition(printer, *this); }

ParseResult RewriteOp::parse(OpAsmParser &parser, OperationState &result) {
  Builder &builder = parser.getBuilder();
  std::string name;
  Operand place;
  SmallVector<Operand> values;
  SmallVector<Attribute> valueNames;
  NamedAttrList params;
  auto one = [&]() -> ParseResult {
    StringRef key;
    if (parser.parseKeyword(&key))
      return failure();
    if (failed(parser.parseOptionalEqual())) {
      params.append(key, builder.getUnitAttr());
      return success();
    }
    Operand value;
    OptionalParseResult operand = parser.parseOptionalOperand(value);
    if (operand.has_value()) {
      values.push_back(value);
      valueNames.push_back(builder.getStringAttr(key));
      return *operand;
    }
    IntegerAttr number;
    if (parseNumber(parser, number))
      return failure();
    params.append(key, number);
    return success();
  };
  if (parser.parseString(&name) || parser.parseLParen() ||
      parser.parseOperand(place) || parser.parseRParen())
    return failure();
  if (succeeded(parser.parseOptionalKeyword("with")) &&
      parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Paren, one))
    return failure();
  if (parser.parseOptionalAttrDict(result.attributes) ||
      parser.resolveOperand(place, handleType(parser), result.operands) ||
      parser.resolveOperands(values, valueType(parser), result.operands))
    return failure();
  result.addAttribute("name", builder.getStringAttr(name));
  result.addAttribute("valueNames", builder.getArrayAttr(valueNames));
  result.addAttribute("params", params.getDictionary(parser.getContext()));
  return success();
}

void RewriteOp::print(OpAsmPrinter &printer) {
  printer << " ";
  printer.printString(getName());
  printer << "(" << getPlace() << ")";
  if (!getValues().empty() || !getParams().empty()) {
    printer << " with (";
    bool isFirst = true;
    auto comma = [&] {
      if (!std::exchange(isFirst, false))
        printer << ", ";
    };
    for (NamedAttribute param : getParams()) {
      comma();
      printer << param.getName().getValue();
      if (auto number = dyn_cast<IntegerAttr>(param.getValue()))
        printer << " = " << number.getInt();
    }
    for (auto [name, value] : llvm::zip(getValueNames(), getValues())) {
      comma();
      printer << cast<StringAttr>(name).getValue() << " = " << value;
    }
    printer << ")";
  }
  printer.printOptionalAttrDict((*this)->getAttrs(),
                                {"name", "valueNames", "params"});
}

#define GET_OP_CLASSES
#include "dialects/Skill/SkillOps.cpp.inc"
