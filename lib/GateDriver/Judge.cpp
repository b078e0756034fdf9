//===- Judge.cpp - One question about one candidate -----------------------===//

#include "JudgeImpl.h"
#include "kopt/Gate/Inputs.h"
#include "kopt/Oracle/IndexBounds.h"
#include "kopt/Support/Sha256.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Format.h"

#include <algorithm>
#include <limits>

using namespace mlir;

namespace kopt {

double Judge::remaining() const {
  if (options.budgetSeconds <= 0)
    return std::numeric_limits<double>::infinity();
  std::chrono::duration<double> used = std::chrono::steady_clock::now() - start;
  return options.budgetSeconds - used.count();
}

double Judge::within(double seconds) const {
  return std::min(seconds, std::max(remaining(), 0.1));
}

bool Judge::spent(const llvm::Twine &before) {
  if (remaining() > 0)
    return false;
  std::string text;
  llvm::raw_string_ostream(text)
      << "the budget of " << llvm::format("%g", options.budgetSeconds)
      << " s was spent before " << before
      << "; begun: " << out.verdict.families.size() << " families, "
      << out.shapes.size()
      << " dynamic shapes; compared: " << out.counts.elements << " elements";
  out.verdict.fail(gate::Reason::Timeout, text);
  return true;
}

Result<gate::Program> Judge::build(func::FuncOp function) {
  auto fail = [](gate::Reason reason, const std::string &text) {
    return Status::failure(gate::spelling(reason), text);
  };
  bool compiling = false;
  ImageCompiler compiler =
      Session::compiler(options.device, out.device.architecture);
  FirstError error(session.context());
  if (failed(checkStatic(function)))
    return fail(gate::Reason::IllegalState, error.get());
  FailureOr<gate::Program> program =
      buildProgram(function, arguments,
                   {[&](gpu::GPUModuleOp module) -> FailureOr<gate::Image> {
                      compiling = true;
                      return compiler.compile(module);
                    },
                    compiler.takesTiles});
  if (failed(program))
    return fail(compiling ? gate::Reason::Compile : gate::Reason::IllegalState,
                error.get());
  // Tensors are values: an argument is what it was, whoever reads it next.
  for (const gate::Buffer &buffer : program->buffers)
    if (buffer.role == gate::BufferRole::InOut)
      return fail(gate::Reason::InputModified,
                  "expected " + buffer.name +
                      " to keep its contents, but got a launch that "
                      "writes it");
  return std::move(*program);
}

/// Judges by the arguments that are set; nothing if the candidate fails.
std::optional<uint64_t>
Judge::judgeShape(const Oracle *oracle, func::FuncOp candidate,
                  const std::vector<std::string> &families) {
  std::string shape = describe(original, arguments);
  auto mark = [&] {
    if (!shape.empty())
      out.verdict.detail = "shape " + shape + ": " + out.verdict.detail;
  };
  if (!shape.empty())
    out.shapes.push_back(shape);
  Result<gate::Program> built = build(candidate);
  if (!built) {
    gate::Reason reason = gate::Reason::Compile;
    (void)gate::parseReason(built.status().kind(), reason);
    out.verdict.fail(reason, built.status().message());
    return mark(), std::nullopt;
  }
  program = std::move(*built);
  if (out.binarySha256.empty()) {
    Sha256 hash;
    for (const gate::Image &image : program->images)
      hash.update(image.bytes.data(), image.bytes.size());
    out.binarySha256 = hash.hex();
  }
  std::optional<uint64_t> handle = load(*program);
  if (!handle)
    return mark(), std::nullopt;
  for (auto [number, family] : llvm::enumerate(families)) {
    if (session.onProgress)
      session.onProgress(
          ("shape " + llvm::Twine(out.shapes.empty() ? 1 : out.shapes.size()) +
           " of " + llvm::Twine(numShapes) +
           (shape.empty() ? "" : " (" + shape + ")") + ", family " +
           llvm::Twine(number + 1) + " of " + llvm::Twine(families.size()) +
           " (" + family + ")")
              .str());
    if (!llvm::is_contained(out.verdict.families, family))
      out.verdict.families.push_back(family);
    // A family that is judged again is counted once.
    ElementCounts counts = out.counts;
    double worstRatio = out.verdict.worstRatio;
    repeats = 0;
    judgeFamily(*oracle, *program, *handle, family);
    while (out.verdict.failed() && restart()) {
      out.counts = counts;
      out.verdict.worstRatio = worstRatio;
      handle = loadOnce(*program);
      if (handle)
        judgeFamily(*oracle, *program, *handle, family);
    }
    if (out.verdict.failed())
      return mark(), std::nullopt;
  }
  return handle;
}

LogicalResult Judge::run(func::FuncOp candidate, func::FuncOp toBeat) {
  std::optional<Shapes> chosen;
  if (options.arguments.empty())
    chosen = defaultShapes(original);
  FailureOr<Shapes> concrete =
      chosen ? *chosen : concreteArguments(original, options.arguments);
  if (failed(concrete))
    return failure();
  arguments = *concrete;
  // Times need no oracle, so the original may have been lifted then.
  const Oracle *oracle = nullptr;
  if (!options.profileOnly) {
    FailureOr<const Oracle *> made = session.oracleOf(original);
    if (failed(made))
      return failure();
    oracle = *made;
  }
  if (toBeat && toBeat.getFunctionType() != original.getFunctionType())
    return toBeat.emitOpError("expected an incumbent of type ")
           << original.getFunctionType() << ", but got "
           << toBeat.getFunctionType();

  if (candidate.getFunctionType() != original.getFunctionType()) {
    std::string text;
    llvm::raw_string_ostream(text)
        << "expected type " << original.getFunctionType() << ", but got "
        << candidate.getFunctionType();
    out.verdict.fail(gate::Reason::Verify, text);
    return success();
  }
  out.numericClass = numericClassOf(candidate, original);
  NumericClass::Kind kind = out.numericClass.kind;
  if (kind == NumericClass::Narrows || (kind == NumericClass::Approximates &&
                                        !options.permission.approximates)) {
    out.verdict.fail(gate::Reason::NotPermitted, std::string("the candidate ") +
                                                     spelling(kind) + ": " +
                                                     out.numericClass.because);
    return success();
  }
  if (!startWorker())
    return success();
  // Before the candidate is executed: without it the question cannot be put.
  if (toBeat && failed(buildIncumbent(toBeat)))
    return failure();
  judgeAll(oracle, candidate);
  return success();
}

/// All shapes to judge beside the asked one, each once, the cheapest first: a
/// wrong candidate is soon found.
static std::vector<Shapes> otherShapes(func::FuncOp original,
                                       func::FuncOp candidate,
                                       const Shapes &asked) {
  std::vector<Shapes> all = perturbedShapes(original, asked), once;
  llvm::append_range(all, tileShapes(original, candidate, asked));
  llvm::append_range(all, variantShapes(original, candidate, asked));
  llvm::StringSet<> known;
  known.insert(describe(original, asked));
  for (Shapes &shapes : all)
    if (known.insert(describe(original, shapes)).second)
      once.push_back(std::move(shapes));
  auto elements = [](const Shapes &shapes) {
    double sum = 0;
    for (const HostArgument &argument : shapes) {
      double product = 1;
      for (int64_t extent : argument.shape)
        product *= double(extent);
      sum += product;
    }
    return sum;
  };
  llvm::stable_sort(once, [&](const Shapes &a, const Shapes &b) {
    return elements(a) < elements(b);
  });
  return once;
}

/// Judges the asked shape, then others, then the times.
void Judge::judgeAll(const Oracle *oracle, func::FuncOp candidate) {
  std::vector<std::string> asked =
      options.families.empty() ? gate::familyNames() : options.families;
  if (options.profileOnly)
    asked.clear();
  if (!judgeShape(oracle, candidate, asked))
    return;
  if (options.profileOnly) {
    judgeSpeed(*program);
    if (!out.verdict.failed())
      out.verdict.fail(gate::Reason::NotChecked,
                       out.verdict.detail +
                           "; whether it is right was not asked");
    return;
  }
  // The asked shape is the one to time.
  if (options.otherShapes) {
    std::vector<std::string> families = options.families;
    if (families.empty())
      families = {"normal", "small_integers"};
    gate::Program askedProgram = *program;
    Shapes asked = arguments;
    std::vector<Shapes> other = otherShapes(original, candidate, asked);
    numShapes = 1 + other.size();
    for (const Shapes &shapes : other) {
      // Where no index is valid the program has no meaning.
      if (llvm::is_contained(indexBounds(original, shapesOf(shapes)), 0))
        continue;
      arguments = shapes;
      if (!judgeShape(oracle, candidate, families))
        return;
    }
    arguments = asked;
    program = std::move(askedProgram);
  }
  if (out.counts.elements && out.counts.undecided == out.counts.elements) {
    out.verdict.fail(gate::Reason::Undecided,
                     "the oracle says nothing about any element");
    return;
  }
  if (options.question != gate::Question::Equivalent)
    judgeSpeed(*program);
  if (!out.verdict.failed())
    out.verdict.answer = gate::Answer::Accepted;
}

void ElementCounts::add(const std::string &family,
                        const gate::CompareResult &compared) {
  elements += compared.elements;
  ambiguous += compared.ambiguous;
  undecided += compared.undecided;
  nearTies += compared.nearTies;
  if (!gate::isProbe(family))
    return;
  if (probes.empty() || probes.back().family != family)
    probes.push_back({family});
  probes.back().elements += compared.elements;
  probes.back().exact += compared.exact;
}

FailureOr<Judgement> judge(Session &session, func::FuncOp original,
                           func::FuncOp candidate, func::FuncOp incumbent,
                           const JudgeOptions &options) {
  Judge judge(session, original, options);
  if (failed(judge.run(candidate, incumbent)))
    return failure();
  return judge.judgement();
}

} // namespace kopt
