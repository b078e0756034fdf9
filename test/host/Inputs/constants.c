/* Runs the entries of artefact-constants.mlir on 1, 2, 3, 4. */
#include "kopt_f.h"

#include <stdio.h>

static int failed(KoptStatus status) {
  if (status)
    printf("%s\n", koptStatusGetMessage(status));
  koptStatusDestroy(status);
  return status != NULL;
}

int main(void) {
  float host[4] = {1, 2, 3, 4};
  int64_t size = 4;
  uint64_t bytes;
  void *x, *y, *workspace;
  KoptRuntime runtime;
  if (failed(koptRuntimeCreate(NULL, 0, &runtime)) ||
      failed(koptMemoryAllocate(runtime, sizeof host, &x)) ||
      failed(koptMemoryAllocate(runtime, sizeof host, &y)) ||
      failed(koptMemoryCopy(runtime, x, host, sizeof host, NULL)) ||
      failed(kopt_f_prepare()))
    return 1;
  KoptTensor in = {x, &size, NULL}, out = {y, &size, NULL};
  if (failed(kopt_f_workspace(&bytes, NULL, &in, &out)) ||
      failed(koptMemoryAllocate(runtime, bytes, &workspace)) ||
      failed(kopt_f(NULL, workspace, &in, &out)) ||
      failed(koptMemoryCopy(runtime, host, y, sizeof host, NULL)) ||
      failed(koptStreamSynchronize(runtime, NULL)))
    return 1;
  printf("result 4: %g %g %g %g\n", host[0], host[1], host[2], host[3]);
  return failed(kopt_f_release()) || failed(koptMemoryFree(runtime, x)) ||
         failed(koptMemoryFree(runtime, y)) ||
         failed(koptMemoryFree(runtime, workspace)) ||
         failed(koptRuntimeDestroy(runtime));
}
