/*===- Halves.c - Kernels with the signature that IREE calls
-----------------===*\
|*                                                                            *|
|*   capi-halves IMAGE [DRIVER]                                               *|
|*                                                                            *|
|* Launches kernel `halves` of test/host/iree-halves.mlir as IREE's CUDA      *|
|* driver would: addresses, then constants of 32 bits, of which numbers of 64 *|
|* bits take two, the lower first.                                            *|
\*===----------------------------------------------------------------------===*/

#include "kopt-c/Runtime.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void must(KoptStatus status) {
  if (!status)
    return;
  printf("%s: %s\n", koptStatusGetKind(status), koptStatusGetMessage(status));
  exit(1);
}

int main(int argc, char **argv) {
  KoptRuntime runtime;
  KoptImage image;
  KoptKernel kernel;
  static char bytes[1 << 20];
  FILE *file = argc > 1 ? fopen(argv[1], "rb") : NULL;
  if (!file)
    return 2;
  size_t size = fread(bytes, 1, sizeof bytes, file);
  fclose(file);
  must(koptRuntimeCreate(argc > 2 ? argv[2] : NULL, 0, &runtime));
  must(koptImageCreate(runtime, bytes, size, &image));
  must(koptImageGetKernel(image, "halves", &kernel));

  int64_t integers[4];
  double floats[4], d = -1.0 / 3;
  int64_t k = 0x123456789abcdef0, n = -(((int64_t)1 << 40) + 7);
  void *o, *p;
  uint32_t words[6];
  must(koptMemoryAllocate(runtime, sizeof integers, &o));
  must(koptMemoryAllocate(runtime, sizeof floats, &p));
  memcpy(words, &k, 8);
  memcpy(words + 2, &n, 8);
  memcpy(words + 4, &d, 8);
  void *params[8] = {&o, &p};
  for (int i = 0; i < 6; ++i)
    params[2 + i] = &words[i];
  KoptLaunchConfig config = {{1, 1, 1}, {32, 1, 1}, {0, 0, 0}, 0, NULL, 0};
  must(koptKernelLaunch(kernel, &config, params, 8));
  must(koptMemoryCopy(runtime, integers, o, sizeof integers, NULL));
  must(koptMemoryCopy(runtime, floats, p, sizeof floats, NULL));
  must(koptStreamSynchronize(runtime, NULL));
  int wrong = 0;
  for (int i = 0; i < 4; ++i)
    wrong += integers[i] != (k ^ n) || floats[i] != d;
  printf("%d of 4 are wrong\n", wrong);
  must(koptImageDestroy(image));
  return wrong;
}
