//===- Doctor.cpp - What works on this machine ----------------------------===//

#include "kopt/GateDriver/Doctor.h"
#include "kopt/Skill/Library.h"
#include "kopt/Support/Version.h"
#include "kopt/ToolSupport/Files.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

#include <unistd.h>

using namespace mlir;
using namespace kopt;

namespace {

/// The findings that the summary is made of.
struct Doctor {
  Session &session;
  llvm::raw_ostream &os;
  bool hasCards = false, hasSim = false;
  unsigned usable = 0;        ///< GPUs that kopt has PTX for
  std::string whyNoGpu = {};  ///< of the first that is not usable
  std::string whyNoTime = {}; ///< an empty text: times can be measured

  void cards();
  void devices();
  void access();
  void clocks();
  void programs();
  void room();
  void summary();
};

/// What `program` prints in at most 10 seconds, or nothing if it is missing or
/// fails.
std::optional<std::string> outputOf(llvm::StringRef program,
                                    llvm::ArrayRef<llvm::StringRef> arguments) {
  llvm::Expected<TemporaryFile> file =
      TemporaryFile::create("kopt-doctor", "txt");
  if (!file) {
    llvm::consumeError(file.takeError());
    return std::nullopt;
  }
  llvm::SmallVector<llvm::StringRef> command{program};
  command.append(arguments.begin(), arguments.end());
  std::optional<llvm::StringRef> redirects[] = {
      llvm::StringRef(""), llvm::StringRef(file->path()), llvm::StringRef("")};
  int status = llvm::sys::ExecuteAndWait(program, command, std::nullopt,
                                         redirects, /*SecondsToWait=*/10);
  std::optional<std::string> text;
  if (auto buffer = llvm::MemoryBuffer::getFile(file->path());
      buffer && status == 0)
    text = (*buffer)->getBuffer().trim().str();
  return text;
}

/// A program on the PATH or in one of the folders; empty if there is none.
std::string find(llvm::StringRef name,
                 llvm::ArrayRef<llvm::StringRef> folders = {}) {
  if (auto found = llvm::sys::findProgramByName(name))
    return *found;
  if (!folders.empty())
    if (auto found = llvm::sys::findProgramByName(name, folders))
      return *found;
  return "";
}

} // namespace

void Doctor::cards() {
  std::vector<std::string> folders = skill::defaultFolders();
  os << "cards: ";
  std::string first;
  skill::Library library;
  {
    ScopedDiagnosticHandler handler(
        &session.context(), [&](Diagnostic &diagnostic) {
          if (first.empty() &&
              diagnostic.getSeverity() == DiagnosticSeverity::Error)
            first = diagnostic.str();
          return success();
        });
    hasCards = succeeded(library.load(&session.context(), folders));
  }
  if (hasCards)
    os << library.cards().size() << ", and " << library.recipes().size()
       << " recipes, in " << llvm::join(folders, ", ") << "\n";
  else
    os << "not usable: " << first << "\n";
}

void Doctor::devices() {
  auto report = [&](const DeviceSpec &spec, size_t number) {
    auto worker = session.start(spec, number);
    Result<gate::DeviceInfo> info =
        worker ? (*worker)->info(session.startLimit())
               : Result<gate::DeviceInfo>(worker.status());
    if (!info && spec.ordinal > 0)
      return false; // there are no more
    os << spec.text();
    if (session.numWorkers() > 1)
      os << ", worker " << number + 1 << " of " << session.numWorkers();
    os << ": ";
    if (!info) {
      os << "not available: " << info.status().message() << "\n";
      if (!spec.sim)
        whyNoGpu = info.status().message();
      return false;
    }
    os << info->name << ", " << info->architecture << ", "
       << info->multiprocessors << " multiprocessors, "
       << (info->memoryBytes >> 20) << " MiB"
       << (info->driver.empty() ? "" : ", driver " + info->driver)
       << (info->modelledTime ? ", times are modelled" : "");
    bool isKnown = llvm::is_contained({"sm_80", "sm_89", "sm_90a"},
                                      llvm::StringRef(info->architecture));
    if (!isKnown)
      os << ", not an architecture that kopt writes PTX for (sm_80, sm_89, "
            "sm_90a)";
    os << "\n";
    if (spec.sim)
      hasSim = true;
    else if (isKnown)
      ++usable;
    else if (whyNoGpu.empty())
      whyNoGpu = "architecture " + info->architecture;
    return true;
  };
  size_t workers = session.numWorkers();
  for (size_t number = 0; number < workers; ++number)
    report(*DeviceSpec::parse("sim"), number);
  // A command line for workers names one device.
  for (size_t number = 0; number < workers; ++number)
    for (unsigned i = 0; i < (session.hasOwnWorkers() ? 16u : 1u); ++i)
      if (!report(*DeviceSpec::parse("cuda:" + std::to_string(i)), number))
        break;
}

/// The device files of the driver, where there are any.
void Doctor::access() {
  std::string missing, denied, fine;
  for (const char *file : {"/dev/nvidiactl", "/dev/nvidia-uvm", "/dev/nvidia0"})
    if (::access(file, F_OK))
      missing += (missing.empty() ? "" : ", ") + std::string(file);
    else if (::access(file, R_OK | W_OK))
      denied += (denied.empty() ? "" : ", ") + std::string(file);
    else
      fine += (fine.empty() ? "" : ", ") + std::string(file);
  os << "permissions: ";
  if (fine.empty() && denied.empty()) {
    os << "no device files of an NVIDIA driver\n";
    return;
  }
  if (!fine.empty())
    os << "may use " << fine << (denied.empty() && missing.empty() ? "" : "; ");
  if (!denied.empty())
    os << "may not use " << denied << (missing.empty() ? "" : "; ");
  if (!missing.empty())
    os << "there is no " << missing;
  os << "\n";
}

void Doctor::clocks() {
  std::string program = find("nvidia-smi");
  std::optional<std::string> text;
  if (!program.empty())
    text = outputOf(
        program,
        {"--query-gpu=index,driver_version,clocks.sm,clocks.max.sm,clocks.mem,"
         "clocks.max.mem,clocks_throttle_reasons.active",
         "--format=csv,noheader,nounits"});
  if (!text || text->empty()) {
    os << "clocks: not known: "
       << (program.empty() ? "there is no nvidia-smi" : "nvidia-smi fails")
       << "\n";
    return;
  }
  llvm::SmallVector<llvm::StringRef> lines, fields;
  llvm::StringRef(*text).split(lines, '\n');
  for (llvm::StringRef line : lines) {
    fields.clear();
    line.split(fields, ',');
    for (llvm::StringRef &field : fields)
      field = field.trim();
    if (fields.size() != 7) {
      os << "clocks: not known: nvidia-smi says '" << line << "'\n";
      continue;
    }
    uint64_t reasons = 0;
    bool isKnown = !fields[6].getAsInteger(0, reasons);
    os << "clocks: GPU " << fields[0] << ", driver " << fields[1]
       << ": multiprocessors " << fields[2] << " of " << fields[3]
       << " MHz, memory " << fields[4] << " of " << fields[5] << " MHz, ";
    // Bit 0 is an idle GPU, bit 1 clocks that a person set.
    if (!isKnown)
      os << "throttling not known\n";
    else if (reasons & ~uint64_t(3))
      os << "throttled (" << fields[6] << ")\n";
    else
      os << (reasons & 1 ? "idle\n" : "not throttled\n");
    if (reasons & ~uint64_t(3) && whyNoTime.empty())
      whyNoTime = ("GPU " + fields[0] + " is throttled").str();
  }
}

void Doctor::programs() {
  std::string ptxas = find("ptxas", {"/usr/local/cuda/bin"});
  if (ptxas.empty()) {
    os << "ptxas: none (not needed: the driver compiles PTX)\n";
    return;
  }
  // The release is on the line before the build.
  std::string release = "of unknown release";
  if (auto text = outputOf(ptxas, {"--version"}))
    if (size_t at = text->find("release "); at != std::string::npos)
      release = text->substr(at, text->find_first_of(",\n", at) - at);
  os << "ptxas: " << release << ", " << ptxas << " (not used)\n";
}

void Doctor::room() {
  uint64_t memory =
      uint64_t(::sysconf(_SC_PHYS_PAGES)) * uint64_t(::sysconf(_SC_PAGESIZE));
  os << "memory: " << (memory >> 20) << " MiB, "
     << ::sysconf(_SC_NPROCESSORS_ONLN) << " processors\n";
  llvm::SmallString<128> temporary, here;
  llvm::sys::path::system_temp_directory(/*ErasedOnReboot=*/true, temporary);
  (void)llvm::sys::fs::current_path(here);
  for (llvm::StringRef folder : {temporary.str(), here.str()}) {
    auto space = llvm::sys::fs::disk_space(folder);
    os << "disk: " << folder << ": ";
    if (!space)
      os << space.getError().message() << "\n";
    else
      os << (space->available >> 20) << " MiB free, "
         << (::access(folder.str().c_str(), W_OK) ? "not writable" : "writable")
         << "\n";
  }
}

void Doctor::summary() {
  os << "works: " << (hasCards ? "cards, " : "") << "lowering to PTX";
  if (hasSim)
    os << ", running and judging on the simulated GPU";
  if (usable)
    os << ", running and judging on " << usable
       << (usable == 1 ? " GPU" : " GPUs");
  if (usable && whyNoTime.empty())
    os << ", timing";
  os << "\ndoes not work: ";
  std::vector<std::string> list;
  if (!hasCards)
    list.push_back("cards");
  if (!hasSim)
    list.push_back("the simulated GPU");
  if (!usable)
    list.push_back("running and timing on a GPU (" + whyNoGpu + ")");
  else if (!whyNoTime.empty())
    list.push_back("timing (" + whyNoTime + ")");
  os << (list.empty() ? "nothing that was tried" : llvm::join(list, ", "))
     << "\n";
}

bool kopt::printDoctor(Session &session, llvm::raw_ostream &os) {
  os << "kopt " << version() << " with LLVM " LLVM_VERSION_STRING "\n";
  Doctor doctor{session, os};
  doctor.cards();
  doctor.devices();
  doctor.access();
  doctor.clocks();
  doctor.programs();
  doctor.room();
  doctor.summary();
  return doctor.hasSim;
}
