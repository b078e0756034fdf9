//===- kopt-run.cpp - Run a host program on a device ----------------------===//

#include "dialects/Kopt/KoptDialect.h"
#include "kopt/Gate/Inputs.h"
#include "kopt/Gate/ProgramJson.h"
#include "kopt/GateDriver/Npy.h"
#include "kopt/GateDriver/ToolOptions.h"
#include "kopt/GateDriver/Workers.h"
#include "kopt/ToolSupport/Files.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace kopt;
namespace cl = llvm::cl;

namespace {

constexpr const char tool[] = "kopt-run";

struct Options : ExecutionOptions {
  Options() : ExecutionOptions(tool) {}
  cl::opt<std::string> file{cl::Positional, cl::Required, cl::desc("FILE"),
                            cl::cat(category)};
  cl::list<std::string> inputs{
      "input", cl::desc("x.npy for each tensor argument, in order"),
      cl::cat(category)};
  cl::opt<std::string> family{
      "family", cl::init("normal"),
      cl::desc("input family where no --input is given"), cl::cat(category)};
  cl::opt<std::string> output{
      "output", cl::desc("write PREFIX0.npy, PREFIX1.npy … instead"),
      cl::cat(category)};
  cl::opt<std::string> counters{
      "counters",
      cl::desc("write what the simulated device counted to a JSON file"),
      cl::cat(category)};
  cl::opt<bool> strict{
      "strict",
      cl::desc("fail where a launch with variants runs none of them, before\n"
               "anything runs"),
      cl::cat(category)};
  cl::opt<std::string> emit{
      "emit",
      cl::desc("write PREFIX.json, PREFIX.ptx and, for constants, "
               "PREFIX.constantN.npy for cuda and do not run"),
      cl::cat(category)};
  cl::opt<std::string> target{
      "target", cl::init("sm_90a"),
      cl::desc("architecture for --emit: sm_80, sm_89 or sm_90a"),
      cl::cat(category)};
};

/// One result as stored, in the order of the function's results.
struct Value {
  gate::DType dtype;
  std::vector<int64_t> shape;
  std::string bytes;
};

int fail(const llvm::Twine &text) { return kopt::fail(tool, text); }

/// The arguments with shapes from --input files put in, and their contents.
bool readInputs(func::FuncOp entry, Options &options,
                std::vector<std::string> &texts,
                std::vector<NpyArray> &arrays) {
  for (const std::string &path : options.inputs) {
    Result<NpyArray> array = readNpy(path);
    if (!array)
      return fail(array.status().message()), false;
    arrays.push_back(std::move(*array));
  }
  size_t next = 0;
  for (auto [i, type] : llvm::enumerate(entry.getArgumentTypes())) {
    if (!isa<RankedTensorType>(type) || arrays.empty())
      continue;
    if (next == arrays.size())
      return fail("expected --input for each tensor argument"), false;
    const NpyArray &array = arrays[next++];
    FailureOr<gate::DType> dtype = dtypeOf(getElementTypeOrSelf(type));
    if (failed(dtype) || !array.fits(*dtype))
      return fail(options.inputs[next - 1] + ": expected elements of type " +
                  (failed(dtype) ? "a device knows" : gate::spelling(*dtype)) +
                  " for argument " + llvm::Twine(i) + ", but got '" +
                  llvm::Twine(array.kind) + llvm::Twine(array.itemBytes) + "'"),
             false;
    std::string text = std::to_string(i) + ":";
    for (auto [d, extent] : llvm::enumerate(array.shape))
      text += (d ? "x" : "") + std::to_string(extent);
    texts.push_back(text);
  }
  if (next != arrays.size())
    return fail("expected " + llvm::Twine(next) + " --input, but got " +
                llvm::Twine(arrays.size())),
           false;
  return true;
}

/// A program without launches runs on the host, through upstream's lowering in
/// the program's own types.
bool runOnHost(func::FuncOp entry, const std::vector<HostValue> &values,
               double timeout, std::vector<Value> &results) {
  FailureOr<std::unique_ptr<Oracle>> oracle = Oracle::create(entry);
  if (failed(oracle))
    return false;
  FailureOr<std::vector<OracleTensor>> computed =
      (*oracle)->run(values, /*ulps=*/0, oracleSeconds(timeout));
  if (failed(computed))
    return false;
  for (const OracleTensor &tensor : *computed) {
    Value value{tensor.dtype, tensor.shape, {}};
    bool isFloat = gate::isFloat(tensor.dtype);
    size_t count =
        isFloat ? tensor.values.narrow.size() : tensor.values.exact.size();
    value.bytes.resize(count * gate::byteSize(tensor.dtype));
    for (size_t i = 0; i < count; ++i)
      gate::storeBits(
          tensor.dtype, value.bytes.data(), int64_t(i),
          isFloat ? gate::encodeFloat(tensor.dtype, tensor.values.narrow[i])
                  : uint64_t(tensor.values.exact[i]));
    results.push_back(std::move(value));
  }
  return true;
}

/// Where result `i` goes with --output.
std::string outputName(const Options &options, size_t i) {
  return options.output + std::to_string(i) + ".npy";
}

/// Writes all files whole, or none.
bool writeFiles(llvm::ArrayRef<OutputFile> files) {
  if (llvm::Error error = writeOutputs(files))
    return fail(llvm::toString(std::move(error))), false;
  return true;
}

/// Whether every launch with variants runs one of them, with --strict; an error
/// says how many do not. How many there are is a matter of sizes, so the host
/// knows before it launches.
bool checkFallbacks(const gate::Program &program, const Options &options) {
  auto fallback = llvm::find_if(
      program.launches, [](const gate::Launch &l) { return l.isFallback; });
  if (!options.strict || fallback == program.launches.end())
    return true;
  auto count = llvm::count_if(
      program.launches, [](const gate::Launch &l) { return l.isFallback; });
  return fail("expected a variant for every launch with --strict, but got " +
              llvm::Twine(count) + " of " +
              llvm::Twine(program.launches.size()) +
              " by the kernel without conditions, first @" + fallback->kernel),
         false;
}

bool runOnDevice(Session &session, const DeviceSpec &device, func::FuncOp entry,
                 const std::vector<HostArgument> &arguments,
                 const std::vector<HostValue> &values, const Options &options,
                 double timeout, std::vector<Value> &results) {
  Workers workers(session, device);
  if (Status status = workers.begin([] { return kMostTimeout; }); !status.ok())
    return fail(status.message()), false;
  for (const std::string &failure : workers.failures())
    llvm::errs() << tool << ": failed: " << failure << "\n";
  FailureOr<gate::Program> program = buildProgram(
      entry, arguments, Session::compiler(device, workers.info().architecture));
  if (failed(program) || !checkFallbacks(*program, options))
    return false;
  Result<gate::LoadResult> loaded = workers->load(*program);
  if (!loaded)
    return fail(loaded.status().kind() + ": " + loaded.status().message()),
           false;
  std::vector<gate::InputSpec> inputs;
  for (const HostValue &value : values)
    if (!value.scalar) {
      gate::InputSpec spec;
      spec.uploaded = true;
      spec.bytes.assign(value.bytes.begin(), value.bytes.end());
      inputs.push_back(std::move(spec));
    }
  Result<gate::RunResult> reply = workers->run(
      loaded->program, inputs, gate::replySeconds(*program, timeout), timeout,
      /*wantBytes=*/true, !options.counters.empty());
  if (!reply)
    return fail(reply.status().kind() + ": " + reply.status().message()), false;
  for (const gate::DeviceReport &report : reply->reports) {
    llvm::errs() << report.location << ": " << report.kind << ": "
                 << report.text << " (" << report.operation << ", "
                 << report.count << " times)\n";
    if (!report.noteOperation.empty())
      llvm::errs() << report.noteLocation << ": note: the other access ("
                   << report.noteOperation << ")\n";
  }
  if (!options.counters.empty() &&
      !writeFiles(
          OutputFile(options.counters,
                     gate::countersToJson(workers.info(), reply->counters))))
    return false;
  for (auto [i, place] : llvm::enumerate(program->results)) {
    auto bytes = resultBytes(*program, i, *reply, values);
    if (!bytes)
      return fail("expected result " + llvm::Twine(i) +
                  " in the worker's reply"),
             false;
    results.push_back({program->buffers[place.buffer].dtype, place.shape,
                       std::string(bytes->begin(), bytes->end())});
  }
  return reply->reports.empty() ||
         (fail("the machine reported " + llvm::Twine(reply->reports.size()) +
               " errors"),
          false);
}

/// The program as a device would get it: what is measured elsewhere is this.
bool emitProgram(func::FuncOp entry, const std::vector<HostArgument> &arguments,
                 const std::string &target, const std::string &prefix) {
  DeviceSpec cuda = *DeviceSpec::parse("cuda:0");
  FailureOr<gate::Program> program =
      buildProgram(entry, arguments, Session::compiler(cuda, target));
  if (failed(program))
    return false;
  if (program->images.size() != 1)
    return fail("expected one image to write, but got " +
                llvm::Twine(program->images.size())),
           false;
  std::vector<OutputFile> files = {
      {prefix + ".ptx", program->images[0].bytes},
      {prefix + ".json", gate::toJson(*program) + "\n"}};
  for (const gate::Buffer &buffer : program->buffers)
    if (buffer.role == gate::BufferRole::Constant)
      files.push_back({prefix + "." + buffer.name + ".npy",
                       toNpy(buffer.dtype, buffer.shape, buffer.contents)});
  return writeFiles(files);
}

int run(const char *path, Options &options) {
  std::optional<ExecutionOptions::Checked> checked = options.check(tool);
  if (!checked)
    return 1;
  const DeviceSpec &device = checked->device;
  Session session(llvm::sys::fs::getMainExecutable(path, (void *)&readInputs),
                  checked->workers, checked->startSeconds);
  if (!gate::isFamily(options.family))
    return fail(gate::unknownFamily(options.family));
  if (options.target.getNumOccurrences() && options.emit.empty())
    return fail("expected --emit with --target: a device says its own");
  OwningOpRef<ModuleOp> module = session.parse(options.file);
  if (!module)
    return 1;
  FailureOr<func::FuncOp> entry = findEntry(*module, options.entry);
  if (failed(entry))
    return 1;
  std::vector<std::string> texts(options.arguments.begin(),
                                 options.arguments.end());
  std::vector<NpyArray> arrays;
  if (!readInputs(*entry, options, texts, arrays))
    return 1;
  FailureOr<std::vector<HostArgument>> arguments =
      concreteArguments(*entry, texts);
  if (failed(arguments))
    return 1;
  // Running takes its time: what cannot be kept is not worth it.
  std::vector<std::string> places;
  if (!options.counters.empty())
    places.push_back(options.counters);
  if (!options.output.empty())
    for (unsigned i = 0; i < entry->getNumResults(); ++i)
      places.push_back(outputName(options, i));
  for (const std::string &place : places)
    if (llvm::Error error = checkWritable(place))
      return fail(llvm::toString(std::move(error)));
  if (!options.emit.empty())
    return emitProgram(*entry, *arguments, options.target, options.emit) ? 0
                                                                         : 1;
  FailureOr<std::vector<HostValue>> values =
      generateInputs(*entry, *arguments, options.family, options.seed);
  if (failed(values))
    return 1;
  size_t next = 0;
  for (HostValue &value : *values)
    if (!value.scalar && !arrays.empty()) {
      const std::string &bytes = arrays[next++].bytes;
      value.bytes.assign(bytes.begin(), bytes.end());
    }

  bool launches = false;
  entry->walk([&](LaunchOp) { launches = true; });
  std::vector<Value> results;
  if (!options.counters.empty() && (!launches || !device.sim))
    return fail("expected --counters with launches and --device=sim");
  bool ran = launches ? runOnDevice(session, device, *entry, *arguments,
                                    *values, options, checked->timeout, results)
                      : runOnHost(*entry, *values, checked->timeout, results);
  if (!ran)
    return 1;
  if (!options.output.empty()) {
    std::vector<OutputFile> files;
    for (auto [i, value] : llvm::enumerate(results))
      files.push_back({outputName(options, i),
                       toNpy(value.dtype, value.shape, value.bytes)});
    return writeFiles(files) ? 0 : 1;
  }
  for (const Value &value : results) {
    llvm::outs() << "dense<\"0x" << llvm::toHex(value.bytes) << "\"> : tensor<";
    for (int64_t extent : value.shape)
      llvm::outs() << extent << "x";
    llvm::outs() << gate::spelling(value.dtype) << ">\n";
  }
  return 0;
}

} // namespace

int main(int argc, char **argv) {
  kopt::InitTool init(argc, argv);
  Options options;
  if (!parseCommandLine(tool, argc, argv,
                        "kopt run: run a host program on a device\n",
                        options.category))
    return 1;
  return finish(tool, run(argv[0], options));
}
