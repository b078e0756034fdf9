//===- Artefact.h - A program for any sizes, ready to run -------*- C++ -*-===//
//
// What kopt hands to others: images, and how to launch their kernels for
// arguments that are known only when the program is called. Written by the
// compiler, read by the run-time library, described in docs/artefact.md. Free
// of LLVM.
//
//===----------------------------------------------------------------------===//

#ifndef KOPT_ARTEFACT_ARTEFACT_H
#define KOPT_ARTEFACT_ARTEFACT_H

#include "kopt-c/Artefact.h"
#include "kopt/Gate/Program.h"
#include "kopt/Support/Status.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace kopt::artefact {

/// The version of the format that is written, and the only one that is read.
constexpr int kVersion = 1;

/// Limits of what is read. A call evaluates into an array of kMostValues on
/// its stack, so that it allocates nothing.
constexpr size_t kMostValues = 4096, kMostArguments = 1024, kMostSteps = 4096,
                 kMostConstants = 1024;
/// Dimensions of a tensor.
constexpr size_t kMostRank = 32;
/// Guards see an address modulo this, which tells every alignment allowed.
constexpr int64_t kAddressModulus = 4096;
/// Offsets of tensors in the workspace are multiples of this many bytes.
constexpr int64_t kWorkspaceAlignment = 256;

/// What a value is computed by. Values are 64-bit signed integers; a condition
/// is 0 or 1. No computation wraps: one that would is an error of the call.
enum class Operator : uint8_t {
  Constant, ///< the number `operands[0]`
  Size,     ///< of dimension `operands[1]` of argument `operands[0]`
  Scalar,   ///< argument `operands[0]`, an integer, sign-extended
  Stride,   ///< in elements, of dimension `operands[1]` of `operands[0]`
  Address,  ///< of argument `operands[0]`, modulo kAddressModulus
  Add,
  Sub,
  Mul,
  FloorDiv, ///< divisions by zero are errors of the call
  CeilDiv,
  Div, ///< towards zero
  Mod, ///< of the sign of the divisor
  Rem, ///< of the sign of the dividend
  Min,
  Max,
  Equal,
  Less,
  LessEqual,
  And, ///< of conditions
  Or,
  Not,
  ToF32, ///< the bits of the nearest float, for a parameter of 4 bytes
  ToF64, ///< the same of 8 bytes
  Select ///< the second operand where the first is not 0, else the third
};
/// The spelling in the file: "ceildiv" …, and the number of operands.
const char *spelling(Operator op);
unsigned operandCount(Operator op);

/// Operands are the indices of earlier values, except of the first five.
struct Value {
  Operator op = Operator::Constant;
  int64_t operands[3] = {0, 0, 0};
};

/// The index of a value; -1: none.
using ValueIndex = int;

/// What the program does with an argument.
enum class Access : uint8_t { In, Out, InOut };
const char *spelling(Access access);

/// A tensor in device memory, or a scalar that is given by value.
struct Argument {
  std::string name;
  gate::DType dtype = gate::DType::F32;
  bool isTensor = true;
  /// The value that each size has to have; -1: any.
  std::vector<ValueIndex> sizes;
  Access access = Access::In;
  /// Bytes its address is a multiple of where kernels are launched.
  int64_t alignment = 16;
};

/// One parameter of a kernel.
struct Parameter {
  enum class Kind : uint8_t {
    Tensor,    ///< the address of argument `index`
    Workspace, ///< the address of the workspace plus value `index`
    Value,     ///< the low `bytes` of value `index`
    Scalar,    ///< scalar argument `index` as it was given
    Bits,      ///< the low `bytes` of `bits`
    Constant   ///< the address of constant `index`
  };
  Kind kind = Kind::Bits;
  int index = 0;
  uint64_t bits = 0;
  unsigned bytes = 8; ///< 1, 2, 4 or 8
};
const char *spelling(Parameter::Kind kind);

/// A kernel that a step may launch.
struct Candidate {
  ValueIndex guard = -1; ///< -1: always
  int module = 0;        ///< what an image is chosen for
  std::string kernel;
  ValueIndex grid = -1; ///< blocks on the x axis; 0 launches nothing
  uint32_t block[3] = {1, 1, 1};
  uint32_t cluster = 1; ///< blocks on the x axis
  uint32_t dynamicSharedBytes = 0;
  bool cooperative = false;
};

/// One launch: of the first candidate whose guard holds. That none holds is an
/// error of the call.
struct Step {
  std::vector<Candidate> candidates;
  std::vector<Parameter> parameters;
};

/// One way to run the program: kopt's launches, or the caller's own kernel.
struct Variant {
  ValueIndex guard = -1; ///< -1: always
  int callback = -1;     ///< the number of the caller's function; -1: launches
  std::vector<Step> steps;
  /// The value that is the number of bytes of the workspace; -1: none.
  ValueIndex workspace = -1;
  /// Bytes at its beginning that hold what kernels leave to their next launch.
  /// They are zero before the first run.
  int64_t persistentBytes = 0;
};

/// A value that must not be 0, whichever variant runs.
struct Requirement {
  ValueIndex value = -1;
  std::string message; ///< "expected …"
};

/// Compiled code of one module for one architecture.
struct Image {
  int module = 0;
  gate::Image::Kind kind = gate::Image::Kind::PTX; ///< not Tiles
  std::string architecture;                        ///< "sm_90a"
  std::string sha256;                              ///< of `bytes`
  std::string bytes;                               ///< not in the JSON
  /// The file beside the JSON: named by the hash.
  std::string file() const;
};

/// Contents of a tensor that are part of the program, row-major and packed;
/// only read. There is one for all tensors of equal contents.
struct Constant {
  std::string sha256; ///< of `bytes`
  std::string bytes;  ///< not in the JSON
  /// The file beside the JSON: named by the hash.
  std::string file() const { return sha256 + ".bin"; }
};

struct Artefact {
  std::string name; ///< of the host function
  std::vector<Argument> arguments;
  /// For each result of the function the argument that holds it afterwards.
  std::vector<int> results;
  std::vector<Value> values;
  std::vector<Requirement> requirements;
  std::vector<Variant> variants; ///< the first that fits runs
  std::vector<Constant> constants;
  std::vector<Image> images;
  int modules = 0;
  std::string numericClass;        ///< "reassociates" …
  std::string numericClassBecause; ///< the operation that shows it
  bool deterministic = true;       ///< equal bits for equal inputs
  std::string koptVersion, llvmVersion;
};

/// The JSON text, with line ends.
std::string toJson(const Artefact &artefact);
/// Reads and checks everything that running relies on. The bytes of an image or
/// a constant come from `read`, by its file name, and must have the hash.
Result<Artefact>
fromJson(const std::string &text,
         const std::function<Result<std::string>(const std::string &)> &read);
/// Whether each reference in `artefact` leads somewhere and each number is in
/// its limits.
Status verify(const Artefact &artefact);

/// The result of an operation on integers, from Operator::Add on; none where it
/// does not fit or divides by zero.
std::optional<int64_t> apply(Operator op, const int64_t (&operands)[3]);
/// Evaluates all values into `results`, which has room for them. Allocates
/// nothing unless it fails. `artefact` is verified, sizes are not null.
Status evaluate(const Artefact &artefact, const KoptArgument *arguments,
                int64_t *results);

/// The little-endian bits of a scalar argument, at its pointer.
uint64_t scalarBits(gate::DType type, const void *pointer);

/// Texts of a C header and of a source with an entry for the program: see
/// docs/artefact.md. `header` is the file name that the source includes.
/// Nothing of the artefact's texts gets into them but as numbers.
struct CSource {
  std::string stem; ///< of the files, "kopt_NAME"; entries begin with it
  std::string header, source;
};
CSource generateC(const Artefact &artefact);

} // namespace kopt::artefact

#endif // KOPT_ARTEFACT_ARTEFACT_H
