/* A program of somebody else's that launches a kernel:
 *
 *   launch DRIVER
 *
 * Ends with 1 and the status of the first call that fails. */
#include <kopt-c/Runtime.h>

#include <stdio.h>
#include <string.h>

static const char ptx[] =
    ".version 8.0\n.target sm_80\n.address_size 64\n"
    ".visible .entry copy(.param .u64 in, .param .u64 out, .param .u64 n) "
    "{ ret; }\n";

int main(int argc, char **argv) {
  KoptRuntime runtime = NULL;
  KoptImage image = NULL;
  KoptKernel kernel = NULL;
  KoptLaunchConfig config = {{1, 1, 1}, {32, 1, 1}, {0, 0, 0}, 0, NULL, 0};
  uint32_t words[4] = {1, 2, 3, 4}, back[4] = {0};
  uint64_t count = 4;
  void *in = NULL, *out = NULL;
  void *params[3];
  KoptStatus status;
  if (argc != 2)
    return 1;
  params[0] = &in, params[1] = &out, params[2] = &count;
  if ((status = koptRuntimeCreate(argv[1], 0, &runtime)) ||
      (status = koptImageCreate(runtime, ptx, strlen(ptx), &image)) ||
      (status = koptImageGetKernel(image, "copy", &kernel)) ||
      (status = koptMemoryAllocate(runtime, sizeof words, &in)) ||
      (status = koptMemoryAllocate(runtime, sizeof words, &out)) ||
      (status = koptMemoryCopy(runtime, in, words, sizeof words, NULL)) ||
      (status = koptKernelLaunch(kernel, &config, params, 3)) ||
      (status = koptMemoryCopy(runtime, back, out, sizeof back, NULL)) ||
      (status = koptStreamSynchronize(runtime, NULL)) ||
      (status = koptMemoryFree(runtime, in)) ||
      (status = koptMemoryFree(runtime, out)) ||
      (status = koptImageDestroy(image)) ||
      (status = koptRuntimeDestroy(runtime))) {
    printf("%s: %s\n", koptStatusGetKind(status), koptStatusGetMessage(status));
    koptStatusDestroy(status);
    return 1;
  }
  printf("copied %u %u %u %u\n", (unsigned)back[0], (unsigned)back[1],
         (unsigned)back[2], (unsigned)back[3]);
  return 0;
}
