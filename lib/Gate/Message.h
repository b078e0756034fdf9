//===- Message.h - Framing of the worker's pipe -----------------*- C++ -*-===//
//
// A message is one line of JSON, an object, and as many bytes after it as the
// lengths in its member "frames" say.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_GATE_MESSAGE_H
#define LIB_GATE_MESSAGE_H

#include "Json.h"
#include "kopt/Gate/Device.h"
#include "kopt/Gate/Worker.h"

namespace kopt::gate {

constexpr size_t kMaxLineBytes = size_t(16) << 20;
constexpr size_t kMaxFrames = 4096;
/// All frames of one message together.
constexpr uint64_t kMaxFrameBytes = uint64_t(1) << 36;

struct Message {
  Json header = Json::object();
  std::vector<std::string> frames;
};

/// The line of a message, with "frames" filled in and its newline.
std::string headerLine(Message &message);

/// Takes bytes as they come and puts messages together.
class Decoder {
public:
  enum class State {
    NeedMore, ///< all bytes used, message not complete
    Complete, ///< `message` is ready
    BadLine,  ///< a line that is no message; the next line may be one
    Broken    ///< lengths that cannot be followed
  };
  /// Uses up to `size` bytes, at most to the end of one message.
  State feed(const char *data, size_t size, size_t &used);
  /// Whether a message has begun and not ended.
  bool inMessage() const { return inFrames || !line.empty(); }

  Message message;
  std::string problem; ///< after BadLine and Broken

private:
  State endLine();

  std::string line;
  std::vector<uint64_t> lengths;
  bool inFrames = false;
};

Json toJson(const DeviceInfo &info);
DeviceInfo deviceInfoFromJson(Reader &r);
Json toJson(const KernelInfo &kernel);
KernelInfo kernelInfoFromJson(Reader &r);
Json toJson(const DeviceReport &report);
DeviceReport reportFromJson(Reader &r);
Json toJson(const KernelCounters &counters);
KernelCounters countersFromJson(Reader &r);

} // namespace kopt::gate

#endif // LIB_GATE_MESSAGE_H
