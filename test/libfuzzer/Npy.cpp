//===- Npy.cpp - Files of arrays ------------------------------------------===//

#include "kopt/GateDriver/Npy.h"

#include <cstdlib>
#include <sys/mman.h>
#include <unistd.h>

using namespace kopt;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const int file = ::memfd_create("array", 0);
  if (file < 0 || ::ftruncate(file, 0) ||
      ::pwrite(file, data, size, 0) != ssize_t(size))
    std::abort();
  Result<NpyArray> array = readNpy("/proc/self/fd/" + std::to_string(file));
  if (!array)
    return 0;
  // Where it is taken for numbers, there are as many as the shape says.
  for (gate::DType type : {gate::DType::F32, gate::DType::I64, gate::DType::I1,
                           gate::DType::BF16}) {
    if (!array->fits(type))
      continue;
    uint64_t elements = 1;
    for (int64_t extent : array->shape)
      elements *= uint64_t(extent);
    if (array->bytes.size() != elements * gate::byteSize(type))
      std::abort();
  }
  return 0;
}
