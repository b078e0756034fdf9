//===- Files.cpp - What tools read and write ------------------------------===//

#include "kopt/ToolSupport/Files.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace kopt;
namespace fs = llvm::sys::fs;

static llvm::Error cannot(const char *what, llvm::StringRef path,
                          std::error_code error) {
  return llvm::createStringError(error, "cannot %s '%s': %s", what,
                                 path.str().c_str(), error.message().c_str());
}

llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
kopt::readInput(llvm::StringRef path) {
  // Some devices never end; one that is standard input has the name "-".
  fs::file_status status;
  if (path != "-" && !fs::status(path, status) &&
      (status.type() == fs::file_type::character_file ||
       status.type() == fs::file_type::block_file))
    return llvm::createStringError("cannot read '" + path +
                                   "': expected a file, but got a device");
  auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(path);
  if (!buffer)
    return cannot("read", path, buffer.getError());
  return std::move(*buffer);
}

/// Writes all of `bytes` and closes `os`.
static std::error_code writeAll(llvm::raw_fd_ostream &os,
                                llvm::StringRef bytes) {
  os << bytes;
  os.close();
  std::error_code error = os.error();
  os.clear_error();
  return error;
}

namespace {
/// A file that takes its place only when told to.
struct Pending {
  std::string given;   ///< as the user named it
  std::string place;   ///< behind all links
  std::string scratch; ///< empty: written to already
};
} // namespace

/// Finds the place of `path`, which is not "-", and makes a file beside it,
/// opened as `descriptor`. A place that is a device or pipe gets none, and
/// `status` says so.
static llvm::Error makeScratch(llvm::StringRef path, Pending &pending,
                               fs::file_status &status, int &descriptor) {
  // Renaming would replace a link, not what it leads to.
  llvm::SmallString<256> real;
  pending.place = fs::real_path(path, real) ? path.str() : real.str().str();
  bool exists = !fs::status(pending.place, status) && fs::exists(status);
  std::error_code error;
  if (exists && fs::is_directory(status))
    return cannot("write", path, make_error_code(std::errc::is_a_directory));
  if (exists && (error = fs::access(pending.place, fs::AccessMode::Write)))
    return cannot("write", path, error);
  if (exists && !fs::is_regular_file(status))
    return llvm::Error::success();
  llvm::SmallString<256> scratch;
  error =
      fs::createUniqueFile(pending.place + ".%%%%%%.tmp", descriptor, scratch,
                           fs::OF_None, fs::all_read | fs::all_write);
  if (error)
    return cannot("write", path, error);
  pending.scratch = scratch.str().str();
  return llvm::Error::success();
}

/// Brings `bytes` beside the place of `path`, or to it where it is no file.
static llvm::Error prepare(llvm::StringRef path, llvm::StringRef bytes,
                           Pending &pending) {
  pending.given = path.str();
  if (path == "-") {
    llvm::outs() << bytes;
    return flushOutput();
  }
  fs::file_status status;
  int descriptor = -1;
  if (llvm::Error error = makeScratch(path, pending, status, descriptor))
    return error;
  std::error_code error;
  if (pending.scratch.empty()) {
    llvm::raw_fd_ostream os(pending.place, error, fs::CD_OpenExisting);
    if (!error)
      error = writeAll(os, bytes);
    return error ? cannot("write", path, error) : llvm::Error::success();
  }
  llvm::raw_fd_ostream os(descriptor, /*shouldClose=*/true);
  error = writeAll(os, bytes);
  if (!error && fs::exists(status))
    error = fs::setPermissions(pending.scratch, status.permissions());
  return error ? cannot("write", path, error) : llvm::Error::success();
}

bool kopt::isSameFile(llvm::StringRef a, llvm::StringRef b) {
  namespace path = llvm::sys::path;
  // What is not there yet has a folder that is.
  auto place = [](llvm::StringRef file) {
    llvm::SmallString<256> real, folder(path::parent_path(file));
    if (!fs::real_path(file, real))
      return real;
    if (folder.empty())
      folder = ".";
    if (fs::real_path(folder, real))
      return llvm::SmallString<256>(file);
    path::append(real, path::filename(file));
    return real;
  };
  bool isSame = false;
  return a == b || place(a) == place(b) ||
         (!fs::equivalent(a, b, isSame) && isSame);
}

llvm::Error kopt::checkWritable(llvm::StringRef path) {
  if (path == "-")
    return llvm::Error::success();
  Pending pending;
  fs::file_status status;
  int descriptor = -1;
  if (llvm::Error error = makeScratch(path, pending, status, descriptor))
    return error;
  if (!pending.scratch.empty()) {
    llvm::raw_fd_ostream(descriptor, /*shouldClose=*/true).close();
    fs::remove(pending.scratch);
  }
  return llvm::Error::success();
}

llvm::Error kopt::writeOutputs(llvm::ArrayRef<OutputFile> files) {
  std::vector<Pending> all(files.size());
  llvm::Error failure = llvm::Error::success();
  for (size_t i = 0; i < files.size() && !failure; ++i)
    failure = prepare(files[i].first, files[i].second, all[i]);
  for (Pending &pending : all) {
    if (pending.scratch.empty())
      continue;
    if (!failure)
      if (std::error_code error = fs::rename(pending.scratch, pending.place))
        failure = cannot("write", pending.given, error);
    if (failure)
      fs::remove(pending.scratch);
  }
  return failure;
}

llvm::Error kopt::writeOutput(llvm::StringRef path, llvm::StringRef bytes) {
  return writeOutputs(OutputFile(path.str(), bytes.str()));
}

llvm::Error kopt::flushOutput() {
  llvm::outs().flush();
  std::error_code error = llvm::outs().error();
  llvm::outs().clear_error();
  return error ? cannot("write", "standard output", error)
               : llvm::Error::success();
}

int kopt::fail(llvm::StringRef tool, const llvm::Twine &text) {
  llvm::errs() << tool << ": error: " << text << "\n";
  return 1;
}

int kopt::failUsage(llvm::StringRef tool, llvm::StringRef text) {
  text = text.trim();
  // An option with a bad value has been printed by the option itself.
  if (text.empty())
    return 1;
  if (text.consume_front(tool))
    text.consume_front(": ");
  return fail(tool, text);
}

int kopt::finish(llvm::StringRef tool, int status) {
  if (llvm::Error error = flushOutput())
    return fail(tool, llvm::toString(std::move(error)));
  return status;
}
