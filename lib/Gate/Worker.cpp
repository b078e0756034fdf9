//===- Worker.cpp - The client's requests ---------------------------------===//

#include "kopt/Gate/Worker.h"
#include "Process.h"
#include "kopt/Gate/ProgramJson.h"

using namespace kopt;
using namespace kopt::gate;

/// Escapes control characters in all texts below `value`.
static void escapeTexts(Json &value) {
  if (value.is_string())
    value = escapeControls(value.get_ref<const std::string &>());
  else if (value.is_structured())
    for (Json &inner : value)
      escapeTexts(inner);
}

struct Worker::Impl {
  std::vector<std::string> command;
  Process process;
  bool replied = false;

  /// Sends a request and waits for its reply, which becomes a failed Status
  /// if it says so. Its texts are for people to read, and are made safe to.
  Result<Message> call(Message request, double limitSeconds) {
    replied = false;
    auto reply = process.exchange(request, limitSeconds);
    if (!reply)
      return reply.status();
    replied = true;
    escapeTexts(reply->header);
    const Json &header = reply->header;
    auto ok = header.find("ok");
    if (ok != header.end() && *ok == true)
      return reply;
    Reader r(header, "the worker's reply");
    std::string kind = r.text("kind"), message = r.text("message");
    if (!r.result().ok())
      return r.result();
    // The worker ends by itself after these.
    if (kind == "fault" || kind == "timeout")
      process.kill();
    return Status::failure(kind, message);
  }
};

Worker::Worker() : impl(new Impl) {}
Worker::~Worker() = default;

Result<std::unique_ptr<Worker>>
Worker::spawn(std::vector<std::string> command) {
  std::unique_ptr<Worker> worker(new Worker);
  worker->impl->command = std::move(command);
  if (Status s = worker->restart(); !s.ok())
    return s;
  return worker;
}

Status Worker::restart() {
  impl->process.kill();
  return impl->process.start(impl->command);
}

bool Worker::alive() const { return impl->process.alive(); }
bool Worker::replied() const { return impl->replied; }
void Worker::kill() { impl->process.kill(); }
const std::string &Worker::errors() const { return impl->process.errors(); }
int Worker::processId() const { return impl->process.id(); }

Result<DeviceInfo> Worker::info(double limitSeconds) {
  Message request;
  request.header = {{"command", "info"}};
  auto reply = impl->call(std::move(request), limitSeconds);
  if (!reply)
    return reply.status();
  Reader r(reply->header, "the worker's reply");
  DeviceInfo info = deviceInfoFromJson(r);
  if (!r.result().ok())
    return r.result();
  return info;
}

Result<LoadResult> Worker::load(const Program &program, double limitSeconds) {
  Message request;
  request.header = {{"command", "load"},
                    {"program", parseJson(toJson(program))}};
  request.frames = framesOf(program);
  auto reply = impl->call(std::move(request), limitSeconds);
  if (!reply)
    return reply.status();
  Reader r(reply->header, "the worker's reply");
  LoadResult result;
  result.program = r.bits("program");
  if (const Json *kernels = r.array("kernels", 1 << 16))
    for (const Json &kernel : *kernels) {
      Reader kr(kernel, "a kernel of the worker's reply");
      result.kernels.push_back(kernelInfoFromJson(kr));
      if (!kr.result().ok())
        return kr.result();
    }
  if (!r.result().ok())
    return r.result();
  return result;
}

Status Worker::unload(uint64_t program, double limitSeconds) {
  Message request;
  request.header = {{"command", "unload"}, {"program", program}};
  return impl->call(std::move(request), limitSeconds).status();
}

/// Adds "inputs" and the frames of those uploaded.
static void addInputs(Message &request, const std::vector<InputSpec> &inputs) {
  Json array = Json::array();
  for (const InputSpec &input : inputs) {
    if (input.uploaded) {
      array.push_back({{"frame", request.frames.size()}});
      request.frames.push_back(input.bytes);
      continue;
    }
    array.push_back({{"family", input.family},
                     {"seed", input.seed},
                     {"bound", input.indexBound}});
  }
  request.header["inputs"] = std::move(array);
}

/// A list of buffer indices in a reply.
static std::vector<int> indices(Reader &r, const char *key) {
  std::vector<int> result;
  if (const Json *array = r.array(key, 4096))
    for (const Json &value : *array) {
      int64_t index;
      if (!Reader::asInteger(value, index) || index < 0 || index >= 4096)
        r.fail("buffer indices", *array);
      else
        result.push_back(int(index));
    }
  return result;
}

double kopt::gate::replySeconds(const Program &program, double kernelSeconds) {
  double bytes = 0;
  for (const Buffer &buffer : program.buffers)
    bytes += double(buffer.numBytes());
  return 3 * kernelSeconds + 60 + bytes / 2e7;
}

Result<RunResult> Worker::run(uint64_t program,
                              const std::vector<InputSpec> &inputs,
                              double limitSeconds, double kernelSeconds,
                              bool wantBytes, bool wantCounters) {
  Message request;
  request.header = {{"command", "run"},
                    {"program", program},
                    {"kernel_seconds", kernelSeconds},
                    {"bytes", wantBytes}};
  if (wantCounters)
    request.header["counters"] = true;
  addInputs(request, inputs);
  auto reply = impl->call(std::move(request), limitSeconds);
  if (!reply)
    return reply.status();
  Reader r(reply->header, "the worker's reply");
  RunResult result;
  const Json *outputs = r.array("outputs", 4096);
  if (outputs && wantBytes && outputs->size() != reply->frames.size())
    r.fail("one frame per output", reply->frames.size());
  for (size_t i = 0; outputs && r.result().ok() && i < outputs->size(); ++i) {
    Reader outputReader((*outputs)[i], "an output of the worker's reply");
    OutputResult output;
    output.buffer = int(outputReader.integer("buffer", 0, 4095));
    output.sha256 = outputReader.text("sha256");
    output.unwritten = outputReader.bits("unwritten");
    if (wantBytes)
      output.bytes = std::move(reply->frames[i]);
    if (!outputReader.result().ok())
      return outputReader.result();
    result.outputs.push_back(std::move(output));
  }
  result.guardViolations = indices(r, "guard_violations");
  result.modifiedInputs = indices(r, "modified_inputs");
  if (const Json *reports = r.array("reports", 1 << 16))
    for (const Json &report : *reports) {
      Reader rr(report, "a report of the worker's reply");
      result.reports.push_back(reportFromJson(rr));
      if (!rr.result().ok())
        return rr.result();
    }
  if (wantCounters)
    if (const Json *counters = r.array("counters", 1 << 16))
      for (const Json &kernel : *counters) {
        Reader kr(kernel, "the counters of a launch");
        result.counters.push_back(countersFromJson(kr));
        if (!kr.result().ok())
          return kr.result();
      }
  if (!r.result().ok())
    return r.result();
  return result;
}

Result<TimeResult> Worker::time(const std::vector<uint64_t> &programs,
                                const std::vector<InputSpec> &inputs,
                                unsigned blocks, double limitSeconds,
                                double kernelSeconds) {
  Message request;
  request.header = {{"command", "time"},
                    {"arms", programs},
                    {"blocks", blocks},
                    {"kernel_seconds", kernelSeconds}};
  addInputs(request, inputs);
  auto reply = impl->call(std::move(request), limitSeconds);
  if (!reply)
    return reply.status();
  Reader r(reply->header, "the worker's reply");
  TimeResult result;
  if (const Json *samples = r.array("samples", 16))
    for (const Json &arm : *samples) {
      std::vector<double> times;
      for (const Json &value : arm) {
        if (value.is_number())
          times.push_back(value.get<double>());
        else
          r.fail("times in microseconds", value);
      }
      result.samples.push_back(std::move(times));
    }
  if (const Json *mismatches = r.array("mismatches", 16))
    for (const Json &value : *mismatches) {
      if (value.is_number_unsigned())
        result.mismatches.push_back(value.get<uint64_t>());
      else
        r.fail("counts of mismatches", value);
    }
  const Json *modelled = r.find("modelled");
  result.modelled = modelled && *modelled == true;
  result.copies = r.bits("copies");
  if (r.result().ok() && (result.samples.size() != programs.size() ||
                          result.mismatches.size() != programs.size()))
    r.fail("samples of every arm", result.samples.size());
  if (!r.result().ok())
    return r.result();
  return result;
}

Status Worker::quit(double limitSeconds) {
  Message request;
  request.header = {{"command", "quit"}};
  auto reply = impl->call(std::move(request), limitSeconds);
  if (!reply)
    return reply.status();
  return impl->process.waitForEnd(limitSeconds);
}
