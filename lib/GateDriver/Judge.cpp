//===- Judge.cpp - One question about one candidate -----------------------===//

#include "JudgeImpl.h"
#include "kopt/Gate/Inputs.h"
#include "kopt/Support/Sha256.h"
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

std::optional<gate::Program> Judge::build(func::FuncOp function) {
  bool compiling = false;
  ImageCompiler compiler =
      Session::compiler(options.device, out.device.architecture);
  FirstError error(session.context());
  if (failed(checkStatic(function))) {
    out.verdict.fail(gate::Reason::IllegalState, error.get());
    return std::nullopt;
  }
  FailureOr<gate::Program> program =
      buildProgram(function, arguments,
                   [&](gpu::GPUModuleOp module) -> FailureOr<gate::Image> {
                     compiling = true;
                     return compiler(module);
                   });
  if (succeeded(program)) {
    // Tensors are values: an argument is what it was, whoever reads it next.
    for (const gate::Buffer &buffer : program->buffers)
      if (buffer.role == gate::BufferRole::InOut) {
        out.verdict.fail(gate::Reason::InputModified,
                         "expected " + buffer.name +
                             " to keep its contents, but got a launch that "
                             "writes it");
        return std::nullopt;
      }
    return std::move(*program);
  }
  out.verdict.fail(compiling ? gate::Reason::Compile
                             : gate::Reason::IllegalState,
                   error.get());
  return std::nullopt;
}

/// Judges by the arguments that are set; nothing if the candidate fails.
std::optional<uint64_t>
Judge::judgeShape(const Oracle &oracle, func::FuncOp candidate,
                  const std::vector<std::string> &families) {
  std::string shape = describe(original, arguments);
  auto mark = [&] {
    if (!shape.empty())
      out.verdict.detail = "shape " + shape + ": " + out.verdict.detail;
  };
  if (!shape.empty())
    out.shapes.push_back(shape);
  program = build(candidate);
  if (!program)
    return mark(), std::nullopt;
  if (out.binarySha256.empty()) {
    Sha256 hash;
    for (const gate::Image &image : program->images)
      hash.update(image.bytes.data(), image.bytes.size());
    out.binarySha256 = hash.hex();
  }
  std::optional<uint64_t> handle = load(*program);
  if (!handle)
    return mark(), std::nullopt;
  for (const std::string &family : families) {
    if (!llvm::is_contained(out.verdict.families, family))
      out.verdict.families.push_back(family);
    // A family that is judged again is counted once.
    ElementCounts counts = out.counts;
    double worstRatio = out.verdict.worstRatio;
    restarted = false;
    judgeFamily(oracle, *program, *handle, family);
    if (out.verdict.failed() && restartOnce()) {
      out.counts = counts;
      out.verdict.worstRatio = worstRatio;
      handle = loadOnce(*program);
      if (handle)
        judgeFamily(oracle, *program, *handle, family);
      (void)restartOnce(); // says that it was lost again
    }
    if (out.verdict.failed())
      return mark(), std::nullopt;
  }
  return handle;
}

FailureOr<Judgement> Judge::run(func::FuncOp candidate,
                                func::FuncOp incumbent) {
  std::optional<Shapes> chosen;
  if (options.arguments.empty())
    chosen = defaultShapes(original);
  FailureOr<Shapes> concrete =
      chosen ? *chosen : concreteArguments(original, options.arguments);
  if (failed(concrete))
    return failure();
  arguments = *concrete;
  FailureOr<std::unique_ptr<Oracle>> oracle = Oracle::create(original);
  if (failed(oracle))
    return failure();

  if (candidate.getFunctionType() != original.getFunctionType()) {
    std::string text;
    llvm::raw_string_ostream(text)
        << "expected type " << original.getFunctionType() << ", but got "
        << candidate.getFunctionType();
    out.verdict.fail(gate::Reason::Verify, text);
    return out;
  }
  out.numericClass = numericClassOf(candidate, original);
  NumericClass::Kind kind = out.numericClass.kind;
  if (kind == NumericClass::Narrows || (kind == NumericClass::Approximates &&
                                        !options.permission.approximates)) {
    out.verdict.fail(gate::Reason::NotPermitted, std::string("the candidate ") +
                                                     spelling(kind) + ": " +
                                                     out.numericClass.because);
    return out;
  }
  Result<std::unique_ptr<gate::Worker>> started = session.start(options.device);
  if (!started) {
    out.verdict.fail(gate::Reason::NoDevice, started.status().message());
    return out;
  }
  worker = std::move(*started);
  Result<gate::DeviceInfo> info = worker->info(limit());
  if (!info) {
    // What does not introduce itself is no worker, unless its time was short.
    if (remaining() > 0)
      out.verdict.fail(gate::Reason::NoDevice, info.status().message());
    else
      (void)spent("the worker said what device it has");
    return out;
  }
  out.device = *info;

  std::vector<std::string> asked =
      options.families.empty() ? gate::familyNames() : options.families;
  if (options.profileOnly)
    asked.clear();
  std::optional<uint64_t> handle = judgeShape(**oracle, candidate, asked);
  if (!handle)
    return out;
  if (options.profileOnly) {
    judgeSpeed(incumbent, *program);
    if (!out.verdict.failed())
      out.verdict.fail(gate::Reason::NotChecked,
                       out.verdict.detail +
                           "; whether it is right was not asked");
    return out;
  }
  // The asked shape is the one to time.
  if (options.otherShapes) {
    std::vector<std::string> families = options.families;
    if (families.empty())
      families = {"normal", "small_integers"};
    gate::Program askedProgram = *program;
    Shapes asked = arguments;
    std::vector<Shapes> other = perturbedShapes(original, asked);
    llvm::append_range(other, variantShapes(original, candidate, asked));
    for (const Shapes &shapes : other) {
      arguments = shapes;
      if (!judgeShape(**oracle, candidate, families))
        return out;
    }
    arguments = asked;
    program = std::move(askedProgram);
  }
  if (out.counts.elements && out.counts.undecided == out.counts.elements) {
    out.verdict.fail(gate::Reason::Undecided,
                     "the oracle says nothing about any element");
    return out;
  }
  out.verdict.answer = gate::Answer::Accepted;
  if (options.question != gate::Question::Equivalent)
    judgeSpeed(incumbent, *program);
  return out;
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
  return Judge(session, original, options).run(candidate, incumbent);
}

} // namespace kopt
