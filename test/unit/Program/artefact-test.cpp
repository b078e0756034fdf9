//===- artefact-test.cpp - An artefact launches what a program does -------===//
//
//   artefact-test FILE
//
// For each host function of FILE (kernels in form 2) with launches and many
// shapes: the launches of the artefact, which was built once for all sizes, are
// those of the program that is built for the shape. Contents of memory are
// followed by numbers through both, so that memory that is shared wrongly, or
// an argument in another's place, shows.
//
//===----------------------------------------------------------------------===//

#include "dialects/Kopt/KoptDialect.h"
#include "kopt/Program/BuildArtefact.h"
#include "kopt/Registration/Registration.h"
#include "mlir/Parser/Parser.h"

#include <map>
#include <random>

using namespace mlir;
using namespace kopt;

namespace {

/// Memory as ranges with a number for what is in them.
class Contents {
public:
  void write(uint64_t address, uint64_t bytes, uint64_t number) {
    if (!bytes)
      return;
    for (auto it = ranges.begin(); it != ranges.end();)
      if (it->first < address + bytes && address < it->first + it->second.first)
        it = ranges.erase(it);
      else
        ++it;
    ranges[address] = {bytes, number};
  }
  /// 0 where that range as a whole was never written, or not since.
  uint64_t read(uint64_t address, uint64_t bytes) const {
    auto it = ranges.find(address);
    return it != ranges.end() && it->second.first == bytes ? it->second.second
                                                           : 0;
  }

private:
  std::map<uint64_t, std::pair<uint64_t, uint64_t>> ranges;
};

constexpr uint64_t kSpace = uint64_t(1) << 44;

/// Follows one shape.
class Comparison {
public:
  Comparison(const artefact::Artefact &artefact, const gate::Program &program,
             const std::vector<KoptArgument> &arguments)
      : artefact(artefact), program(program), arguments(arguments),
        values(artefact.values.size()) {}

  /// Empty if all is the same, else what is not.
  std::string run();
  /// Why the artefact refuses the arguments, or empty.
  std::string refusal();

private:
  std::string compareLaunch(size_t index);
  uint64_t addressOf(const artefact::Parameter &parameter) const {
    return parameter.kind == artefact::Parameter::Kind::Tensor
               ? (parameter.index + 2) * kSpace
               : kSpace + uint64_t(values[parameter.index]);
  }

  const artefact::Artefact &artefact;
  const gate::Program &program;
  const std::vector<KoptArgument> &arguments;
  std::vector<int64_t> values;
  Contents memory;
  std::vector<uint64_t> buffers; ///< what is in each of the program's
  uint64_t next = 1000;
};

std::string Comparison::compareLaunch(size_t index) {
  const gate::Launch &launch = program.launches[index];
  const artefact::Variant &variant = artefact.variants[0];
  const artefact::Step &step = variant.steps[index];
  const artefact::Candidate *candidate = nullptr;
  for (const artefact::Candidate &c : step.candidates)
    if (!candidate && (c.guard < 0 || values[c.guard]))
      candidate = &c;
  if (!candidate)
    return "no kernel";
  if (candidate->kernel != launch.kernel || candidate->module != launch.image ||
      uint64_t(values[candidate->grid]) != launch.grid[0] ||
      candidate->cluster != launch.cluster[0] ||
      candidate->cooperative != launch.cooperative ||
      candidate->dynamicSharedBytes != launch.dynamicSharedBytes ||
      !std::equal(launch.block, launch.block + 3, candidate->block))
    return "kernel " + candidate->kernel + " in another way";
  if (step.parameters.size() != launch.args.size())
    return "another number of parameters";
  for (size_t p = 0; p < launch.args.size(); ++p) {
    const gate::LaunchArg &arg = launch.args[p];
    const artefact::Parameter &parameter = step.parameters[p];
    bool isConstant = parameter.kind == artefact::Parameter::Kind::Constant;
    bool isPointer = isConstant ||
                     parameter.kind == artefact::Parameter::Kind::Tensor ||
                     parameter.kind == artefact::Parameter::Kind::Workspace;
    if (isPointer != (arg.buffer >= 0))
      return "parameter " + std::to_string(p) + " of another kind";
    if (!isPointer) {
      uint64_t bits = parameter.bits;
      if (parameter.kind == artefact::Parameter::Kind::Value)
        bits = uint64_t(values[parameter.index]);
      else if (parameter.kind == artefact::Parameter::Kind::Scalar)
        bits = artefact::scalarBits(artefact.arguments[parameter.index].dtype,
                                    arguments[parameter.index].pointer);
      unsigned unused = 64 - 8 * arg.scalarBytes;
      if ((bits << unused) != (arg.scalarBits << unused))
        return "parameter " + std::to_string(p) + " with another value";
      continue;
    }
    const gate::Buffer &buffer = program.buffers[arg.buffer];
    if (isConstant != (buffer.role == gate::BufferRole::Constant) ||
        (isConstant &&
         artefact.constants[parameter.index].bytes != buffer.contents))
      return "parameter " + std::to_string(p) + " with another constant";
    if (isConstant)
      continue;
    uint64_t bytes = uint64_t(buffer.numBytes());
    uint64_t address = addressOf(parameter);
    if (parameter.kind == artefact::Parameter::Kind::Workspace &&
        address + bytes - kSpace > uint64_t(values[variant.workspace]))
      return "parameter " + std::to_string(p) + " outside of the workspace";
    if (bytes && buffers[arg.buffer] &&
        memory.read(address, bytes) != buffers[arg.buffer])
      return "parameter " + std::to_string(p) + " with other contents";
  }
  // What may be written is different from all before.
  for (size_t p = 0; p < launch.args.size(); ++p) {
    int buffer = launch.args[p].buffer;
    if (buffer < 0 || program.buffers[buffer].role == gate::BufferRole::Input ||
        program.buffers[buffer].role == gate::BufferRole::Constant)
      continue;
    buffers[buffer] = next;
    memory.write(addressOf(step.parameters[p]),
                 uint64_t(program.buffers[buffer].numBytes()), next++);
  }
  return "";
}

std::string Comparison::refusal() {
  if (Status s = artefact::evaluate(artefact, arguments.data(), values.data());
      !s.ok())
    return s.message();
  for (const artefact::Requirement &requirement : artefact.requirements)
    if (!values[requirement.value])
      return requirement.message;
  for (const artefact::Step &step : artefact.variants[0].steps)
    if (llvm::none_of(step.candidates, [&](const artefact::Candidate &c) {
          return c.guard < 0 || values[c.guard];
        }))
      return "no kernel";
  return "";
}

std::string Comparison::run() {
  if (std::string text = refusal(); !text.empty())
    return text;
  buffers.assign(program.buffers.size(), 0);
  size_t tensor = 0;
  for (size_t i = 0; i < artefact.arguments.size(); ++i)
    if (artefact.arguments[i].isTensor &&
        artefact.arguments[i].access != artefact::Access::Out) {
      buffers[tensor] = i + 1;
      memory.write((i + 2) * kSpace,
                   uint64_t(program.buffers[tensor].numBytes()), i + 1);
      ++tensor;
    }
  if (artefact.variants[0].steps.size() != program.launches.size())
    return "another number of launches";
  for (size_t i = 0; i < program.launches.size(); ++i)
    if (std::string text = compareLaunch(i); !text.empty())
      return "launch " + std::to_string(i) + ": " + text;
  for (size_t i = 0; i < program.results.size(); ++i) {
    const gate::ProgramResult &result = program.results[i];
    int argument = artefact.results[i];
    uint64_t bytes = uint64_t(program.buffers[result.buffer].numBytes());
    if (bytes &&
        memory.read((argument + 2) * kSpace, bytes) != buffers[result.buffer])
      return "result " + std::to_string(i) + " elsewhere";
    const artefact::Argument &out = artefact.arguments[argument];
    for (size_t d = 0; d < out.sizes.size(); ++d)
      if (out.access == artefact::Access::Out &&
          program.buffers[result.buffer].shape[d] != values[out.sizes[d]])
        return "result " + std::to_string(i) + " of other sizes";
  }
  return "";
}

/// Compares for many shapes; returns how many were compared, or -1.
int compareAll(func::FuncOp entry) {
  auto name = [](gpu::GPUModuleOp module, StringRef) {
    return FailureOr<std::string>(module.getName().str());
  };
  FailureOr<artefact::Artefact> artefact = buildArtefact(entry, {"any"}, name);
  if (failed(artefact))
    return -1;
  Result<artefact::Artefact> again = artefact::fromJson(
      artefact::toJson(*artefact),
      [&](const std::string &file) -> Result<std::string> {
        for (const artefact::Image &image : artefact->images)
          if (image.file() == file)
            return image.bytes;
        for (const artefact::Constant &constant : artefact->constants)
          if (constant.file() == file)
            return constant.bytes;
        return Status::failure("image", "none");
      });
  if (!again || artefact::toJson(*again) != artefact::toJson(*artefact)) {
    std::printf("%s: not the same after writing and reading\n",
                entry.getName().str().c_str());
    return -1;
  }
  std::mt19937 random(3);
  const int64_t extents[] = {0, 1, 3, 4, 8, 17, 64, 256, 1000};
  int compared = 0;
  for (unsigned round = 0; round < 10; ++round) {
    std::vector<HostArgument> host;
    for (Type type : entry.getArgumentTypes()) {
      HostArgument argument;
      if (auto tensor = dyn_cast<RankedTensorType>(type)) {
        for (int64_t extent : tensor.getShape())
          argument.shape.push_back(
              !ShapedType::isDynamic(extent)
                  ? extent
                  : extents[round % 3 ? (round * 5) % 9 : random() % 9]);
      } else {
        argument.bits = type.isInteger(1) ? random() % 2 : random() % 5;
      }
      host.push_back(std::move(argument));
    }
    std::vector<KoptArgument> arguments;
    for (HostArgument &argument : host)
      arguments.push_back({&argument.bits, argument.shape.data(), nullptr});
    arguments.resize(artefact->arguments.size());
    ImageCompiler compile;
    compile.compile = [](gpu::GPUModuleOp) {
      return FailureOr<gate::Image>(gate::Image());
    };
    FailureOr<gate::Program> program = failure();
    std::string refusal;
    {
      ScopedDiagnosticHandler quiet(entry.getContext(),
                                    [&](Diagnostic &diagnostic) {
                                      refusal = diagnostic.str();
                                      return success();
                                    });
      program = buildProgram(entry, host, compile);
    }
    gate::Program none;
    std::string text = succeeded(program)
                           ? Comparison(*again, *program, arguments).run()
                           : Comparison(*again, none, arguments).refusal();
    if (succeeded(program) ? text.empty() : !text.empty()) {
      compared += succeeded(program);
      continue;
    }
    std::printf("%s, shapes %u: %s\n", entry.getName().str().c_str(), round,
                text.empty() ? refusal.c_str() : text.c_str());
    return -1;
  }
  return compared;
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 2)
    return 2;
  registerAllPasses();
  DialectRegistry registry;
  registerAllDialects(registry);
  MLIRContext context(registry);
  ScopedDiagnosticHandler errors(&context, [](Diagnostic &diagnostic) {
    std::printf("error: %s\n", diagnostic.str().c_str());
    return success();
  });
  OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(argv[1], &context);
  if (!module)
    return 1;
  int functions = 0, compared = 0;
  for (auto entry : module->getOps<func::FuncOp>()) {
    bool launches = false;
    entry.walk([&](LaunchOp) { launches = true; });
    if (!launches)
      continue;
    int found = compareAll(entry);
    if (found <= 0) {
      std::printf("failed: %s\n", entry.getName().str().c_str());
      return 1;
    }
    ++functions;
    compared += found;
  }
  std::printf("%d functions the same for %d shapes\n", functions, compared);
  return functions == 0;
}
