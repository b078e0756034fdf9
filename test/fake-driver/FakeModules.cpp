//===- FakeModules.cpp - The driver for tests: images and kernels ---------===//

#include "FakeState.h"

#include <algorithm>
#include <cstring>

using namespace fake;

static fake::Kernel *find(fake::Module &module, const char *name) {
  for (fake::Kernel &kernel : module.kernels)
    if (kernel.name == name)
      return &kernel;
  return nullptr;
}
/// The kernel a handle of any of the three kinds stands for, or null.
static fake::Kernel *kernelOf(const void *handle) {
  for (void *module : state().modules)
    for (fake::Kernel &kernel : static_cast<fake::Module *>(module)->kernels)
      if (&kernel == handle)
        return &kernel;
  return nullptr;
}
template <typename T> static CUresult loadModule(T *out, const void *image) {
  auto *module = new fake::Module;
  if (!fake::parse(static_cast<const char *>(image), *module)) {
    delete module;
    return kNoBinaryForGpu;
  }
  state().modules.insert(module);
  *out = reinterpret_cast<T>(module);
  return kSuccess;
}
template <typename T> static CUresult unloadModule(T handle) {
  REQUIRE(state().modules.erase(handle), kInvalidHandle);
  auto *module = reinterpret_cast<fake::Module *>(handle);
  fake::unload(*module);
  delete module;
  return kSuccess;
}
template <typename T>
static CUresult getKernel(T *out, void *module, const char *name) {
  REQUIRE(live(state().modules, module), kInvalidHandle);
  fake::Kernel *kernel = find(*static_cast<fake::Module *>(module), name);
  REQUIRE(kernel, kNotFound);
  *out = reinterpret_cast<T>(kernel);
  return kSuccess;
}
static CUresult setAttribute(const void *handle, int attribute, int value) {
  fake::Kernel *kernel = kernelOf(handle);
  REQUIRE(kernel, kInvalidHandle);
  if (attribute == kFunctionMaxDynamicShared) {
    REQUIRE(value <= 232448, kInvalidValue);
    kernel->dynamicShared = value;
  }
  return kSuccess;
}

CUresult cuLinkCreate_v2(unsigned, int *, void **, CUlinkState *link) {
  ENTER();
  *link = reinterpret_cast<CUlinkState>(new char);
  state().links[*link] = std::string();
  return kSuccess;
}
CUresult cuLinkAddData_v2(CUlinkState link, int, void *data, size_t bytes,
                          const char *, unsigned, int *, void **) {
  ENTER();
  auto it = state().links.find(link);
  REQUIRE(it != state().links.end(), kInvalidHandle);
  REQUIRE(bytes && !static_cast<char *>(data)[bytes - 1] &&
              std::strstr(static_cast<char *>(data), ".version "),
          kInvalidPtx);
  it->second = std::string("\177ELF") +
               std::string(fake::kCubinHeader - 4, '\0') +
               static_cast<char *>(data);
  return kSuccess;
}
CUresult cuLinkComplete(CUlinkState link, void **cubin, size_t *bytes) {
  ENTER();
  auto it = state().links.find(link);
  REQUIRE(it != state().links.end(), kInvalidHandle);
  *cubin = it->second.data();
  *bytes = it->second.size();
  return kSuccess;
}
CUresult cuLinkDestroy(CUlinkState link) {
  ENTER();
  REQUIRE(state().links.erase(link), kInvalidHandle);
  delete reinterpret_cast<char *>(link);
  return kSuccess;
}
CUresult cuLibraryLoadData(CUlibrary *library, const void *image, int *,
                           void **, unsigned, int *, void **, unsigned) {
  ENTER();
  return loadModule(library, image);
}
CUresult cuLibraryUnload(CUlibrary library) {
  ENTER();
  return unloadModule(library);
}
CUresult cuLibraryGetKernel(CUkernel *kernel, CUlibrary library,
                            const char *name) {
  ENTER();
  return getKernel(kernel, library, name);
}
CUresult cuKernelSetAttribute(int attribute, int value, CUkernel kernel,
                              CUdevice) {
  ENTER();
  return setAttribute(kernel, attribute, value);
}
CUresult cuModuleLoadData(CUmodule *module, const void *image) {
  ENTER();
  REQUIRE(state().current, kInvalidContext);
  return loadModule(module, image);
}
CUresult cuModuleUnload(CUmodule module) {
  ENTER();
  return unloadModule(module);
}
CUresult cuModuleGetFunction(CUfunction *function, CUmodule module,
                             const char *name) {
  ENTER();
  return getKernel(function, module, name);
}
CUresult cuModuleGetFunctionCount(unsigned *count, CUmodule module) {
  ENTER();
  REQUIRE(live(state().modules, module), kInvalidHandle);
  *count = unsigned(reinterpret_cast<fake::Module *>(module)->kernels.size());
  return kSuccess;
}
CUresult cuModuleEnumerateFunctions(CUfunction *functions, unsigned count,
                                    CUmodule module) {
  ENTER();
  REQUIRE(live(state().modules, module), kInvalidHandle);
  for (fake::Kernel &k : reinterpret_cast<fake::Module *>(module)->kernels)
    if (count-- > 0)
      *functions++ = reinterpret_cast<CUfunction>(&k);
  return kSuccess;
}
CUresult cuFuncGetName(const char **name, CUfunction function) {
  ENTER();
  fake::Kernel *kernel = kernelOf(function);
  REQUIRE(kernel, kInvalidHandle);
  *name = kernel->name.c_str();
  return kSuccess;
}
CUresult cuFuncGetAttribute(int *value, int attribute, CUfunction function) {
  ENTER();
  REQUIRE(kernelOf(function), kInvalidHandle);
  *value = attribute == kFunctionRegisters ? 16 : 0;
  return kSuccess;
}
CUresult cuFuncSetAttribute(CUfunction function, int attribute, int value) {
  ENTER();
  return setAttribute(function, attribute, value);
}
static CUresult paramInfo(const void *handle, size_t index, size_t *offset,
                          size_t *bytes) {
  fake::Kernel *kernel = kernelOf(handle);
  REQUIRE(kernel, kInvalidHandle);
  REQUIRE(index < kernel->sizes.size(), kInvalidValue);
  *offset = kernel->offsets[index];
  *bytes = kernel->sizes[index];
  return kSuccess;
}
CUresult cuFuncGetParamInfo(CUfunction function, size_t index, size_t *offset,
                            size_t *bytes) {
  ENTER();
  return paramInfo(function, index, offset, bytes);
}
CUresult cuKernelGetParamInfo(CUkernel kernel, size_t index, size_t *offset,
                              size_t *bytes) {
  ENTER();
  return paramInfo(kernel, index, offset, bytes);
}
CUresult cuLaunchKernelEx(const LaunchConfig *config, CUfunction function,
                          void **params, void **) {
  ENTER();
  State &s = state();
  // A stream has a context, the default one is that of the thread.
  REQUIRE(s.current || config->stream, kInvalidContext);
  fake::Kernel *kernel = kernelOf(function);
  REQUIRE(kernel && usable(config->stream), kInvalidHandle);
  fake::Shape shape{{config->gridX, config->gridY, config->gridZ},
                    {config->blockX, config->blockY, config->blockZ},
                    {1, 1, 1},
                    config->sharedBytes,
                    false};
  for (unsigned i = 0; i < config->numAttributes; ++i) {
    const LaunchAttribute &attribute = config->attributes[i];
    if (attribute.id == 2 && attribute.value.cooperative) {
      note("  cooperative");
      shape.cooperative = true;
    }
    if (attribute.id == 4)
      std::copy(attribute.value.cluster, attribute.value.cluster + 3,
                shape.cluster);
  }
  REQUIRE(config->gridX && config->gridY && config->gridZ &&
              config->blockX * config->blockY * config->blockZ - 1 < 1024 &&
              int(config->sharedBytes) <= kernel->dynamicShared,
          kInvalidValue);
  ++s.ticks;
  if (s.capturing && s.capturing == config->stream)
    fake::keep(*kernel, shape, params);
  else
    return fake::start(*kernel, shape, params);
  return kSuccess;
}
CUresult fake::start(const Kernel &kernel, const Shape &shape, void **params) {
  Outcome outcome = fake::execute(kernel, shape, params);
  state().spinning |= outcome == Outcome::Endless;
  return outcome == Outcome::Failed ? kLaunchFailed : kSuccess;
}
