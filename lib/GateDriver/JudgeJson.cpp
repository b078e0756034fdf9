//===- JudgeJson.cpp - The record of a judgement --------------------------===//

#include "kopt/GateDriver/Judge.h"
#include "kopt/Support/Version.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

using namespace mlir;

namespace kopt {

std::string toJson(const Judgement &judgement, const JudgeOptions &options) {
  const gate::Verdict &verdict = judgement.verdict;
  llvm::json::Object inputs{{"seed", options.seed},
                            {"families", llvm::json::Array(verdict.families)},
                            {"shapes", llvm::json::Array(judgement.shapes)}};
  llvm::json::Array probes;
  for (const ElementCounts::Probe &probe : judgement.counts.probes)
    probes.push_back(llvm::json::Object{
        {"family", probe.family},
        {"elements", int64_t(probe.elements)},
        {"exact", int64_t(probe.exact)},
        {"decides", probe.exact == 0                ? "nothing"
                    : probe.exact == probe.elements ? "all"
                                                    : "some"}});
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
      {"kopt_version", version()},
      {"inputs", std::move(inputs)},
      {"binary_sha256", judgement.binarySha256},
      {"worst_error_over_allowed", verdict.worstRatio},
      {"numeric_class",
       llvm::json::Object{
           {"class", spelling(judgement.numericClass.kind)},
           {"because", judgement.numericClass.because},
           {"float_atomics", judgement.numericClass.floatAtomics}}},
      {"permitted_ulps", options.permission.approximates
                             ? llvm::json::Value(options.permission.ulps)
                             : llvm::json::Value(nullptr)},
      {"elements", int64_t(judgement.counts.elements)},
      {"ambiguous_elements", int64_t(judgement.counts.ambiguous)},
      {"undecided_elements", int64_t(judgement.counts.undecided)},
      {"near_tie_elements", int64_t(judgement.counts.nearTies)},
      {"exact_probes", std::move(probes)},
      {"checked", !options.profileOnly},
      {"worker_restarts", int64_t(judgement.restarts)},
      {"worker",
       llvm::json::Object{
           {"number", int64_t(judgement.worker)},
           {"of", int64_t(judgement.workers)},
           {"failures", llvm::json::Array(judgement.workerFailures)}}},
      {"candidate_us", judgement.candidateMicroseconds}};
  if (verdict.question != gate::Question::Equivalent)
    root["incumbent"] = spelling(options.incumbentSource);
  if (!judgement.samples.empty()) {
    llvm::json::Array arms;
    for (const std::vector<double> &arm : judgement.samples)
      arms.push_back(llvm::json::Array(arm));
    root["samples_us"] = std::move(arms);
  }
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
