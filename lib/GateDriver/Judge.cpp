//===- Judge.cpp - One question about one candidate -----------------------===//

#include "kopt/GateDriver/Judge.h"
#include "kopt/Gate/Compare.h"
#include "kopt/Gate/Inputs.h"
#include "kopt/Support/Sha256.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/JSON.h"

#include <algorithm>
#include <cmath>

using namespace mlir;

namespace kopt {
namespace {

/// Keeps the first error emitted while it lives, in place of printing it.
class FirstError {
public:
  explicit FirstError(MLIRContext &context)
      : handler(&context, [this](Diagnostic &diagnostic) {
          if (diagnostic.getSeverity() == DiagnosticSeverity::Error &&
              text.empty())
            llvm::raw_string_ostream(text)
                << diagnostic.getLocation() << ": " << diagnostic;
          return success();
        }) {}
  const std::string &get() const { return text; }

private:
  std::string text;
  ScopedDiagnosticHandler handler;
};

/// The reason that a failed exchange with a worker stands for.
gate::Reason reasonOf(const Status &status) {
  gate::Reason reason;
  return gate::parseReason(status.kind(), reason) ? reason
                                                  : gate::Reason::Fault;
}

class Judge {
public:
  Judge(Session &session, func::FuncOp original, const JudgeOptions &options)
      : session(session), original(original), options(options) {
    out.verdict.question = options.question;
    out.modelled = options.device.sim;
  }

  FailureOr<Judgement> run(func::FuncOp candidate, func::FuncOp incumbent);

private:
  std::optional<gate::Program> build(func::FuncOp function);
  std::optional<uint64_t> load(const gate::Program &program);
  void judgeFamily(const Oracle &oracle, const gate::Program &program,
                   uint64_t handle, const std::string &family);
  bool judgeReply(const gate::Program &program, const gate::RunResult &reply);
  void judgeSpeed(func::FuncOp incumbent, const gate::Program &program,
                  uint64_t handle);
  std::vector<gate::InputSpec> inputs(const gate::Program &program,
                                      const std::string &family);
  double limit() const { return options.timeoutSeconds + 60; }

  Session &session;
  func::FuncOp original;
  const JudgeOptions &options;
  Judgement out;
  std::vector<HostArgument> arguments;
  std::unique_ptr<gate::Worker> worker;
  double depth = 1;
};

std::optional<gate::Program> Judge::build(func::FuncOp function) {
  bool compiling = false;
  ImageCompiler compiler =
      Session::compiler(options.device, out.device.architecture);
  FirstError error(session.context());
  FailureOr<gate::Program> program =
      buildProgram(function, arguments,
                   [&](gpu::GPUModuleOp module) -> FailureOr<gate::Image> {
                     compiling = true;
                     return compiler(module);
                   });
  if (succeeded(program))
    return std::move(*program);
  out.verdict.fail(compiling ? gate::Reason::Compile
                             : gate::Reason::IllegalState,
                   error.get());
  return std::nullopt;
}

std::optional<uint64_t> Judge::load(const gate::Program &program) {
  Result<gate::LoadResult> loaded = worker->load(program);
  if (loaded)
    return loaded->program;
  out.verdict.fail(reasonOf(loaded.status()), loaded.status().message());
  return std::nullopt;
}

/// Argument buffers come first and in order; argument i gets seed + i.
std::vector<gate::InputSpec> Judge::inputs(const gate::Program &program,
                                           const std::string &family) {
  std::vector<gate::InputSpec> specs;
  for (auto [i, type] : llvm::enumerate(original.getArgumentTypes()))
    if (isa<ShapedType>(type)) {
      gate::InputSpec spec;
      spec.family = family;
      spec.seed = options.seed + i;
      specs.push_back(spec);
    }
  return specs;
}

/// What the machine and the worker saw. True if nothing is wrong.
bool Judge::judgeReply(const gate::Program &program,
                       const gate::RunResult &reply) {
  if (!reply.reports.empty()) {
    const gate::DeviceReport &report = reply.reports.front();
    gate::Reason reason;
    if (!gate::parseReason(report.kind, reason))
      reason = gate::Reason::Fault;
    std::string text = report.kind + ": " + report.text;
    if (!report.operation.empty())
      text += " (" + report.operation + " at " + report.location + ")";
    if (!report.noteOperation.empty())
      text +=
          "; the other: " + report.noteOperation + " at " + report.noteLocation;
    out.verdict.fail(reason, text);
  } else if (!reply.guardViolations.empty()) {
    out.verdict.fail(gate::Reason::OutOfBounds,
                     "wrote beside " +
                         program.buffers[reply.guardViolations[0]].name);
  } else if (!reply.modifiedInputs.empty()) {
    out.verdict.fail(gate::Reason::InputModified,
                     "modified " +
                         program.buffers[reply.modifiedInputs[0]].name);
  } else {
    for (const gate::OutputResult &output : reply.outputs)
      if (output.unwritten) {
        const gate::Buffer &buffer = program.buffers[output.buffer];
        out.verdict.fail(gate::Reason::Unwritten,
                         buffer.name + ": " + std::to_string(output.unwritten) +
                             " of " + std::to_string(buffer.numElements()) +
                             " elements were not written");
        break;
      }
  }
  return !out.verdict.failed();
}

void Judge::judgeFamily(const Oracle &oracle, const gate::Program &program,
                        uint64_t handle, const std::string &family) {
  FailureOr<std::vector<HostValue>> values =
      generateInputs(original, arguments, family, options.seed);
  FailureOr<std::vector<OracleTensor>> expected = failure();
  if (succeeded(values))
    expected = oracle.run(*values);
  if (failed(expected)) {
    out.verdict.fail(gate::Reason::NoDevice, "the oracle failed");
    return;
  }
  std::vector<std::string> hashes;
  for (unsigned launch = 0; launch < 3; ++launch) {
    Result<gate::RunResult> reply =
        worker->run(handle, inputs(program, family), limit(),
                    options.timeoutSeconds, /*wantBytes=*/launch == 0);
    if (!reply) {
      out.verdict.fail(reasonOf(reply.status()), reply.status().message());
      return;
    }
    if (!judgeReply(program, *reply))
      return;
    for (auto [i, output] : llvm::enumerate(reply->outputs)) {
      const std::string &name = program.buffers[output.buffer].name;
      if (launch > 0) {
        if (output.sha256 != hashes[i]) {
          out.verdict.fail(gate::Reason::Nondeterministic,
                           name + " differs between two launches");
          return;
        }
        continue;
      }
      hashes.push_back(output.sha256);
    }
    if (launch > 0)
      continue;
    // Results stand behind the arguments in order, except in/out ones, which
    // are arguments themselves.
    for (auto [i, result] : llvm::enumerate(*expected)) {
      std::string name = "result" + std::to_string(i);
      const gate::OutputResult *output = nullptr;
      for (const gate::OutputResult &candidate : reply->outputs)
        if (program.buffers[candidate.buffer].name == name)
          output = &candidate;
      if (!output) {
        out.verdict.fail(gate::Reason::Unwritten, name + " is no output");
        return;
      }
      const gate::Buffer &buffer = program.buffers[output->buffer];
      if (buffer.shape != result.shape || buffer.dtype != result.dtype) {
        out.verdict.fail(gate::Reason::Mismatch,
                         name + " does not have the oracle's type and shape");
        return;
      }
      gate::CompareResult compared = gate::compare(
          buffer, {output->bytes.begin(), output->bytes.end()}, result.values,
          depth, gate::poisonPattern(buffer.dtype));
      out.ambiguous += compared.ambiguous;
      out.verdict.worstRatio =
          std::max(out.verdict.worstRatio, compared.worstRatio);
      if (compared.reason != gate::Reason::None) {
        out.verdict.fail(compared.reason,
                         "family " + family + ": " + compared.detail + " (" +
                             std::to_string(compared.failures) + " of " +
                             std::to_string(buffer.numElements()) + ")");
        return;
      }
    }
  }
}

/// The 95 % interval of the median by order statistics: the widest pair of
/// ranks whose tails hold at most 2.5 % each.
void medianInterval(std::vector<double> samples, double &low, double &middle,
                    double &high) {
  std::sort(samples.begin(), samples.end());
  size_t n = samples.size(), rank = 0;
  double term = std::pow(0.5, double(n)), tail = term;
  while (rank + 1 < n / 2 &&
         tail + term * double(n - rank) / double(rank + 1) <= 0.025) {
    term *= double(n - rank) / double(rank + 1);
    tail += term;
    ++rank;
  }
  low = samples[rank];
  middle = n % 2 ? samples[n / 2] : (samples[n / 2 - 1] + samples[n / 2]) / 2;
  high = samples[n - 1 - rank];
}

void Judge::judgeSpeed(func::FuncOp incumbent, const gate::Program &program,
                       uint64_t handle) {
  if (options.device.sim) {
    out.verdict.fail(gate::Reason::NoDevice,
                     "equivalent, but sim gives no evidence on speed");
    return;
  }
  std::optional<gate::Program> other = build(incumbent);
  if (!other)
    return;
  std::optional<uint64_t> otherHandle = load(*other);
  if (!otherHandle)
    return;
  Result<gate::TimeResult> timed =
      worker->time({*otherHandle, handle}, inputs(program, "normal"),
                   options.blocks, limit() * 5, options.timeoutSeconds);
  if (!timed) {
    out.verdict.fail(reasonOf(timed.status()), timed.status().message());
    return;
  }
  out.modelled = timed->modelled;
  if (timed->mismatches.size() == 2 && timed->mismatches[1]) {
    out.verdict.fail(gate::Reason::Mismatch,
                     std::to_string(timed->mismatches[1]) +
                         " timed outputs differ from the checked ones");
    return;
  }
  // One ratio a block, from its two samples of each arm (ABBA).
  std::vector<double> ratios, times;
  size_t blocks =
      std::min(timed->samples[0].size(), timed->samples[1].size()) / 2;
  for (size_t b = 0; b < blocks; ++b) {
    auto mean = [&](unsigned arm) {
      return (timed->samples[arm][2 * b] + timed->samples[arm][2 * b + 1]) / 2;
    };
    ratios.push_back(mean(0) / mean(1));
    times.push_back(mean(1));
  }
  if (blocks < 6) {
    out.verdict.fail(gate::Reason::Noisy,
                     "expected at least 6 blocks, but got " +
                         std::to_string(blocks));
    return;
  }
  double low, middle, high, timeLow, time, timeHigh;
  medianInterval(ratios, low, middle, high);
  medianInterval(times, timeLow, time, timeHigh);
  out.ratioLow = low;
  out.ratio = middle;
  out.ratioHigh = high;
  out.candidateMicroseconds = time;
  double threshold = options.question == gate::Question::Faster
                         ? options.faster
                         : 1 - options.slack;
  std::string text;
  llvm::raw_string_ostream(text)
      << llvm::format("ratio %.4f in [%.4f, %.4f], threshold %.4f", middle, low,
                      high, threshold);
  if (high < threshold)
    out.verdict.fail(gate::Reason::Slower, text);
  else if (low <= threshold)
    out.verdict.fail(gate::Reason::Noisy, text);
  else
    out.verdict.detail = text;
}

FailureOr<Judgement> Judge::run(func::FuncOp candidate,
                                func::FuncOp incumbent) {
  FailureOr<std::vector<HostArgument>> concrete =
      concreteArguments(original, options.arguments);
  if (failed(concrete))
    return failure();
  arguments = *concrete;
  FailureOr<std::unique_ptr<Oracle>> oracle = Oracle::create(original);
  if (failed(oracle))
    return failure();
  int64_t terms = 2;
  for (const HostArgument &argument : arguments) {
    int64_t elements = 1;
    for (int64_t extent : argument.shape)
      elements *= extent;
    terms = std::max(terms, elements);
  }
  depth = std::log2(double(terms));

  if (candidate.getFunctionType() != original.getFunctionType()) {
    std::string text;
    llvm::raw_string_ostream(text)
        << "expected type " << original.getFunctionType() << ", but got "
        << candidate.getFunctionType();
    out.verdict.fail(gate::Reason::Verify, text);
    return out;
  }
  Result<std::unique_ptr<gate::Worker>> started = session.start(options.device);
  if (!started) {
    out.verdict.fail(gate::Reason::NoDevice, started.status().message());
    return out;
  }
  worker = std::move(*started);
  Result<gate::DeviceInfo> info = worker->info();
  if (!info) {
    out.verdict.fail(gate::Reason::NoDevice, info.status().message());
    return out;
  }
  out.device = *info;

  std::optional<gate::Program> program = build(candidate);
  if (!program)
    return out;
  Sha256 hash;
  for (const gate::Image &image : program->images)
    hash.update(image.bytes.data(), image.bytes.size());
  out.binarySha256 = hash.hex();
  std::optional<uint64_t> handle = load(*program);
  if (!handle)
    return out;

  std::vector<std::string> families =
      options.families.empty() ? gate::familyNames() : options.families;
  for (const std::string &family : families) {
    out.verdict.families.push_back(family);
    judgeFamily(**oracle, *program, *handle, family);
    if (out.verdict.failed())
      return out;
  }
  out.verdict.answer = gate::Answer::Accepted;
  if (options.question != gate::Question::Equivalent)
    judgeSpeed(incumbent, *program, *handle);
  return out;
}

} // namespace

FailureOr<Judgement> judge(Session &session, func::FuncOp original,
                           func::FuncOp candidate, func::FuncOp incumbent,
                           const JudgeOptions &options) {
  return Judge(session, original, options).run(candidate, incumbent);
}

std::string toJson(const Judgement &judgement, const JudgeOptions &options) {
  const gate::Verdict &verdict = judgement.verdict;
  llvm::json::Object inputs{{"seed", int64_t(options.seed)},
                            {"families", llvm::json::Array(verdict.families)}};
  llvm::json::Object root{
      {"question", gate::spelling(verdict.question)},
      {"verdict", gate::spelling(verdict.answer)},
      {"reason", llvm::json::Object{{"kind", gate::spelling(verdict.reason)},
                                    {"detail", verdict.detail}}},
      {"times", judgement.modelled ? "modelled" : "measured"},
      {"device",
       llvm::json::Object{{"kind", judgement.device.kind},
                          {"name", judgement.device.name},
                          {"architecture", judgement.device.architecture},
                          {"driver", judgement.device.driver}}},
      {"toolchain", "LLVM " LLVM_VERSION_STRING},
      {"kopt_version", KOPT_VERSION},
      {"inputs", std::move(inputs)},
      {"binary_sha256", judgement.binarySha256},
      {"worst_error_over_allowed", verdict.worstRatio},
      {"ambiguous_elements", int64_t(judgement.ambiguous)},
      {"candidate_us", judgement.candidateMicroseconds}};
  if (judgement.ratio)
    root["ratio"] = llvm::json::Object{{"low", *judgement.ratioLow},
                                       {"median", *judgement.ratio},
                                       {"high", *judgement.ratioHigh}};
  std::string text;
  llvm::raw_string_ostream(text)
      << llvm::formatv("{0:2}", llvm::json::Value(std::move(root))) << "\n";
  return text;
}

} // namespace kopt
