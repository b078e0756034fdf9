//===- fuzz-test.cpp - The worker's loop under damaged messages -----------===//
//
//   gate-fuzz [ROUNDS] [SEED]
//
// Whole conversations with bytes flipped, dropped, doubled, cut and numbers
// replaced: the loop must answer or end, each refusal with a kind and a text,
// and never crash. The device has memory and no kernels.
//
//===----------------------------------------------------------------------===//

#include "kopt/Gate/ProgramJson.h"
#include "kopt/Gate/Worker.h"
#include "kopt/Support/Sha256.h"
#include "lib/Gate/Message.h"
#include "test/unit/Gate/MemoryDevice.h"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <thread>
#include <unistd.h>

using namespace kopt;
using namespace kopt::gate;

namespace {

std::string wire(Message message) {
  std::string text = headerLine(message);
  for (const std::string &frame : message.frames)
    text += frame;
  return text;
}

/// What a client says in a judgement, one text a message.
std::vector<std::string> conversation() {
  Program program;
  program.name = "f";
  program.buffers = {{"arg0", DType::F32, {5, 7}, BufferRole::Input},
                     {"arg1", DType::I8, {3}, BufferRole::InOut},
                     {"result0", DType::BF16, {35}, BufferRole::Output}};
  program.images.push_back({Image::Kind::PTX, "text", sha256("text")});
  Launch launch;
  launch.kernel = "k";
  launch.grid[0] = 2;
  launch.block[0] = 32;
  launch.args = {{0, 0, 0, 0}, {2, 0, 0, 0}, {-1, 0, 5, 8}};
  program.launches.push_back(launch);
  auto message = [](Json header, std::vector<std::string> frames = {}) {
    Message m;
    m.header = std::move(header);
    m.frames = std::move(frames);
    return wire(std::move(m));
  };
  Json inputs = {{{"family", "normal"}, {"seed", 7}, {"bound", 0}},
                 {{"frame", 0}}};
  return {message({{"command", "info"}}),
          message({{"command", "load"},
                   {"program", Json::parse(toJson(program), nullptr, false)}},
                  {"text"}),
          message({{"command", "run"},
                   {"program", 1},
                   {"kernel_seconds", 1},
                   {"bytes", true},
                   {"inputs", inputs}},
                  {"abc"}),
          message({{"command", "time"},
                   {"arms", {1, 1}},
                   {"blocks", 2},
                   {"kernel_seconds", 1},
                   {"inputs", inputs}},
                  {"abc"}),
          message({{"command", "unload"}, {"program", 1}}),
          message({{"command", "quit"}})};
}

class Mutator {
public:
  explicit Mutator(uint64_t seed) : random(seed) {}

  std::string stream() {
    std::vector<std::string> messages = conversation();
    std::string text;
    for (std::string &message : messages) {
      if (below(12) == 0)
        continue;
      for (unsigned repeats = below(20) == 0 ? 2 : 1; repeats; --repeats)
        text += message;
    }
    for (unsigned edits = 1 + below(4); edits; --edits)
      edit(text);
    return text;
  }

private:
  size_t below(size_t n) { return n ? random() % n : 0; }

  void edit(std::string &text) {
    if (text.empty())
      return;
    size_t at = below(text.size());
    static const char *const values[] = {"-1",
                                         "0",
                                         "4294967296",
                                         "18446744073709551615",
                                         "1e308",
                                         "null",
                                         "\"\"",
                                         "[]",
                                         "{}",
                                         "true",
                                         "99999999999999999999",
                                         "[[[[[[[[1]]]]]]]]"};
    switch (below(7)) {
    case 0:
      text[at] = char(random());
      break;
    case 1:
      text.erase(at, 1 + below(40));
      break;
    case 2:
      text.insert(at, text.substr(below(text.size()), below(200)));
      break;
    case 3:
      text.resize(at);
      break;
    case 4:
      text.insert(at, std::string(below(3000), "[{\"\n"[below(4)]));
      break;
    default: { // a value of JSON
      size_t colon = text.find(':', at);
      if (colon == std::string::npos)
        break;
      size_t end = text.find_first_of(",}]", colon);
      if (end != std::string::npos)
        text.replace(colon + 1, end - colon - 1, values[below(12)]);
    }
    }
  }
  std::mt19937_64 random;
};

int failures = 0;
void fail(uint64_t round, const std::string &what) {
  std::printf("round %llu: %s\n", (unsigned long long)round, what.c_str());
  ++failures;
}

/// What the loop answers and how it ends.
void converse(uint64_t round, const std::string &text, uint64_t &refusals) {
  int toWorker[2], toClient[2];
  if (pipe(toWorker) || pipe(toClient)) {
    fail(round, "no pipe");
    return;
  }
  int status = -1;
  std::thread worker([&] {
    MemoryDevice device;
    status = serve(device, toWorker[0], toClient[1]);
    close(toWorker[0]);
    close(toClient[1]);
  });
  std::thread writer([&] {
    for (size_t sent = 0; sent < text.size();) {
      ssize_t n = write(toWorker[1], text.data() + sent, text.size() - sent);
      if (n <= 0)
        break;
      sent += size_t(n);
    }
    close(toWorker[1]);
  });
  Decoder decoder;
  char buffer[1 << 16];
  for (ssize_t n; (n = read(toClient[0], buffer, sizeof buffer)) > 0;)
    for (size_t at = 0; at < size_t(n);) {
      size_t used = 0;
      Decoder::State state = decoder.feed(buffer + at, size_t(n) - at, used);
      at += used;
      if (state == Decoder::State::NeedMore)
        continue;
      if (state != Decoder::State::Complete) {
        fail(round, "a reply that is no message: " + decoder.problem);
        break;
      }
      const Json &header = decoder.message.header;
      if (header.value("ok", Json()) == true)
        continue;
      ++refusals;
      if (!header.contains("kind") || !header["kind"].is_string() ||
          header["kind"].get<std::string>().empty() ||
          !header.contains("message"))
        fail(round, "a refusal without kind and message: " + header.dump());
    }
  writer.join();
  worker.join();
  close(toClient[0]);
  if (decoder.inMessage())
    fail(round, "a reply that was cut short");
  if (status != 0 && status != 1 && status != 3 && status != 4)
    fail(round, "exit status " + std::to_string(status));
}

} // namespace

int main(int argc, char **argv) {
  std::signal(SIGPIPE, SIG_IGN);
  uint64_t rounds = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 3000;
  uint64_t seed = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
  uint64_t refusals = 0;
  std::string whole;
  for (const std::string &message : conversation())
    whole += message;
  converse(0, whole, refusals);
  if (refusals)
    fail(0, "the whole conversation was refused");
  for (uint64_t round = 1; round <= rounds; ++round)
    converse(round, Mutator(seed * 1000003 + round).stream(), refusals);
  std::printf("%llu conversations, %llu refusals, %d failures\n",
              (unsigned long long)rounds, (unsigned long long)refusals,
              failures);
  return failures != 0;
}
