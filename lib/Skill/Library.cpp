//===- Library.cpp - The cards and recipes of some folders ----------------===//

#include "kopt/Skill/Library.h"
#include "kopt/Skill/Facts.h"
#include "kopt/Skill/Interpreter.h"
#include "kopt/Skill/Numerics.h"
#include "kopt/Skill/Rewrite.h"
#include "kopt/Skill/Target.h"
#include "kopt/Support/Sha256.h"
#include "kopt/ToolSupport/Foreign.h"
#include "kopt/ToolSupport/Syntax.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <dlfcn.h>

using namespace mlir;
using namespace kopt;
using namespace kopt::skill;

CardOp Entry::card() const {
  return dyn_cast<CardOp>(module.get().getBody()->front());
}
RecipeOp Entry::recipe() const {
  return dyn_cast<RecipeOp>(module.get().getBody()->front());
}

//===----------------------------------------------------------------------===//
// Cards
//===----------------------------------------------------------------------===//

/// An unknown name is an error that lists the known ones.
static LogicalResult unknown(Operation *op, StringRef what, StringRef name,
                             ArrayRef<std::string> known) {
  return emitError(op->getLoc(), "expected the name of a ")
         << what << ", but got '" << name
         << "'; known: " << llvm::join(known, ", ");
}

/// Nothing may be set but what the operation takes for a hint.
static LogicalResult checkHint(SetOp set) {
  auto bind = set.getPlace().getDefiningOp<BindOp>();
  StringRef relation = bind.getRelation().value_or("");
  StringRef operation = relation == "kernel" ? KernelOp::getOperationName()
                        : relation == "loop" ? scf::ForOp::getOperationName()
                        : relation == "producer" || relation == "sibling"
                            ? LaunchOp::getOperationName()
                            : bind.getOp().value_or("");
  // An operation that does not exist is complained about at the anchor.
  if (!RegisteredOperationName::lookup(operation, set.getContext()))
    operation = "";
  std::string wrong = whyNoHint(operation, set.getName(), Attribute());
  if (wrong.empty())
    return success();
  return emitError(set.getLoc()) << wrong;
}

/// The text must be an attribute of the hint's form at least with the knobs'
/// defaults.
static LogicalResult checkText(SetOp set) {
  SmallVector<Number> values;
  for (Value value : set.getValues()) {
    auto knob = value.getDefiningOp<KnobOp>();
    if (!knob)
      return success();
    values.push_back(knob.getDomain().front());
  }
  std::string text = fillIn(set.getText(), values);
  std::string error;
  Attribute attribute;
  {
    ScopedDiagnosticHandler handler(set.getContext(), [&](Diagnostic &d) {
      error = d.str();
      return success();
    });
    attribute = parseAttribute(text, set.getContext());
  }
  if (!attribute)
    return emitError(set.getLoc(), "expected an attribute, but got '")
           << text << "': " << error;
  std::string wrong = whyNoHint("", set.getName(), attribute);
  if (wrong.empty())
    return success();
  return emitError(set.getLoc()) << wrong;
}

LogicalResult kopt::skill::checkCard(CardOp card) {
  registerAllRewrites();
  bool isGood = true;
  auto predicate = [&](Operation *op, std::optional<StringRef> name) {
    if (name && !lookupPredicate(*name))
      isGood &= succeeded(unknown(op, "predicate", *name, predicateNames()));
  };
  for (Operation &op : card.getBody().front()) {
    if (auto bind = dyn_cast<BindOp>(op); bind && bind.getOp()) {
      StringRef name = *bind.getOp();
      MLIRContext *context = card.getContext();
      context->getOrLoadDialect(name.split('.').first);
      if (!RegisteredOperationName::lookup(name, context)) {
        emitError(op.getLoc(), "expected an operation's name, but got '")
            << name << "'";
        isGood = false;
      }
    } else if (auto query = dyn_cast<QueryOp>(op)) {
      const Query *known = lookupQuery(query.getName());
      size_t arguments = query.getValues().size() + query.getWords().size();
      if (!known) {
        isGood &=
            succeeded(unknown(&op, "query", query.getName(), queryNames()));
      } else if (arguments > known->most) {
        emitError(op.getLoc(), "expected at most ")
            << known->most << " arguments of query '" << known->name
            << "' beside the place, but got " << arguments;
        isGood = false;
      }
    } else if (auto guard = dyn_cast<GuardOp>(op)) {
      predicate(&op, guard.getPredicate());
    } else if (auto any = dyn_cast<AnyOp>(op)) {
      for (auto when : any.getBody().getOps<WhenOp>())
        predicate(when, when.getPredicate());
    } else if (auto expect = dyn_cast<ExpectOp>(op)) {
      predicate(&op, expect.getPredicate());
    } else if (auto target = dyn_cast<TargetOp>(op)) {
      if (!llvm::is_contained(Target::names(), target.getName().str()))
        isGood &= succeeded(
            unknown(&op, "target number", target.getName(), Target::names()));
    } else if (auto rewrite = dyn_cast<RewriteOp>(op)) {
      const Rewrite *known = lookupRewrite(rewrite.getName());
      if (!known)
        isGood &= succeeded(
            unknown(&op, "rewrite", rewrite.getName(), rewriteNames()));
      else if (known->numerics > *parseNumericKind(card.getNumerics())) {
        emitError(card.getLoc(), "expected numerics ")
                .append(spelling(known->numerics), ", which rewrite '",
                        known->name, "' does, but got ", card.getNumerics())
                .attachNote(op.getLoc())
            << "the rewrite is here";
        isGood = false;
      }
    } else if (auto set = dyn_cast<SetOp>(op)) {
      isGood &= succeeded(checkHint(set)) && succeeded(checkText(set));
    }
  }
  return success(isGood);
}

KnobOp kopt::skill::findKnob(CardOp card, StringRef name) {
  for (auto knob : card.getBody().getOps<KnobOp>())
    if (knob.getName() == name)
      return knob;
  return {};
}

LogicalResult kopt::skill::checkKnob(CardOp card, StringRef name, int64_t value,
                                     Location loc) {
  KnobOp knob = findKnob(card, name);
  if (!knob)
    return emitError(loc) << "expected a knob of card @" << card.getSymName()
                          << ", but got '" << name << "'";
  if (llvm::is_contained(knob.getDomain(), value))
    return success();
  InFlightDiagnostic diagnostic =
      emitError(loc) << "expected a value of the knob's domain, but got "
                     << card.getSymName() << "." << name << " = " << value;
  diagnostic.attachNote(knob.getLoc()) << "the domain is here";
  return diagnostic;
}

//===----------------------------------------------------------------------===//
// Folders
//===----------------------------------------------------------------------===//

/// All `.mlir` files in and below `folder`, in name order.
static LogicalResult listFiles(MLIRContext *context, StringRef folder,
                               std::vector<std::string> &files) {
  std::error_code error;
  if (!llvm::sys::fs::is_directory(folder))
    return emitError(FileLineColLoc::get(context, folder, 0, 0))
           << "expected a folder of skills, but got '" << folder << "'";
  for (llvm::sys::fs::recursive_directory_iterator it(folder, error), end;
       it != end && !error; it.increment(error))
    if (llvm::sys::path::extension(it->path()) == ".mlir")
      files.push_back(it->path());
  if (error)
    return emitError(FileLineColLoc::get(context, folder, 0, 0))
           << "cannot read folder '" << folder << "': " << error.message();
  llvm::sort(files);
  return success();
}

static FailureOr<Entry> loadFile(MLIRContext *context,
                                 const std::string &path) {
  Entry entry;
  entry.path = path;
  Location start = FileLineColLoc::get(context, path, 1, 1);
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (!buffer)
    return emitError(start)
           << "cannot read the file: " << buffer.getError().message();
  StringRef bytes = (*buffer)->getBuffer();
  entry.hash = sha256(bytes.data(), bytes.size());
  if (auto place = findDeepNesting(bytes))
    return emitError(
        FileLineColLoc::get(context, path, place->first, place->second),
        deepNesting);
  {
    SyntaxNote note(context);
    entry.module =
        parseSourceString<ModuleOp>(bytes, ParserConfig(context), path);
  }
  if (!entry.module)
    return failure();
  Block *body = entry.module->getBody();
  if (!llvm::hasSingleElement(*body) || !isa<CardOp, RecipeOp>(body->front()))
    return emitError(start)
           << "expected one skill.card or skill.recipe in a file";
  std::string stem = llvm::sys::path::stem(path).str();
  std::replace(stem.begin(), stem.end(), '-', '_');
  StringRef name = SymbolTable::getSymbolName(&body->front()).getValue();
  if (stem != name)
    return emitError(body->front().getLoc(),
                     "expected the card to have the name of its file, @")
           << stem << ", but got @" << name;
  if (CardOp card = entry.card(); card && failed(checkCard(card)))
    return failure();
  return entry;
}

/// The folder of kopt's own cards that is installed with the running program,
/// else that of the source tree.
static std::string ownFolder();

/// Whether cards of such a folder may be parsed here: kopt's own are. Others
/// may hold anything.
static LogicalResult checkForeignFiles(MLIRContext *context, StringRef folder,
                                       ArrayRef<std::string> files) {
  if (llvm::sys::fs::equivalent(folder, ownFolder()))
    return success();
  std::vector<std::unique_ptr<llvm::MemoryBuffer>> buffers;
  SmallVector<StringRef> texts;
  SmallVector<size_t> numbers;
  for (auto [i, file] : llvm::enumerate(files))
    if (auto buffer = llvm::MemoryBuffer::getFile(file)) {
      texts.push_back((*buffer)->getBuffer());
      buffers.push_back(std::move(*buffer));
      numbers.push_back(i);
    } // else reading it again says why not
  ForeignLimits limits;
  limits.bytes = size_t(1) << 20;
  limits.printed = size_t(16) << 20;
  auto error = checkForeign(context->getDialectRegistry(), texts, limits);
  if (!error)
    return success();
  return emitError(FileLineColLoc::get(context, files[numbers[error->text]],
                                       error->line, error->column))
         << error->message;
}

LogicalResult Library::load(MLIRContext *context,
                            ArrayRef<std::string> folders) {
  context->getOrLoadDialect<SkillDialect>();
  context->getOrLoadDialect<KoptDialect>();
  bool isGood = true;
  llvm::StringSet<> broken; // names that have been reported
  for (const std::string &folder : folders) {
    std::vector<std::string> files;
    if (failed(listFiles(context, folder, files)) ||
        failed(checkForeignFiles(context, folder, files)))
      return failure();
    std::map<std::string, std::string> here; // name → file in this folder
    for (const std::string &file : files) {
      FailureOr<Entry> entry = loadFile(context, file);
      if (failed(entry)) {
        std::string stem = llvm::sys::path::stem(file).str();
        std::replace(stem.begin(), stem.end(), '-', '_');
        broken.insert(stem);
        isGood = false;
        continue;
      }
      Operation *op = &entry->module->getBody()->front();
      std::string name = SymbolTable::getSymbolName(op).str();
      auto [first, isNew] = here.try_emplace(name, file);
      if (!isNew) {
        emitError(op->getLoc(), "expected one @")
            << name << " in a folder, but '" << first->second << "' has it too";
        isGood = false;
        continue;
      }
      auto &map = isa<CardOp>(op) ? allCards : allRecipes;
      auto old = map.find(name);
      if (old != map.end())
        emitRemark(op->getLoc()) << "@" << name << " is taken from '" << file
                                 << "', not from '" << old->second.path << "'";
      map.insert_or_assign(name, std::move(*entry));
    }
  }
  for (const auto &[name, entry] : allRecipes)
    for (auto apply : entry.recipe().getBody().getOps<ApplyOp>())
      if (!broken.contains(apply.getCard()))
        isGood &= succeeded(checkLine(apply, name));
      else
        isGood = false;
  return success(isGood);
}

/// Whether `apply`, a line of recipe `from`, names a card with its knobs, or a
/// recipe that does not lead back to `from`.
LogicalResult Library::checkLine(ApplyOp apply, StringRef from) const {
  if (const Entry *used = card(apply.getCard())) {
    bool isGood = true;
    for (NamedAttribute knob : apply.getKnobs())
      isGood &= succeeded(checkKnob(used->card(), knob.getName().getValue(),
                                    cast<IntegerAttr>(knob.getValue()).getInt(),
                                    apply.getLoc()));
    return success(isGood);
  }
  const Entry *used = recipe(apply.getCard());
  if (!used)
    return emitError(apply.getLoc(), "expected a card or a recipe, but got @")
           << apply.getCard();
  if (!apply.getKnobs().empty() || apply.getUntilNoMatch())
    return emitError(apply.getLoc(), "expected a card to have knobs or "
                                     "until_no_match, but got the recipe @")
           << apply.getCard();
  // Depth first over recipes; each is looked at once.
  llvm::StringSet<> seen;
  SmallVector<StringRef> open = {apply.getCard()};
  while (!open.empty()) {
    StringRef at = open.pop_back_val();
    if (at == from)
      return emitError(apply.getLoc(), "expected recipes that end, but @")
             << apply.getCard() << " applies @" << from << " again";
    const Entry *entry = recipe(at);
    if (!entry || !seen.insert(at).second)
      continue;
    for (auto next : entry->recipe().getBody().getOps<ApplyOp>())
      open.push_back(next.getCard());
  }
  return success();
}

SmallVector<ApplyOp> Library::lines(const Entry &entry) const {
  SmallVector<ApplyOp> all;
  for (auto apply : entry.recipe().getBody().getOps<ApplyOp>())
    if (const Entry *inner = recipe(apply.getCard());
        inner && !card(apply.getCard()))
      llvm::append_range(all, lines(*inner));
    else
      all.push_back(apply);
  return all;
}

const Entry *Library::card(StringRef name) const {
  auto found = allCards.find(name.str());
  return found == allCards.end() ? nullptr : &found->second;
}
const Entry *Library::recipe(StringRef name) const {
  auto found = allRecipes.find(name.str());
  return found == allRecipes.end() ? nullptr : &found->second;
}

static std::string ownFolder() {
  // lib/Skill is in every tool, so the tool's own place is found by any
  // function of it; and in the plug-in, which lies in lib or below it.
  auto *here = reinterpret_cast<void *>(&defaultFolders);
  std::string tool = llvm::sys::fs::getMainExecutable(nullptr, here);
  Dl_info object;
  std::string library =
      ::dladdr(here, &object) && object.dli_fname ? object.dli_fname : "";
  for (StringRef file : {StringRef(tool), StringRef(library)})
    for (const char *up : {"..", "../.."}) {
      SmallString<256> installed(llvm::sys::path::parent_path(file));
      llvm::sys::path::append(installed, up, "share", "kopt", "skills");
      if (!file.empty() && llvm::sys::fs::is_directory(installed))
        return installed.str().str();
    }
  return KOPT_SKILLS_SOURCE;
}

std::vector<std::string> kopt::skill::defaultFolders() {
  if (const char *variable = std::getenv("KOPT_SKILLS")) {
    SmallVector<StringRef> parts;
    StringRef(variable).split(parts, ':', -1, /*KeepEmpty=*/false);
    return std::vector<std::string>(parts.begin(), parts.end());
  }
  return {ownFolder()};
}
