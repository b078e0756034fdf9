//===- Message.cpp - Framing of the worker's pipe -------------------------===//

#include "Message.h"
#include "kopt/Gate/ProgramJson.h"

#include <algorithm>
#include <cstring>

using namespace kopt;
using namespace kopt::gate;

std::string kopt::gate::headerLine(Message &message) {
  Json lengths = Json::array();
  for (const std::string &frame : message.frames)
    lengths.push_back(frame.size());
  message.header["frames"] = std::move(lengths);
  return dumpJson(message.header) + "\n";
}

Decoder::State Decoder::endLine() {
  message = Message();
  lengths.clear();
  std::string text;
  text.swap(line);
  message.header = parseJson(text);
  if (message.header.is_discarded() || !message.header.is_object()) {
    problem = "expected a JSON object on one line, but got " +
              std::to_string(text.size()) + " bytes of other text";
    return State::BadLine;
  }
  auto frames = message.header.find("frames");
  if (frames == message.header.end())
    return State::Complete;
  if (!frames->is_array() || frames->size() > kMaxFrames) {
    problem = "expected at most " + std::to_string(kMaxFrames) +
              " frame lengths as an array in 'frames'";
    return State::Broken;
  }
  uint64_t total = 0;
  for (const Json &value : *frames) {
    int64_t length;
    if (!Reader::asInteger(value, length) || length < 0 ||
        uint64_t(length) > kMaxFrameBytes - total) {
      problem = "expected frames of at most " + std::to_string(kMaxFrameBytes) +
                " bytes in all, but got a length of " +
                escapeControls(dumpJson(value));
      return State::Broken;
    }
    total += uint64_t(length);
    lengths.push_back(uint64_t(length));
  }
  inFrames = !lengths.empty();
  return inFrames ? State::NeedMore : State::Complete;
}

Decoder::State Decoder::feed(const char *data, size_t size, size_t &used) {
  used = 0;
  if (!inFrames) {
    const void *newline = std::memchr(data, '\n', size);
    size_t part = newline ? static_cast<const char *>(newline) - data : size;
    if (line.size() + part > kMaxLineBytes) {
      problem = "expected a line of at most " + std::to_string(kMaxLineBytes) +
                " bytes, but got more";
      return State::Broken;
    }
    line.append(data, part);
    used = part;
    if (!newline)
      return State::NeedMore;
    ++used;
    State state = endLine();
    if (state != State::NeedMore)
      return state;
  }
  // Memory grows with what arrives, not with what a length promises.
  while (true) {
    if (message.frames.empty())
      message.frames.emplace_back();
    std::string &frame = message.frames.back();
    uint64_t length = lengths[message.frames.size() - 1];
    size_t part = std::min<uint64_t>(length - frame.size(), size - used);
    frame.append(data + used, part);
    used += part;
    if (frame.size() < length)
      return State::NeedMore;
    if (message.frames.size() == lengths.size()) {
      inFrames = false;
      return State::Complete;
    }
    message.frames.emplace_back();
  }
}

Json kopt::gate::toJson(const DeviceInfo &info) {
  return {{"kind", info.kind},
          {"name", info.name},
          {"architecture", info.architecture},
          {"driver", info.driver},
          {"multiprocessors", info.multiprocessors},
          {"memory", info.memoryBytes},
          {"l2", info.l2Bytes},
          {"shared_per_block", info.sharedPerBlockBytes},
          {"modelled_time", info.modelledTime}};
}

DeviceInfo kopt::gate::deviceInfoFromJson(Reader &r) {
  DeviceInfo info;
  info.kind = r.text("kind");
  info.name = r.text("name");
  info.architecture = r.text("architecture");
  info.driver = r.text("driver");
  info.multiprocessors = unsigned(r.integer("multiprocessors", 0, UINT32_MAX));
  info.memoryBytes = r.bits("memory");
  info.l2Bytes = r.bits("l2");
  info.sharedPerBlockBytes =
      uint32_t(r.integer("shared_per_block", 0, UINT32_MAX));
  const Json *modelled = r.find("modelled_time");
  info.modelledTime = modelled && *modelled == true;
  return info;
}

Json kopt::gate::toJson(const KernelInfo &kernel) {
  return {{"name", kernel.name},
          {"registers", kernel.registers},
          {"local", kernel.localBytes},
          {"static_shared", kernel.staticSharedBytes}};
}

KernelInfo kopt::gate::kernelInfoFromJson(Reader &r) {
  KernelInfo kernel;
  kernel.name = r.text("name");
  kernel.registers = unsigned(r.integer("registers", 0, UINT32_MAX));
  kernel.localBytes = uint32_t(r.integer("local", 0, UINT32_MAX));
  kernel.staticSharedBytes =
      uint32_t(r.integer("static_shared", 0, UINT32_MAX));
  return kernel;
}

Json kopt::gate::toJson(const DeviceReport &report) {
  return {{"kind", report.kind},
          {"operation", report.operation},
          {"location", report.location},
          {"text", report.text},
          {"note_operation", report.noteOperation},
          {"note_location", report.noteLocation},
          {"count", report.count}};
}

DeviceReport kopt::gate::reportFromJson(Reader &r) {
  DeviceReport report;
  report.kind = r.text("kind");
  report.operation = r.text("operation");
  report.location = r.text("location");
  report.text = r.text("text");
  report.noteOperation = r.text("note_operation");
  report.noteLocation = r.text("note_location");
  report.count = r.bits("count");
  return report;
}

Json kopt::gate::toJson(const KernelCounters &counters) {
  Json sites = Json::array();
  for (const SiteCounters &site : counters.sites)
    sites.push_back(
        {{"operation", site.operation},
         {"location", site.location},
         {"memory", site.shared ? "shared" : "global"},
         {"requests", site.requests},
         {"bytes", site.bytes},
         {site.shared ? "cycles" : "sectors", site.cost},
         {site.shared ? "ideal_cycles" : "ideal_sectors", site.ideal}});
  return {{"kernel", counters.kernel},
          {"blocks", counters.blocks},
          {"threads", counters.threads},
          {"instructions", counters.instructions},
          {"sites", std::move(sites)}};
}

std::string
kopt::gate::countersToJson(const DeviceInfo &device,
                           const std::vector<KernelCounters> &kernels) {
  Json array = Json::array();
  for (const KernelCounters &kernel : kernels)
    array.push_back(toJson(kernel));
  Json file = {{"device", device.name},
               {"modelled", true},
               {"kernels", std::move(array)}};
  return dumpJson(file, 2) + "\n";
}

KernelCounters kopt::gate::countersFromJson(Reader &r) {
  KernelCounters counters;
  counters.kernel = r.text("kernel");
  counters.blocks = r.bits("blocks");
  counters.threads = r.bits("threads");
  counters.instructions = r.bits("instructions");
  const Json *sites = r.array("sites", 1 << 20);
  for (size_t i = 0; sites && r.result().ok() && i < sites->size(); ++i) {
    Reader sr((*sites)[i], "the counters of an operation");
    SiteCounters site;
    site.operation = sr.text("operation");
    site.location = sr.text("location");
    site.shared = sr.text("memory") == "shared";
    site.requests = sr.bits("requests");
    site.bytes = sr.bits("bytes");
    site.cost = sr.bits(site.shared ? "cycles" : "sectors");
    site.ideal = sr.bits(site.shared ? "ideal_cycles" : "ideal_sectors");
    if (!sr.result().ok()) {
      r.fail("counters of an operation", (*sites)[i]);
      break;
    }
    counters.sites.push_back(std::move(site));
  }
  return counters;
}
