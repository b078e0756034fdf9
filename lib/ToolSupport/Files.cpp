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

/// Writes all of `bytes`, unbuffered afterwards.
static std::error_code writeAll(llvm::raw_fd_ostream &os,
                                llvm::StringRef bytes) {
  os << bytes;
  os.flush();
  std::error_code error = os.error();
  os.clear_error();
  return error;
}

namespace {
/// A file that takes its place only when told to.
struct Pending {
  std::string given; ///< as the user named it
  std::string place; ///< behind all links
  /// Removed where a signal ends the process; none: written to already.
  std::optional<fs::TempFile> scratch;
};
} // namespace

/// Finds the place of `path`, which is not "-", and makes a file beside it. A
/// place that is a device or pipe gets none, and `status` says so.
static llvm::Error makeScratch(llvm::StringRef path, Pending &pending,
                               fs::file_status &status) {
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
  llvm::Expected<fs::TempFile> scratch = fs::TempFile::create(
      pending.place + ".%%%%%%.tmp", fs::all_read | fs::all_write);
  if (!scratch)
    return cannot("write", path, llvm::errorToErrorCode(scratch.takeError()));
  pending.scratch.emplace(std::move(*scratch));
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
  if (llvm::Error error = makeScratch(path, pending, status))
    return error;
  std::error_code error;
  if (!pending.scratch) {
    llvm::raw_fd_ostream os(pending.place, error, fs::CD_OpenExisting);
    if (!error)
      error = writeAll(os, bytes);
    return error ? cannot("write", path, error) : llvm::Error::success();
  }
  llvm::raw_fd_ostream os(pending.scratch->FD, /*shouldClose=*/false);
  error = writeAll(os, bytes);
  if (!error && fs::exists(status))
    error = fs::setPermissions(pending.scratch->TmpName, status.permissions());
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
  if (llvm::Error error = makeScratch(path, pending, status))
    return error;
  return pending.scratch ? pending.scratch->discard() : llvm::Error::success();
}

llvm::Error kopt::writeOutputs(llvm::ArrayRef<OutputFile> files) {
  std::vector<Pending> all(files.size());
  llvm::Error failure = llvm::Error::success();
  for (size_t i = 0; i < files.size() && !failure; ++i)
    failure = prepare(files[i].first, files[i].second, all[i]);
  for (Pending &pending : all) {
    if (!pending.scratch)
      continue;
    // Whether or not it succeeds, the file beside is gone after it.
    llvm::Error error = failure ? pending.scratch->discard()
                                : pending.scratch->keep(pending.place);
    if (!error)
      continue;
    std::error_code code = llvm::errorToErrorCode(std::move(error));
    if (!failure)
      failure = cannot("write", pending.given, code);
  }
  return failure;
}

llvm::Error kopt::writeOutput(llvm::StringRef path, llvm::StringRef bytes) {
  return writeOutputs(OutputFile(path.str(), bytes.str()));
}

llvm::Expected<TemporaryFile> TemporaryFile::create(llvm::StringRef stem,
                                                    llvm::StringRef suffix,
                                                    llvm::StringRef bytes) {
  llvm::SmallString<128> model;
  llvm::sys::path::system_temp_directory(/*ErasedOnReboot=*/true, model);
  llvm::sys::path::append(model, stem + "-%%%%%%." + suffix);
  llvm::Expected<fs::TempFile> created =
      fs::TempFile::create(model, fs::owner_read | fs::owner_write);
  if (!created)
    return cannot("write", model, llvm::errorToErrorCode(created.takeError()));
  TemporaryFile file(std::move(*created));
  llvm::raw_fd_ostream os(file.file->FD, /*shouldClose=*/false);
  if (std::error_code error = writeAll(os, bytes))
    return cannot("write", file.path(), error);
  return file;
}

TemporaryFile::~TemporaryFile() {
  if (file)
    llvm::consumeError(file->discard());
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
