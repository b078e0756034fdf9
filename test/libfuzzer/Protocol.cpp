//===- Protocol.cpp - What a client may send to a worker ------------------===//

#include "kopt/Gate/Worker.h"
#include "test/unit/Gate/MemoryDevice.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

using namespace kopt::gate;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const int input = ::memfd_create("requests", 0),
                   output = ::open("/dev/null", O_WRONLY);
  if (input < 0 || output < 0 || ::ftruncate(input, 0) ||
      ::pwrite(input, data, size, 0) != ssize_t(size))
    std::abort();
  ::lseek(input, 0, SEEK_SET);
  MemoryDevice device;
  int status = serve(device, input, output);
  // As docs/gate-protocol.md has it.
  if (status != 0 && status != 1 && status != 3 && status != 4)
    std::abort();
  return 0;
}
