//===- JudgeFamily.cpp - Execute and compare one input family -------------===//

#include "JudgeImpl.h"
#include "kopt/Gate/Inputs.h"
#include "kopt/Oracle/IndexBounds.h"

#include <algorithm>

using namespace mlir;

namespace kopt {

/// Argument buffers come first and in order; argument i gets seed + i.
std::vector<gate::InputSpec> Judge::inputs(const gate::Program &program,
                                           const std::string &family) {
  std::vector<int64_t> bounds = indexBounds(original, shapesOf(arguments));
  std::vector<gate::InputSpec> specs;
  for (auto [i, type] : llvm::enumerate(original.getArgumentTypes()))
    if (isa<ShapedType>(type)) {
      gate::InputSpec spec;
      spec.family =
          gate::familyOfArgument(family, i, original.getNumArguments());
      spec.seed = options.seed + i;
      spec.indexBound = std::max<int64_t>(bounds[i], 0);
      specs.push_back(spec);
    }
  return specs;
}

/// What the machine and the worker saw. True if nothing is wrong.
bool Judge::judgeReply(const gate::Program &program,
                       const gate::RunResult &reply) {
  if (!reply.reports.empty()) {
    // Where threads race, the order decides what else is seen first.
    auto isRace = [](const gate::DeviceReport &report) {
      gate::Reason reason;
      return gate::parseReason(report.kind, reason) &&
             reason == gate::Reason::Race;
    };
    auto first = llvm::find_if(reply.reports, isRace);
    if (first == reply.reports.end())
      first = reply.reports.begin();
    const gate::DeviceReport &report = *first;
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
    expected = oracle.run(*values,
                          out.numericClass.kind == NumericClass::Approximates
                              ? options.permission.ulps
                              : 0,
                          oracleSeconds(options.timeoutSeconds));
  if (failed(expected)) {
    out.verdict.fail(gate::Reason::Undecided,
                     "family " + family + ": the oracle has no results");
    return;
  }
  std::vector<std::string> hashes;
  for (unsigned launch = 0; launch < 3; ++launch) {
    if (spent("family " + family))
      return;
    Result<gate::RunResult> reply =
        workers->run(handle, inputs(program, family), limit(program),
                     options.timeoutSeconds, /*wantBytes=*/launch == 0);
    if (!reply) {
      failExchange(reply.status(), "family " + family);
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
    for (auto [i, result] : llvm::enumerate(*expected)) {
      const gate::ProgramResult &place = program.results[i];
      gate::Buffer buffer = program.buffers[place.buffer];
      buffer.name = "result" + std::to_string(i);
      buffer.shape = place.shape;
      if (buffer.shape != result.shape || buffer.dtype != result.dtype) {
        out.verdict.fail(gate::Reason::Mismatch,
                         buffer.name +
                             " does not have the oracle's type and shape");
        return;
      }
      std::optional<std::vector<uint8_t>> bytes =
          resultBytes(program, i, *reply, *values);
      if (!bytes) {
        out.verdict.fail(gate::Reason::Unwritten,
                         buffer.name + " is no output");
        return;
      }
      gate::CompareResult compared =
          gate::compare(buffer, *bytes, result.values, gate::isProbe(family),
                        gate::poisonPattern(buffer.dtype));
      out.counts.add(family, compared);
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

} // namespace kopt
