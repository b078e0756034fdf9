//===- Generate.h - Random legal programs -----------------------*- C++ -*-===//

#ifndef LIB_FUZZ_GENERATE_H
#define LIB_FUZZ_GENERATE_H

#include "Choices.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace kopt::fuzz {

/// A tensor of the program. A letter names an extent: equal letters are equal
/// extents.
struct Tensor {
  std::string name, dims, element;
};

/// The text of one function on tensors, written operation by operation; with
/// it the same function in which some of the work is in kernels already.
class Program {
public:
  /// `isTelling`: every result is returned, and operations that most numbers
  /// are the same to (roundings, bits, ranges) are rare.
  explicit Program(Choices &choices, bool isTelling = false);

  Choices &choices;
  const bool isTelling;

  /// An operation of both texts, of the original or of the candidate alone.
  void line(const llvm::Twine &text);
  void original(const llvm::Twine &text) {
    (originalBody += text.str()) += "\n";
  }
  void candidate(const llvm::Twine &text) {
    (candidateBody += text.str()) += "\n";
  }
  /// A kernel of the candidate.
  void kernel(const llvm::Twine &text) { (kernels += text.str()) += "\n"; }

  std::string name() { return "%v" + std::to_string(++names); }
  int64_t extent(char letter) const { return extents.at(letter); }
  bool isDynamic(char letter) const { return dynamic.count(letter); }
  bool isStatic(llvm::StringRef dims) const;
  /// A letter for a new static extent.
  char newExtent(int64_t extent);
  int64_t numElements(llvm::StringRef dims) const;

  /// "tensor<3x?xf32>".
  std::string type(llvm::StringRef dims, llvm::StringRef element) const;
  std::string type(const Tensor &t) const { return type(t.dims, t.element); }

  Tensor argument(llvm::StringRef dims, llvm::StringRef element);
  /// An earlier result or argument of such dimensions and element type
  /// (empty: any), else a new argument; what came last is the likeliest.
  Tensor operand(llvm::StringRef dims, llvm::StringRef element);
  /// An earlier tensor of at least `rank` dimensions, else a new argument.
  Tensor any(size_t rank);
  std::string constant(llvm::StringRef number, llvm::StringRef element);
  std::string index(int64_t number) {
    return constant(std::to_string(number), "index");
  }
  Tensor empty(llvm::StringRef dims, llvm::StringRef element);
  Tensor filled(llvm::StringRef dims, llvm::StringRef element,
                llvm::StringRef number);
  /// Makes a tensor known to later operations, and to be returned perhaps.
  Tensor &result(Tensor tensor);

  std::string originalText() const { return text(originalBody, false); }
  std::string candidateText() const { return text(candidateBody, true); }
  bool hasKernels() const { return !kernels.empty(); }
  /// `--arg` of every argument with a dynamic extent.
  std::vector<std::string> argumentShapes() const;
  /// Chooses what is returned; after the last operation.
  void finish();

private:
  std::string text(const std::string &body, bool withKernels) const;
  std::map<char, int64_t> extents;
  std::map<char, bool> dynamic; ///< letters whose extent the types hide
  std::map<char, std::string> sizes;
  std::vector<Tensor> arguments, results, returned;
  std::string originalBody, candidateBody, kernels;
  unsigned names = 0;
};

/// The element types that programs have.
const std::vector<std::string> &elementTypes();
bool isFloat(llvm::StringRef element);
unsigned bitsOf(llvm::StringRef element);
/// What sums of the type are formed in: f32 for narrower ones.
std::string wideType(llvm::StringRef element);
/// A conversion in a body; the name of the converted scalar.
std::string convert(Program &p, const std::string &value, llvm::StringRef from,
                    llvm::StringRef to);
/// A random expression of the scalars, as lines of a body; its value has the
/// type `element`, which the scalars have too.
std::string expression(Program &p, std::vector<std::string> scalars,
                       llvm::StringRef element);

/// One random operation on tensors (GenerateOps.cpp, GenerateTensors.cpp).
void addElementwise(Program &p);
void addReduction(Program &p);
void addArgReduction(Program &p);
void addNamed(Program &p);
void addProduct(Program &p);
void addWindow(Program &p);
void addSoftmax(Program &p);
void addNorm(Program &p);
void addMovement(Program &p);
/// One random kernel on tiles, and what it computes as structured operations or
/// loops in the original (GenerateKernels.cpp).
void addKernel(Program &p);

/// Adds random operations, few or many.
void generate(Program &p);

} // namespace kopt::fuzz

#endif // LIB_FUZZ_GENERATE_H
