/*===- Launch.c - The C interface on the driver for tests
-------------------===*\
|*
|*   capi-launch DRIVER
|*
|* In C, so that the header is seen by a C compiler. DRIVER is the library of
|* test/fake-driver.
|*
\*===----------------------------------------------------------------------===*/

#include "kopt-c/Runtime.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static int failures = 0;
static const char *driver;

static void expect(int condition, const char *what) {
  printf("%s: %s\n", condition ? "ok" : "failed", what);
  failures += !condition;
}

static const char ptx[] =
    ".version 8.0\n.target sm_80\n.address_size 64\n"
    ".visible .entry copy(.param .u64 in, .param .u64 out, .param .u64 n) "
    "{ ret; }\n";

/* Ends a status; returns whether it was a success. */
static int ok(KoptStatus status) {
  int success = !status;
  if (status)
    printf("  %s: %s\n", koptStatusGetKind(status),
           koptStatusGetMessage(status));
  koptStatusDestroy(status);
  return success;
}

/* Whether a status is a failure that says `kind` and `text`. */
static int says(KoptStatus status, const char *kind, const char *text) {
  int match = status && !strcmp(koptStatusGetKind(status), kind) &&
              strstr(koptStatusGetMessage(status), text);
  if (!match)
    printf("  %s: %s\n", koptStatusGetKind(status),
           koptStatusGetMessage(status));
  koptStatusDestroy(status);
  return match;
}

static const KoptLaunchConfig one = {{1, 1, 1}, {32, 1, 1}, {0, 0, 0}, 0, NULL, 0};

/* Copies four words on the device. Stops at the first failure, which it prints
   and returns, and releases all the same. */
static KoptStatus copyOnDevice(void) {
  KoptRuntime runtime = NULL;
  KoptImage image = NULL;
  KoptKernel kernel = NULL;
  void *in = NULL, *out = NULL, *stream = NULL;
  uint32_t words[4] = {1, 2, 3, 4}, back[4] = {0};
  uint64_t count = 4;
  KoptLaunchConfig config = one;
  KoptStatus status, ended[5] = {NULL};
  int i;
  (void)((status = koptRuntimeCreate(driver, 0, &runtime)) ||
         (status = koptImageCreate(runtime, ptx, strlen(ptx), &image)) ||
         (status = koptImageGetKernel(image, "copy", &kernel)) ||
         (status = koptStreamCreate(runtime, &stream)) ||
         (status = koptMemoryAllocate(runtime, 16, &in)) ||
         (status = koptMemoryAllocate(runtime, 16, &out)) ||
         (status = koptMemoryCopy(runtime, in, words, 16, stream)));
  if (!status) {
    void *params[3];
    params[0] = &in, params[1] = &out, params[2] = &count;
    config.stream = stream;
    config.dynamicSharedBytes = 100 << 10;
    config.cluster[0] = 1;
    (void)((status = koptKernelLaunch(kernel, &config, params, 3)) ||
           (status = koptMemoryCopy(runtime, back, out, 16, stream)) ||
           (status = koptStreamSynchronize(runtime, stream)));
  }
  if (!status && memcmp(words, back, 16)) {
    printf("the copy is wrong\n");
    ++failures;
  }
  if (runtime) {
    ended[0] = koptMemoryFree(runtime, in);
    ended[1] = koptMemoryFree(runtime, out);
    ended[2] = stream ? koptStreamDestroy(runtime, stream) : NULL;
    ended[3] = koptImageDestroy(image);
    ended[4] = koptRuntimeDestroy(runtime);
  }
  for (i = 0; i < 5; ++i) {
    if (!status)
      status = ended[i];
    else
      koptStatusDestroy(ended[i]);
  }
  return status;
}

/* In a process of its own, with driver call `n` failing: a failure that names
   call, file and line, or, beyond the last call, a success. Returns the exit
   code of the process, 0 for a success, 1 for such a failure; else 2. */
static int withFailure(int n) {
  int result;
  pid_t child;
  fflush(stdout);
  child = fork();
  if (child == 0) {
    char which[32];
    KoptStatus status;
    const char *message;
    int located;
    snprintf(which, sizeof which, "%d:999", n);
    setenv("KOPT_FAKE_FAIL", which, 1);
    status = copyOnDevice();
    if (!status)
      _exit(failures ? 2 : 0);
    message = koptStatusGetMessage(status);
    located = strstr(message, " failed with ") && strstr(message, ".cpp:") &&
              koptStatusGetKind(status)[0];
    if (!located)
      fprintf(stderr, "call %d: %s\n", n, message);
    _exit(located ? 1 : 2);
  }
  if (waitpid(child, &result, 0) != child || !WIFEXITED(result))
    return 2;
  return WEXITSTATUS(result);
}

/* Whether a launch makes no driver call that a capture of a CUDA graph forbids.
   The number of words to copy is 0. */
static int launchTraces(KoptKernel kernel) {
  static const char expected[] =
      "cuCtxGetCurrent\ncuCtxGetDevice\ncuLaunchKernelEx\n";
  char path[] = "/tmp/capi-launch-XXXXXX", text[256] = "";
  uint64_t zero = 0;
  void *params[3];
  int file = mkstemp(path), launched;
  params[0] = params[1] = params[2] = &zero;
  if (file < 0)
    return 0;
  setenv("KOPT_FAKE_TRACE", path, 1);
  launched = ok(koptKernelLaunch(kernel, &one, params, 3));
  unsetenv("KOPT_FAKE_TRACE");
  launched = read(file, text, sizeof text - 1) > 0 && launched;
  close(file);
  unlink(path);
  return launched && !strcmp(text, expected);
}

int main(int argc, char **argv) {
  KoptRuntime runtime = NULL;
  KoptImage image = NULL, broken = NULL;
  KoptKernel kernel = NULL, none = NULL, bad = NULL;
  KoptLaunchConfig config;
  uint64_t param = 0;
  void *params[3];
  int n, code;
  if (argc != 2)
    return 1;
  driver = argv[1];
  params[0] = params[1] = params[2] = &param;

  /* Each driver call fails once; none ends the process. */
  for (n = 1; (code = withFailure(n)) == 1; ++n)
    ;
  expect(code == 0 && n > 15, "each of the driver calls fails with a status");
  expect(ok(copyOnDevice()), "copy");

  expect(says(koptRuntimeCreate("/nowhere/libcuda.so.1", 0, &runtime),
              "no-device", "opening the driver '/nowhere/libcuda.so.1'"),
         "no driver");
  expect(says(koptRuntimeCreate(driver, 7, &runtime), "no-device",
              "expected a device number below 1, but got 7"),
         "no such device");

  expect(ok(koptRuntimeCreate(driver, 0, &runtime)), "runtime");
  expect(says(koptImageCreate(runtime, "", 0, &broken), "compile",
              "expected an image"),
         "no bytes");
  expect(ok(koptImageCreate(runtime, "no ptx", 6, &broken)) &&
             ok(koptImageGetKernel(broken, "copy", &bad)),
         "an image is looked at when it is used");
  expect(says(koptKernelPrepare(bad, &one), "compile",
              "cuLinkAddData_v2 failed with"),
         "no PTX");
  expect(ok(koptImageCreate(runtime, ptx, strlen(ptx), &image)) &&
             ok(koptImageGetKernel(image, "copy", &kernel)) &&
             ok(koptImageGetKernel(image, "none", &none)),
         "image");
  expect(ok(koptKernelPrepare(kernel, &one)) && launchTraces(kernel),
         "after prepare a launch looks up the context and launches");
  expect(says(koptKernelPrepare(none, &one), "launch", "kernel 'none': "),
         "no such kernel");
  expect(says(koptKernelLaunch(kernel, &one, params, 2), "launch",
              "launching 'copy': expected 3 parameters, but got 2"),
         "too few parameters");
  config = one;
  config.grid[0] = 0;
  expect(ok(koptKernelLaunch(kernel, &config, params, 3)), "an empty grid");
  config.grid[0] = (int64_t)1 << 32;
  expect(says(koptKernelLaunch(kernel, &config, params, 3), "launch",
              "expected a grid extent from 0 to 2147483647"),
         "a grid too wide");
  config = one;
  config.block[0] = 2048;
  expect(says(koptKernelLaunch(kernel, &config, params, 3), "launch",
              "expected a block extent from 1 to 1024, but got 2048"),
         "a block too wide");
  config = one;
  config.dynamicSharedBytes = 1 << 20;
  expect(says(koptKernelLaunch(kernel, &config, params, 3), "resources",
              "cuKernelSetAttribute failed with"),
         "too much shared memory");
  expect(ok(koptImageDestroy(image)) && ok(koptImageDestroy(broken)) &&
             ok(koptRuntimeDestroy(runtime)),
         "nothing is left alive");
  printf("%d failures\n", failures);
  return failures != 0;
}
