//===- Generate.cpp - The text of a random program ------------------------===//

#include "Generate.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>

using namespace kopt::fuzz;
using llvm::StringRef;
using llvm::Twine;

Program::Program(Choices &choices, bool isTelling)
    : choices(choices), isTelling(isTelling) {
  // Rows r and m are few, columns c long and odd, k is the other side of a
  // product. At most some thousand elements: the machine is simulated.
  extents['r'] = choices.of({2, 1, 3, 5, 8});
  extents['m'] = choices.of({2, 1, 3, 4});
  extents['k'] = choices.of({4, 1, 7, 16, 33});
  extents['c'] = choices.of(
      {8, 1, 3, 16, 31, 33, 64, 127, 128, 255, 257, 512, 1000, 1536});
  const char *hidden = choices.of({"", "", "", "c", "r", "rmck"});
  for (const char *letter = hidden; *letter; ++letter)
    dynamic[*letter] = true;
}

void Program::line(const Twine &text) {
  original(text);
  candidate(text);
}

bool Program::isStatic(StringRef dims) const {
  return llvm::none_of(dims, [&](char d) { return isDynamic(d); });
}

char Program::newExtent(int64_t extent) {
  for (char letter = 'A';; ++letter)
    if (extents.try_emplace(letter, extent).second)
      return letter;
}

int64_t Program::numElements(StringRef dims) const {
  int64_t count = 1;
  for (char d : dims)
    count *= extent(d);
  return count;
}

std::string Program::type(StringRef dims, StringRef element) const {
  std::string text = "tensor<";
  for (char d : dims)
    text += (isDynamic(d) ? "?" : std::to_string(extent(d))) + "x";
  return text + element.str() + ">";
}

Tensor Program::argument(StringRef dims, StringRef element) {
  Tensor tensor{"%arg" + std::to_string(arguments.size()), dims.str(),
                element.str()};
  arguments.push_back(tensor);
  for (auto [i, d] : llvm::enumerate(dims)) {
    if (!isDynamic(d) || sizes.count(d))
      continue;
    std::string at = index(int64_t(i));
    sizes[d] = name();
    line(sizes[d] + " = tensor.dim " + tensor.name + ", " + at + " : " +
         type(tensor));
  }
  return tensor;
}

Tensor Program::operand(StringRef dims, StringRef element) {
  std::vector<Tensor> fit;
  for (const std::vector<Tensor> *list : {&arguments, &results})
    for (const Tensor &t : *list)
      if (t.dims == dims && (element.empty() || t.element == element))
        fit.push_back(t);
  std::reverse(fit.begin(), fit.end());
  if (!fit.empty() && !choices.chance(20))
    return fit[std::min(choices.below(uint32_t(fit.size())),
                        choices.below(uint32_t(fit.size())))];
  return argument(dims,
                  element.empty() ? choices.of(elementTypes()) : element.str());
}

Tensor Program::any(size_t rank) {
  std::vector<Tensor> fit;
  for (const Tensor &t : results)
    if (t.dims.size() >= rank)
      fit.push_back(t);
  if (!fit.empty() && choices.chance(75))
    return fit[fit.size() - 1 - choices.below(uint32_t(fit.size()))];
  std::vector<std::string> dims = {"rc", "c", "mc", "rmc"};
  llvm::erase_if(dims, [&](const std::string &d) { return d.size() < rank; });
  return operand(choices.of(dims), "");
}

std::string Program::constant(StringRef number, StringRef element) {
  std::string value = name(), text = number.str();
  if (isFloat(element) && text.find_first_of(".x") == std::string::npos)
    text += ".0";
  line(value + " = arith.constant " + text + " : " + element);
  return value;
}

Tensor Program::empty(StringRef dims, StringRef element) {
  Tensor tensor{name(), dims.str(), element.str()};
  std::vector<std::string> hidden;
  for (char d : dims)
    if (isDynamic(d))
      hidden.push_back(sizes.at(d));
  line(tensor.name + " = tensor.empty(" + llvm::join(hidden, ", ") +
       ") : " + type(tensor));
  return tensor;
}

Tensor Program::filled(StringRef dims, StringRef element, StringRef number) {
  std::string value = constant(number, element);
  Tensor into = empty(dims, element), tensor{name(), dims.str(), element.str()};
  line(tensor.name + " = linalg.fill ins(" + value + " : " + element +
       ") outs(" + into.name + " : " + type(into) + ") -> " + type(into));
  return tensor;
}

Tensor &Program::result(Tensor tensor) {
  results.push_back(std::move(tensor));
  return results.back();
}

void Program::finish() {
  returned = {results.back()};
  for (size_t i = 0;
       i + 1 < results.size() && returned.size() < (isTelling ? 16 : 4); ++i)
    if (isTelling || choices.chance(25))
      returned.push_back(results[i]);
}

std::string Program::text(const std::string &body, bool withKernels) const {
  std::vector<std::string> signature, types, names;
  for (const Tensor &t : arguments)
    signature.push_back(t.name + ": " + type(t));
  for (const Tensor &t : returned) {
    types.push_back(type(t));
    names.push_back(t.name);
  }
  std::string all = llvm::join(types, ", ");
  std::string text;
  if (withKernels && hasKernels())
    text = "gpu.module @kernels {\n" + kernels + "}\n";
  return text + "func.func @f(" + llvm::join(signature, ", ") + ") -> (" + all +
         ") {\n" + body + "return " + llvm::join(names, ", ") + " : " + all +
         "\n}\n";
}

std::vector<std::string> Program::argumentShapes() const {
  std::vector<std::string> shapes;
  for (auto [i, t] : llvm::enumerate(arguments)) {
    if (isStatic(t.dims))
      continue;
    std::vector<std::string> parts;
    for (char d : t.dims)
      parts.push_back(std::to_string(extent(d)));
    shapes.push_back(std::to_string(i) + ":" + llvm::join(parts, "x"));
  }
  return shapes;
}

void kopt::fuzz::generate(Program &p) {
  using Add = void (*)(Program &);
  // Listed more than once: likelier.
  const std::vector<Add> adds = {
      addElementwise,  addElementwise, addElementwise, addReduction,
      addReduction,    addNamed,       addNorm,        addSoftmax,
      addProduct,      addMovement,    addMovement,    addWindow,
      addArgReduction, addKernel,      addKernel};
  // Parts of much work come once: the time is better spent on other programs.
  unsigned count = 1 + p.choices.below(5);
  for (unsigned i = 0; i < count; ++i)
    p.choices.of(adds)(p);
  p.finish();
}
