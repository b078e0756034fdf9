//===- Program.h - A concrete program: buffers, images, launches *- C++ -*-===//
//
// What the gate executes: the launches of one host function for concrete
// shapes. Built by lib/Program from MLIR, sent to a worker as JSON, and run by
// a Device. Free of LLVM.
//
//===----------------------------------------------------------------------===//

#ifndef KOPT_GATE_PROGRAM_H
#define KOPT_GATE_PROGRAM_H

#include <cstdint>
#include <string>
#include <vector>

namespace kopt::gate {

/// Element types that cross the host boundary. Stored little-endian, packed;
/// i1 is one byte, 0 or 1; index is 64 bits.
enum class DType : uint8_t {
  I1,
  I8,
  I16,
  I32,
  I64,
  Index,
  F16,
  BF16,
  F32,
  F64,
  F8E4M3FN,
  F8E5M2
};

/// Bytes of one element as stored.
unsigned byteSize(DType type);
/// The MLIR spelling: "bf16", "i32", "f8E4M3FN" …
const char *spelling(DType type);
/// Inverse of `spelling`; false if unknown.
bool parseDType(const std::string &text, DType &type);

/// What a buffer is to the program.
enum class BufferRole : uint8_t {
  Input,     ///< read only: hashed before and after
  Output,    ///< written in full by the program: poisoned before every run
  InOut,     ///< restored before every run
  Temporary, ///< between launches: random before every run
  Workspace, ///< of one launch: zero before the first run, then left alone
  Constant   ///< read only, its contents part of the program: as an Input
};

/// One row-major, densely packed tensor in device memory.
struct Buffer {
  std::string name; ///< for reports: "arg0", "result0", "tmp0"
  DType dtype = DType::F32;
  std::vector<int64_t> shape; ///< empty: a scalar in memory (one element)
  BufferRole role = BufferRole::Input;
  std::string contents = {}; ///< of a Constant: `numBytes()` bytes
  int64_t numElements() const;
  int64_t numBytes() const { return numElements() * byteSize(dtype); }
};

/// One kernel argument: the address of a buffer plus an offset in bytes, or a
/// scalar of 1, 2, 4 or 8 bytes.
struct LaunchArg {
  int buffer = -1;          ///< index into Program::buffers, or -1: a scalar
  int64_t byteOffset = 0;   ///< added to the buffer's address
  uint64_t scalarBits = 0;  ///< little-endian bits of the scalar
  unsigned scalarBytes = 0; ///< 1, 2, 4 or 8 for a scalar
};

struct Launch {
  int image = 0; ///< index into Program::images
  std::string kernel;
  uint32_t grid[3] = {1, 1, 1};
  uint32_t block[3] = {1, 1, 1};
  uint32_t cluster[3] = {1, 1, 1};
  uint32_t dynamicSharedBytes = 0;
  /// Blocks wait for each other: all of them must be resident at once.
  bool cooperative = false;
  /// The launch had variants, and the conditions of none held. Stays here: a
  /// worker is not told.
  bool isFallback = false;
  std::vector<LaunchArg> args; ///< in the order of the kernel's parameters
};

/// Compiled code for one device kind.
struct Image {
  enum class Kind : uint8_t {
    PTX,       ///< NUL-free PTX text
    Cubin,     ///< linked device ELF
    SimObject, ///< what kopt::sim::compileObject made (include/kopt/Sim/Abi.h)
    Tiles      ///< what kopt::interpret::tileImage made
  };
  Kind kind = Kind::PTX;
  std::string bytes;
  std::string sha256; ///< of `bytes`, lower-case hex
};

/// Where a result of the host function is: an Output or InOut buffer, the
/// Input buffer of an argument that is returned, or a Constant. Several may
/// share one buffer.
struct ProgramResult {
  int buffer = 0;             ///< index into Program::buffers
  std::vector<int64_t> shape; ///< its own: the function may return a view
};

/// A grid with a zero extent is a launch that does nothing and is skipped.
struct Program {
  std::string name;
  std::vector<Buffer>
      buffers; ///< arguments first, in order, then outputs, then the others
  std::vector<Image> images;
  std::vector<Launch> launches;       ///< run in order on one stream
  std::vector<ProgramResult> results; ///< in order; workers do without
};

} // namespace kopt::gate

#endif // KOPT_GATE_PROGRAM_H
