//===- DriverApi.h - What kopt uses of the CUDA driver ----------*- C++ -*-===//
//
// Declarations of the driver's stable binary interface, so that neither CUDA
// headers to build nor a driver to link are needed. Names, values and layouts
// are those of cuda.h; symbols carry the version suffix that cuda.h maps to.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_RUNTIME_DRIVERAPI_H
#define LIB_RUNTIME_DRIVERAPI_H

#include <cstddef>
#include <cstdint>

namespace kopt::cu {

using CUresult = int;
using CUdevice = int;
using CUdeviceptr = unsigned long long;
using CUcontext = struct CUctx_st *;
using CUmodule = struct CUmod_st *;
using CUfunction = struct CUfunc_st *;
using CUstream = struct CUstream_st *;
using CUevent = struct CUevent_st *;
using CUlinkState = struct CUlinkState_st *;
using CUlibrary = struct CUlib_st *;
using CUkernel = struct CUkern_st *;

enum : CUresult {
  kSuccess = 0,
  kInvalidValue = 1,
  kOutOfMemory = 2,
  kDeinitialized = 4,
  kNoBinaryForGpu = 209,
  kInvalidPtx = 218,
  kNotFound = 500,
  kNotReady = 600,
  kIllegalAddress = 700,
  kLaunchOutOfResources = 701,
  kLaunchTimeout = 702,
  kAssert = 710,
  kHardwareStackError = 714,
  kLaunchFailed = 719
};

/// CUdevice_attribute
enum : int {
  kAttributeMultiprocessors = 16,
  kAttributeL2Bytes = 38,
  kAttributeMajor = 75,
  kAttributeMinor = 76,
  kAttributeSharedOptin = 97
};
/// CUfunction_attribute
enum : int {
  kFunctionSharedBytes = 1,
  kFunctionLocalBytes = 3,
  kFunctionRegisters = 4,
  kFunctionMaxDynamicShared = 8,
  kFunctionNonPortableCluster = 14
};
/// CUjit_option
enum : int {
  kJitInfoLog = 3,
  kJitInfoLogBytes = 4,
  kJitErrorLog = 5,
  kJitErrorLogBytes = 6,
  kJitOptimizationLevel = 7,
  kJitVerbose = 12
};
/// CUjitInputType
enum : int { kInputCubin = 0, kInputPtx = 1 };

/// CUlaunchAttribute with the values used.
struct LaunchAttribute {
  int id; ///< 2: cooperative, 4: cluster dimension
  char pad[4];
  union {
    int cooperative;
    uint32_t cluster[3];
    char bytes[64];
  } value;
};
/// CUlaunchConfig
struct LaunchConfig {
  unsigned gridX, gridY, gridZ, blockX, blockY, blockZ, sharedBytes;
  CUstream stream;
  LaunchAttribute *attributes;
  unsigned numAttributes;
};
static_assert(sizeof(LaunchAttribute) == 72 && sizeof(LaunchConfig) == 56,
              "layouts of cuda.h");

/// X(symbol, parameter types)
#define KOPT_DRIVER_FUNCTIONS(X)                                               \
  X(cuInit, (unsigned))                                                        \
  X(cuDriverGetVersion, (int *))                                               \
  X(cuGetErrorName, (CUresult, const char **))                                 \
  X(cuGetErrorString, (CUresult, const char **))                               \
  X(cuDeviceGetCount, (int *))                                                 \
  X(cuDeviceGet, (CUdevice *, int))                                            \
  X(cuDeviceGetName, (char *, int, CUdevice))                                  \
  X(cuDeviceGetAttribute, (int *, int, CUdevice))                              \
  X(cuDeviceTotalMem_v2, (size_t *, CUdevice))                                 \
  X(cuDevicePrimaryCtxRetain, (CUcontext *, CUdevice))                         \
  X(cuDevicePrimaryCtxRelease_v2, (CUdevice))                                  \
  X(cuCtxSetCurrent, (CUcontext))                                              \
  X(cuCtxGetCurrent, (CUcontext *))                                            \
  X(cuCtxGetDevice, (CUdevice *))                                              \
  X(cuStreamCreate, (CUstream *, unsigned))                                    \
  X(cuStreamDestroy_v2, (CUstream))                                            \
  X(cuStreamQuery, (CUstream))                                                 \
  X(cuStreamSynchronize, (CUstream))                                           \
  X(cuStreamWaitEvent, (CUstream, CUevent, unsigned))                          \
  X(cuEventCreate, (CUevent *, unsigned))                                      \
  X(cuEventDestroy_v2, (CUevent))                                              \
  X(cuEventRecord, (CUevent, CUstream))                                        \
  X(cuEventSynchronize, (CUevent))                                             \
  X(cuEventElapsedTime, (float *, CUevent, CUevent))                           \
  X(cuMemAlloc_v2, (CUdeviceptr *, size_t))                                    \
  X(cuMemAllocManaged, (CUdeviceptr *, size_t, unsigned))                      \
  X(cuMemHostRegister_v2, (void *, size_t, unsigned))                          \
  X(cuMemHostUnregister, (void *))                                             \
  X(cuMemFree_v2, (CUdeviceptr))                                               \
  X(cuMemcpyHtoD_v2, (CUdeviceptr, const void *, size_t))                      \
  X(cuMemcpyDtoH_v2, (void *, CUdeviceptr, size_t))                            \
  X(cuMemcpyAsync, (CUdeviceptr, CUdeviceptr, size_t, CUstream))               \
  X(cuMemsetD32Async, (CUdeviceptr, unsigned, size_t, CUstream))               \
  X(cuMemsetD16Async, (CUdeviceptr, unsigned short, size_t, CUstream))         \
  X(cuMemsetD8Async, (CUdeviceptr, unsigned char, size_t, CUstream))           \
  X(cuLinkCreate_v2, (unsigned, int *, void **, CUlinkState *))                \
  X(cuLinkAddData_v2, (CUlinkState, int, void *, size_t, const char *,         \
                       unsigned, int *, void **))                              \
  X(cuLinkComplete, (CUlinkState, void **, size_t *))                          \
  X(cuLinkDestroy, (CUlinkState))                                              \
  X(cuLibraryLoadData, (CUlibrary *, const void *, int *, void **, unsigned,   \
                        int *, void **, unsigned))                             \
  X(cuLibraryUnload, (CUlibrary))                                              \
  X(cuLibraryGetKernel, (CUkernel *, CUlibrary, const char *))                 \
  X(cuKernelSetAttribute, (int, int, CUkernel, CUdevice))                      \
  X(cuKernelGetParamInfo, (CUkernel, size_t, size_t *, size_t *))              \
  X(cuModuleLoadData, (CUmodule *, const void *))                              \
  X(cuModuleUnload, (CUmodule))                                                \
  X(cuModuleGetFunction, (CUfunction *, CUmodule, const char *))               \
  X(cuModuleGetFunctionCount, (unsigned *, CUmodule))                          \
  X(cuModuleEnumerateFunctions, (CUfunction *, unsigned, CUmodule))            \
  X(cuFuncGetName, (const char **, CUfunction))                                \
  X(cuFuncGetAttribute, (int *, int, CUfunction))                              \
  X(cuFuncSetAttribute, (CUfunction, int, int))                                \
  X(cuFuncGetParamInfo, (CUfunction, size_t, size_t *, size_t *))              \
  X(cuLaunchKernelEx, (const LaunchConfig *, CUfunction, void **, void **))

} // namespace kopt::cu

#endif // LIB_RUNTIME_DRIVERAPI_H
