//===- Syntax.cpp - Which syntax is expected ------------------------------===//

#include "kopt/ToolSupport/Syntax.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Support/ToolUtilities.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;

static std::string noteText() {
  return ("LLVM " + Twine(LLVM_VERSION_MAJOR) + " syntax expected").str();
}

kopt::SyntaxNote::SyntaxNote(MLIRContext *context)
    : handler(context, [this](Diagnostic &diagnostic) {
        if (diagnostic.getSeverity() == DiagnosticSeverity::Error && !isNoted) {
          isNoted = true;
          diagnostic.attachNote() << noteText();
        }
        return failure(); // others print it
      }) {}

LogicalResult kopt::checkNames(Operation *op) {
  StringRef key = SymbolTable::getSymbolAttrName();
  WalkResult walk = op->walk([&](Operation *inner) {
    auto name = inner->getAttrOfType<StringAttr>(key);
    if (!name || !name.getValue().empty())
      return WalkResult::advance();
    emitError(inner->getLoc(), "expected a name, but got @\"\"");
    return WalkResult::interrupt();
  });
  return failure(walk.wasInterrupted());
}

/// "error" and its kin.
static StringRef nameOf(DiagnosticSeverity severity) {
  switch (severity) {
  case DiagnosticSeverity::Note:
    return "note";
  case DiagnosticSeverity::Warning:
    return "warning";
  case DiagnosticSeverity::Error:
    return "error";
  case DiagnosticSeverity::Remark:
    return "remark";
  }
  llvm_unreachable("all severities are handled");
}

void kopt::registerPlacelessHandler(MLIRContext *context, StringRef tool,
                                    bool hasSeveralFiles) {
  auto print = [=, tool = tool.str()](Diagnostic &diagnostic) {
    auto place = diagnostic.getLocation()->findInstanceOf<FileLineColLoc>();
    if (place && place.getLine())
      llvm::errs() << place.getFilename().getValue() << ":" << place.getLine()
                   << ":" << place.getColumn();
    else
      llvm::errs() << (place && hasSeveralFiles ? place.getFilename().getValue()
                                                : StringRef(tool));
    llvm::errs() << ": " << nameOf(diagnostic.getSeverity()) << ": "
                 << diagnostic.str() << "\n";
  };
  context->getDiagEngine().registerHandler([=](Diagnostic &diagnostic) {
    auto place = diagnostic.getLocation()->findInstanceOf<FileLineColLoc>();
    bool isKnown = place ? place.getLine() != 0
                         : !isa<UnknownLoc>(diagnostic.getLocation());
    if (isKnown)
      return failure();
    print(diagnostic);
    for (Diagnostic &note : diagnostic.getNotes())
      print(note);
    return success();
  });
}

std::optional<std::pair<unsigned, unsigned>>
kopt::findDeepNesting(StringRef text) {
  constexpr int most = 1000;
  if (text.starts_with("ML\xefR"))
    return std::nullopt;
  int brackets = 0,
      angles = 0; // the latter stand in arrows and comparisons too
  size_t line = 1, lineStart = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    char before = i ? text[i - 1] : ' ';
    char after = i + 1 < text.size() ? text[i + 1] : ' ';
    switch (text[i]) {
    case '\n':
      ++line, lineStart = i + 1;
      break;
    case '"':
      for (++i; i < text.size() && text[i] != '"' && text[i] != '\n'; ++i)
        i += text[i] == '\\';
      i -= i < text.size() && text[i] == '\n';
      break;
    case '/':
      if (after == '/')
        i = std::min(text.find('\n', i), text.size()) - 1;
      break;
    case '{':
    case '(':
    case '[':
      ++brackets;
      break;
    case '}':
    case ')':
    case ']':
      brackets -= brackets > 0;
      break;
    case '<':
      angles += after != '=';
      break;
    case '>':
      angles -= angles > 0 && before != '-' && after != '=';
      break;
    default:
      break;
    }
    if (brackets > most || angles > most)
      return std::make_pair(unsigned(line), unsigned(i - lineStart + 1));
  }
  return std::nullopt;
}

void kopt::printSyntaxNote(llvm::MemoryBufferRef input, StringRef marker,
                           bool allowUnregistered,
                           const DialectRegistry &registry) {
  bool isNoted = false;
  auto parse = [&](std::unique_ptr<llvm::MemoryBuffer> piece,
                   const llvm::MemoryBufferRef &, raw_ostream &) {
    MLIRContext context(registry, MLIRContext::Threading::DISABLED);
    context.allowUnregisteredDialects(allowUnregistered);
    context.printOpOnDiagnostic(false);
    std::string where;
    ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
      if (where.empty() &&
          diagnostic.getSeverity() == DiagnosticSeverity::Error)
        if (auto loc =
                diagnostic.getLocation()->findInstanceOf<FileLineColLoc>())
          where = (loc.getFilename().getValue() + ":" + Twine(loc.getLine()) +
                   ":" + Twine(loc.getColumn()) + ": ")
                      .str();
      return success();
    });
    llvm::SourceMgr sources;
    sources.AddNewSourceBuffer(std::move(piece), llvm::SMLoc());
    if (!isNoted && !parseSourceFile(sources, ParserConfig(&context)))
      isNoted = true, llvm::errs() << where << "note: " << noteText() << "\n";
    return success();
  };
  std::unique_ptr<llvm::MemoryBuffer> copy = llvm::MemoryBuffer::getMemBuffer(
      input.getBuffer(), input.getBufferIdentifier(),
      /*RequiresNullTerminator=*/false);
  (void)splitAndProcessBuffer(std::move(copy), parse, llvm::nulls(), marker);
}
