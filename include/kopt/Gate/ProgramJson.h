//===- ProgramJson.h - A program as JSON text -------------------*- C++ -*-===//
//
// The form in which programs travel to a worker. The bytes of images and
// constants are not part of the text: they follow as binary frames, in the
// order of Program::images, then of the constants among Program::buffers.
//
//===----------------------------------------------------------------------===//

#ifndef KOPT_GATE_PROGRAMJSON_H
#define KOPT_GATE_PROGRAMJSON_H

#include "kopt/Gate/Device.h"
#include "kopt/Gate/Program.h"
#include "kopt/Support/Status.h"

namespace kopt::gate {

/// Most bytes of one buffer of a program (1 TiB).
constexpr int64_t kMaxBufferBytes = int64_t(1) << 40;

/// Most launches of a program.
constexpr size_t kMaxLaunches = 32768;

/// "input", "output", "inout", "temporary", "workspace" or "constant".
const char *spelling(BufferRole role);
/// "ptx", "cubin", "sim" or "tiles".
const char *spelling(Image::Kind kind);

/// One line of JSON without the frames; docs/gate-protocol.md has the form.
std::string toJson(const Program &program);

/// Parses and validates (shapes, sizes, indices, launch limits, argument
/// ranges). `frames` holds the bytes of each image, then of each constant;
/// their number and each SHA-256 must agree. Failures have the kind "parse".
Result<Program> programFromJson(const std::string &text,
                                std::vector<std::string> frames);

/// The binary frames that follow a program's text.
std::vector<std::string> framesOf(const Program &program);

/// The text of a file of counters, ending in a newline: "device", "modelled"
/// and "kernels", one per launch; docs/sim.md has the form.
std::string countersToJson(const DeviceInfo &device,
                           const std::vector<KernelCounters> &kernels);

} // namespace kopt::gate

#endif // KOPT_GATE_PROGRAMJSON_H
