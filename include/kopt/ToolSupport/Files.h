//===- Files.h - What tools read and write ----------------------*- C++ -*-===//

#ifndef KOPT_TOOLSUPPORT_FILES_H
#define KOPT_TOOLSUPPORT_FILES_H

#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

#include <memory>
#include <string>
#include <utility>

namespace kopt {

/// The contents of a file or pipe, or of standard input for "-"; other devices
/// are refused. The error says which file and why.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
readInput(llvm::StringRef path);

/// A path and what is to be in the file.
using OutputFile = std::pair<std::string, std::string>;

/// Writes all files whole, or none: each beside its place first, then all are
/// renamed. An old file stays as it was until then, and keeps its permissions
/// and links to it. Devices and pipes are written to, "-" is standard output.
/// The error says which file and why.
llvm::Error writeOutputs(llvm::ArrayRef<OutputFile> files);

/// Whether there is a place for such a file, for use before work that takes its
/// time. Leaves everything as it was. That there is room, or that a device
/// takes what it gets, only writing shows.
llvm::Error checkWritable(llvm::StringRef path);

/// Whether two paths lead to one file, or would once it is there.
bool isSameFile(llvm::StringRef a, llvm::StringRef b);

/// One file.
llvm::Error writeOutput(llvm::StringRef path, llvm::StringRef bytes);

/// A file in the folder for such. It goes with its owner, and where a signal
/// ends the process (other than SIGKILL).
class TemporaryFile {
public:
  /// Holds `bytes`; its name begins with `stem`.
  static llvm::Expected<TemporaryFile> create(llvm::StringRef stem,
                                              llvm::StringRef suffix,
                                              llvm::StringRef bytes = "");
  TemporaryFile(TemporaryFile &&) = default;
  ~TemporaryFile();
  const std::string &path() const { return file->TmpName; }

private:
  explicit TemporaryFile(llvm::sys::fs::TempFile file)
      : file(new llvm::sys::fs::TempFile(std::move(file))) {}
  std::unique_ptr<llvm::sys::fs::TempFile> file;
};

/// Flushes standard output. A failure (a full disk, a closed pipe) is an error
/// here and no longer ends the process when the stream is destroyed.
llvm::Error flushOutput();

/// Prints "TOOL: error: TEXT" and returns 1, the exit status.
int fail(llvm::StringRef tool, const llvm::Twine &text);

/// The same for what the command-line parser said.
int failUsage(llvm::StringRef tool, llvm::StringRef text);

/// The exit status after flushing standard output: `status`, or 1 with an error
/// printed.
int finish(llvm::StringRef tool, int status);

} // namespace kopt

#endif // KOPT_TOOLSUPPORT_FILES_H
