//===- Replies.cpp - What a worker may say to a client --------------------===//
//
// The bytes are what a worker writes that does not listen.
//
//===----------------------------------------------------------------------===//

#include "kopt/Gate/Worker.h"

#include <cstdlib>
#include <string>
#include <sys/mman.h>
#include <unistd.h>

using namespace kopt::gate;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const int replies = ::memfd_create("replies", 0);
  if (replies < 0 || ::ftruncate(replies, 0) ||
      ::pwrite(replies, data, size, 0) != ssize_t(size))
    std::abort();
  auto worker = Worker::spawn(
      {"cat", "/proc/" + std::to_string(::getpid()) + "/fd/" +
                  std::to_string(replies)});
  if (!worker)
    std::abort();
  // Each call fails, or is answered by whatever comes next.
  (void)(*worker)->info(5);
  Program program;
  program.buffers = {{"result0", DType::F32, {4}, BufferRole::Output}};
  (void)(*worker)->load(program, 5);
  (void)(*worker)->run(1, {}, 5, 1, /*wantBytes=*/true, /*wantCounters=*/true);
  (void)(*worker)->time({1, 1}, {}, 2, 5, 1);
  (void)(*worker)->quit(5);
  return 0;
}
