/*===- Mgpu.c - The mgpu names on the driver for tests
-----------------------===*\
|*
|* What gpu-to-llvm makes of a launch, as a program. Each driver call fails
once,
|* in a process of its own, which must then end by itself, with the failure
kept.
|*
\*===----------------------------------------------------------------------===*/

#include "kopt-c/Runtime.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* As LLVM 22 declares them. */
void *mgpuModuleLoad(const void *data, size_t size);
void *mgpuModuleLoadJIT(const void *data, int32_t optLevel);
void mgpuModuleUnload(void *module);
void *mgpuModuleGetFunction(void *module, const char *name);
void mgpuLaunchKernel(void *function, intptr_t gridX, intptr_t gridY,
                      intptr_t gridZ, intptr_t blockX, intptr_t blockY,
                      intptr_t blockZ, int32_t shared, void *stream,
                      void **params, void **extra, size_t count);
void mgpuLaunchClusterKernel(void *function, intptr_t clusterX,
                             intptr_t clusterY, intptr_t clusterZ,
                             intptr_t gridX, intptr_t gridY, intptr_t gridZ,
                             intptr_t blockX, intptr_t blockY, intptr_t blockZ,
                             int32_t shared, void *stream, void **params,
                             void **extra);
void *mgpuStreamCreate(void);
void mgpuStreamDestroy(void *stream);
void mgpuStreamSynchronize(void *stream);
void mgpuStreamWaitEvent(void *stream, void *event);
void *mgpuEventCreate(void);
void mgpuEventDestroy(void *event);
void mgpuEventSynchronize(void *event);
void mgpuEventRecord(void *event, void *stream);
void *mgpuMemAlloc(uint64_t bytes, void *stream, bool hostShared);
void mgpuMemFree(void *memory, void *stream);
void mgpuMemcpy(void *to, const void *from, size_t bytes, void *stream);
void mgpuMemset32(void *to, uint32_t value, size_t count, void *stream);
void mgpuMemset16(void *to, uint16_t value, size_t count, void *stream);
struct MemRef {
  void *allocated, *aligned;
  int64_t offset, size, stride;
};
void mgpuMemHostRegisterMemRef(int64_t rank, struct MemRef *memref,
                               int64_t elementBytes);
void mgpuMemHostUnregisterMemRef(int64_t rank, struct MemRef *memref,
                                 int64_t elementBytes);
void mgpuSetDefaultDevice(int32_t device);

static const char ptx[] =
    ".version 8.0\n.target sm_80\n.address_size 64\n"
    ".visible .entry copy(.param .u64 in, .param .u64 out, .param .u64 n) "
    "{ ret; }\n";

/* Copies words through the device; every function is called. Returns whether
   the result is right, or after a failure whether nothing was touched. */
static int program(void) {
  uint32_t words[4] = {1, 2, 3, 4}, back[4] = {9, 9, 9, 9};
  const uint32_t cleared[4] = {0x00050005, 0x00050005, 7, 7},
                 untouched[4] = {9, 9, 9, 9};
  uint64_t count = 2;
  struct MemRef memref = {back, back, 0, 4, 1};
  void *module = mgpuModuleLoadJIT(ptx, 4), *stream, *event, *function;
  void *in, *out, *params[3];
  int right;
  stream = mgpuStreamCreate();
  event = mgpuEventCreate();
  mgpuEventRecord(event, stream);
  mgpuStreamWaitEvent(stream, event);
  mgpuEventSynchronize(event);
  mgpuMemHostRegisterMemRef(1, &memref, 4);
  in = mgpuMemAlloc(16, stream, true);
  out = mgpuMemAlloc(16, stream, false);
  mgpuMemcpy(in, words, 16, stream);
  mgpuMemset32(out, 7, 4, stream);
  mgpuMemset16(out, 5, 4, stream);
  mgpuMemcpy(back, out, 16, stream);
  mgpuStreamSynchronize(stream);
  right = koptRuntimeFailed() || !memcmp(back, cleared, 16);
  function = mgpuModuleGetFunction(module, "copy");
  params[0] = &in, params[1] = &out, params[2] = &count;
  mgpuLaunchKernel(function, 1, 1, 1, 32, 1, 1, 0, stream, params, NULL, 3);
  count = 4;
  mgpuLaunchClusterKernel(function, 2, 1, 1, 2, 1, 1, 32, 1, 1, 60000, stream,
                          params, NULL);
  if (!koptRuntimeFailed())
    mgpuMemcpy(back, out, 16, stream);
  mgpuStreamSynchronize(stream);
  mgpuMemHostUnregisterMemRef(1, &memref, 4);
  mgpuMemFree(in, stream);
  mgpuMemFree(out, stream);
  mgpuEventDestroy(event);
  mgpuStreamDestroy(stream);
  mgpuModuleUnload(module);
  if (koptRuntimeFailed())
    return right && (!memcmp(back, untouched, 16) ||
                     !memcmp(back, cleared, 16) || !memcmp(back, words, 16));
  return right && !memcmp(back, words, 16);
}

/* The exit code of a process in which driver call `n` fails: 0 if none did, 1
   if a failure was kept that names call, file and line; else 2. */
static int withFailure(int n) {
  int result;
  pid_t child;
  fflush(stdout);
  child = fork();
  if (child == 0) {
    char which[32];
    const char *message;
    int right, located;
    snprintf(which, sizeof which, "%d:999", n);
    setenv("KOPT_FAKE_FAIL", which, 1);
    if (!freopen("/dev/null", "w", stderr))
      _exit(2);
    right = program();
    if (!koptRuntimeFailed())
      _exit(right ? 0 : 2);
    message = koptRuntimeGetFailure();
    located = strstr(message, " failed with ") && strstr(message, ".cpp:");
    _exit(right && located ? 1 : 2);
  }
  if (waitpid(child, &result, 0) != child || !WIFEXITED(result))
    return 2;
  return WEXITSTATUS(result);
}

static int failures = 0;
static void expect(int condition, const char *what) {
  printf("%s: %s\n", condition ? "ok" : "failed", what);
  failures += !condition;
}
/* Whether the kept failure says `text`; forgets it. */
static int says(const char *text) {
  int match = koptRuntimeFailed() && strstr(koptRuntimeGetFailure(), text);
  if (!match)
    printf("  %s\n", koptRuntimeGetFailure());
  koptRuntimeClearFailure();
  return match;
}

int main(void) {
  int n, code;
  void *module, *params[1] = {NULL};
  struct MemRef strided = {params, params, 0, 4, 2};
  /* Before any use of the driver: images must not need one. */
  module = mgpuModuleLoad("no image", 8);
  mgpuModuleUnload(module);
  for (n = 1; (code = withFailure(n)) == 1; ++n)
    ;
  printf("%d calls\n", n - 1);
  expect(code == 0 && n > 30, "each of the driver calls fails and is kept");
  expect(program() && !koptRuntimeFailed(), "the program");

  module = mgpuModuleLoadJIT(ptx, 0);
  mgpuLaunchKernel(mgpuModuleGetFunction(module, "none"), 1, 1, 1, 32, 1, 1, 0,
                   NULL, params, NULL, 0);
  expect(says("launching 'none': kernel 'none': cuLibraryGetKernel failed"),
         "no such kernel");
  mgpuLaunchKernel(mgpuModuleGetFunction(module, "copy"), 1, 1, 1, 32, 1, 1, 0,
                   NULL, params, NULL, 1);
  expect(says("expected 3 parameters, but got 1"), "too few parameters");
  mgpuLaunchKernel(mgpuModuleGetFunction(module, "copy"), (intptr_t)1 << 33, 1,
                   1, 32, 1, 1, 0, NULL, params, NULL, 3);
  expect(says("expected a grid extent from 0 to 2147483647"), "grid too wide");
  mgpuModuleUnload(module);
  expect(!mgpuMemAlloc(0, NULL, false) && !koptRuntimeFailed(), "no bytes");
  mgpuMemHostRegisterMemRef(1, &strided, 4);
  expect(says("expected stride 1 of dimension 0, but got 2"), "strides");
  mgpuSetDefaultDevice(7);
  expect(says("expected a device number below 1, but got 7"), "no device");
  koptRuntimeExpect(1, "fine");
  expect(!koptRuntimeFailed(), "an expectation that holds");
  koptRuntimeExpect(0, "not fine");
  expect(says("not fine"), "an expectation that does not hold");
  printf("%d failures\n", failures);
  return failures != 0;
}
