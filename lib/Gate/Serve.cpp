//===- Serve.cpp - The loop of a worker process ---------------------------===//

#include "Executor.h"
#include "Message.h"
#include "kopt/Gate/Inputs.h"
#include "kopt/Gate/ProgramJson.h"
#include "kopt/Support/Signals.h"

#include <cerrno>
#include <csignal>
#include <unistd.h>

using namespace kopt;
using namespace kopt::gate;

namespace {
/// One request at a time, from message to reply.
class Server {
public:
  Server(Device &device, int outFd)
      : device(device), executor(device), outFd(outFd) {}

  /// Answers; false when the reply cannot be written.
  bool answer(Message request);
  bool refuse(const Status &status);
  /// Set by "quit", a fault or a timeout.
  bool done = false;
  int exitStatus = 0;

private:
  Status dispatch(Message &request, Message &reply);
  Status load(Message &request, Message &reply);
  Status run(Reader &r, Message &request, Message &reply);
  Status time(Reader &r, Message &request, Message &reply);
  bool write(Message &reply);

  Device &device;
  Executor executor;
  int outFd;
};
} // namespace

static bool writeAll(int fd, const char *data, size_t size) {
  while (size) {
    ssize_t n = ::write(fd, data, size);
    if (n < 0 && errno == EINTR)
      continue;
    if (n <= 0)
      return false;
    data += n;
    size -= size_t(n);
  }
  return true;
}

bool Server::write(Message &reply) {
  std::string line = headerLine(reply);
  if (!writeAll(outFd, line.data(), line.size()))
    return false;
  for (const std::string &frame : reply.frames)
    if (!writeAll(outFd, frame.data(), frame.size()))
      return false;
  return true;
}

bool Server::refuse(const Status &status) {
  Message reply;
  reply.header = {
      {"ok", false}, {"kind", status.kind()}, {"message", status.message()}};
  return write(reply);
}

bool Server::answer(Message request) {
  Message reply;
  Status status = dispatch(request, reply);
  if (status.ok()) {
    reply.header["ok"] = true;
    return write(reply);
  }
  // What a device does after these is not to be trusted.
  if (status.kind() == "fault" || status.kind() == "timeout") {
    done = true;
    exitStatus = status.kind() == "fault" ? 3 : 4;
  }
  return refuse(status);
}

Status Server::dispatch(Message &request, Message &reply) {
  Reader r(request.header, "the request");
  std::string command = r.text("command");
  if (!r.result().ok())
    return r.result();
  if (command == "info") {
    reply.header = toJson(device.info());
    return Status::success();
  }
  if (command == "load")
    return load(request, reply);
  if (command == "unload") {
    uint64_t handle = r.bits("program");
    return r.result().ok() ? executor.unload(handle) : r.result();
  }
  if (command == "run")
    return run(r, request, reply);
  if (command == "time")
    return time(r, request, reply);
  if (command == "quit") {
    done = true;
    return Status::success();
  }
  return Status::failure("parse", "expected a command, but got '" +
                                      command.substr(0, 60) + "'");
}

Status Server::load(Message &request, Message &reply) {
  Reader r(request.header, "the request");
  const Json *text = r.find("program");
  if (!text)
    return r.result();
  auto program = programFromJson(dumpJson(*text), std::move(request.frames));
  if (!program)
    return program.status();
  auto loaded = executor.load(std::move(*program));
  if (!loaded)
    return loaded.status();
  reply.header = {{"program", loaded->program}, {"kernels", Json::array()}};
  for (const KernelInfo &kernel : loaded->kernels)
    reply.header["kernels"].push_back(toJson(kernel));
  return Status::success();
}

/// The member "inputs": {"family", "seed", "bound"?} or {"frame"} each.
static Status readInputs(Reader &r, Message &request,
                         std::vector<InputSpec> &inputs) {
  const Json *array = r.array("inputs", 4096);
  if (!array)
    return r.result();
  for (size_t i = 0; i < array->size(); ++i) {
    Reader ir((*array)[i], "input " + std::to_string(i));
    InputSpec input;
    if (ir.has("frame")) {
      if (request.frames.empty())
        return Status::failure("parse",
                               "expected frames after the request, but got "
                               "none");
      input.uploaded = true;
      int64_t frame =
          ir.integer("frame", 0, int64_t(request.frames.size()) - 1);
      input.bytes = request.frames[size_t(frame)];
    } else {
      input.family = ir.text("family");
      input.seed = ir.bits("seed");
      if (ir.has("bound"))
        input.indexBound = ir.integer("bound", 0, INT64_MAX);
      if (ir.result().ok() && !isFamily(input.family))
        ir.fail("an input family", input.family);
    }
    if (!ir.result().ok())
      return ir.result();
    inputs.push_back(std::move(input));
  }
  return Status::success();
}

Status Server::run(Reader &r, Message &request, Message &reply) {
  uint64_t program = r.bits("program");
  double seconds = r.number("kernel_seconds", 0, 3600);
  bool wantBytes = true;
  if (r.has("bytes"))
    wantBytes = !(request.header["bytes"] == false);
  if (!r.result().ok())
    return r.result();
  std::vector<InputSpec> inputs;
  if (Status s = readInputs(r, request, inputs); !s.ok())
    return s;
  bool counters = r.has("counters") && request.header["counters"] == true;
  auto result = executor.run(program, inputs, seconds, counters);
  if (!result)
    return result.status();
  reply.header = {{"outputs", Json::array()},
                  {"guard_violations", result->guardViolations},
                  {"modified_inputs", result->modifiedInputs},
                  {"reports", Json::array()}};
  for (OutputResult &output : result->outputs) {
    reply.header["outputs"].push_back({{"buffer", output.buffer},
                                       {"sha256", output.sha256},
                                       {"unwritten", output.unwritten}});
    if (wantBytes)
      reply.frames.push_back(std::move(output.bytes));
  }
  for (const DeviceReport &report : result->reports)
    reply.header["reports"].push_back(toJson(report));
  if (counters)
    reply.header["counters"] = Json::array();
  for (const KernelCounters &kernel : result->counters)
    reply.header["counters"].push_back(toJson(kernel));
  return Status::success();
}

Status Server::time(Reader &r, Message &request, Message &reply) {
  const Json *arms = r.array("arms", 16);
  unsigned blocks = unsigned(r.integer("blocks", 1, 100000));
  double seconds = r.number("kernel_seconds", 0, 3600);
  if (!r.result().ok())
    return r.result();
  std::vector<uint64_t> handles;
  for (const Json &arm : *arms) {
    if (!arm.is_number_unsigned())
      r.fail("program handles as arms", *arms);
    else
      handles.push_back(arm.get<uint64_t>());
  }
  if (handles.empty())
    r.fail("at least one arm", *arms);
  if (!r.result().ok())
    return r.result();
  std::vector<InputSpec> inputs;
  if (Status s = readInputs(r, request, inputs); !s.ok())
    return s;
  auto result = executor.time(handles, inputs, blocks, seconds);
  if (!result)
    return result.status();
  reply.header = {{"samples", result->samples},
                  {"modelled", result->modelled},
                  {"mismatches", result->mismatches},
                  {"copies", result->copies}};
  return Status::success();
}

int kopt::gate::serve(Device &device, int inFd, int outFd) {
  // A client that went away shows as a failed write.
  std::signal(SIGPIPE, SIG_IGN);
  ignoreFileSizeSignal();
  Server server(device, outFd);
  Decoder decoder;
  std::string buffer(1 << 20, '\0');
  while (true) {
    ssize_t n = ::read(inFd, buffer.data(), buffer.size());
    if (n < 0 && errno == EINTR)
      continue;
    if (n <= 0) {
      if (n == 0 && !decoder.inMessage())
        return 0;
      (void)server.refuse(Status::failure(
          "parse",
          "expected the rest of a message, but got the end of the input"));
      return 1;
    }
    for (size_t at = 0; at < size_t(n);) {
      size_t used;
      Decoder::State state =
          decoder.feed(buffer.data() + at, size_t(n) - at, used);
      at += used;
      bool written = true;
      switch (state) {
      case Decoder::State::NeedMore:
        continue;
      case Decoder::State::Complete:
        written = server.answer(std::move(decoder.message));
        break;
      case Decoder::State::BadLine:
        written = server.refuse(Status::failure("parse", decoder.problem));
        break;
      case Decoder::State::Broken:
        (void)server.refuse(Status::failure("parse", decoder.problem));
        return 1;
      }
      if (!written)
        return 1;
      if (server.done)
        return server.exitStatus;
    }
  }
}
