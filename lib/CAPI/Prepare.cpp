//===- Prepare.cpp - Images and kernels of an artefact --------------------===//

#include "Program.h"

#include <cstdlib>

using namespace kopt;
using namespace kopt::cu;
using namespace kopt::capi;
using namespace kopt::artefact;

/// Whether a device of compute capability `major`.`minor` runs the image: an
/// architecture with a letter is one device's, cubins are those of their major
/// number, PTX is for all later ones.
static bool runsOn(const artefact::Image &image, int major, int minor) {
  // The driver for tests says 0.0 where the simulated GPU is behind it.
  if (image.kind == gate::Image::Kind::SimObject || major == 0)
    return image.kind == gate::Image::Kind::SimObject && major == 0;
  const std::string &text = image.architecture;
  if (text.compare(0, 3, "sm_"))
    return false;
  char *end = nullptr;
  long number = std::strtol(text.c_str() + 3, &end, 10);
  long device = major * 10 + minor;
  if (*end)
    return number == device;
  if (image.kind == gate::Image::Kind::Cubin)
    return number / 10 == major && number <= device;
  return number <= device;
}

/// The better of two that run: for a newer architecture, then a specific one,
/// then one that is compiled already.
static bool isBetter(const artefact::Image &a, const artefact::Image &b) {
  auto rank = [](const artefact::Image &image) {
    return std::make_tuple(std::atoi(image.architecture.c_str() + 3),
                           image.architecture.size(),
                           image.kind == gate::Image::Kind::Cubin);
  };
  return rank(a) > rank(b);
}

Status Program::chooseImages(Launcher &launcher) {
  auto device = launcher.bind();
  if (!device)
    return device.status();
  int major = 0, minor = 0;
  KOPT_TRY(launcher, "no-device", cuDeviceGetAttribute, &major, kAttributeMajor,
           *device);
  KOPT_TRY(launcher, "no-device", cuDeviceGetAttribute, &minor, kAttributeMinor,
           *device);
  std::vector<const artefact::Image *> best(contents.modules);
  for (const artefact::Image &image : contents.images) {
    const artefact::Image *&slot = best[image.module];
    if (runsOn(image, major, minor) && (!slot || isBetter(image, *slot)))
      slot = &image;
  }
  for (int m = 0; m < contents.modules; ++m) {
    if (best[m])
      continue;
    std::string have;
    for (const artefact::Image &image : contents.images)
      if (image.module == m)
        have += (have.empty() ? "" : ", ") + image.architecture;
    return Status::failure("no-device",
                           "expected an image of module " + std::to_string(m) +
                               " for a device of sm_" +
                               std::to_string(major * 10 + minor) +
                               ", but got " + (have.empty() ? "none" : have));
  }
  if (!chosen.empty() && chosen != best)
    return Status::failure("no-device",
                           "expected a device for the images that are loaded, "
                           "but got one that needs others");
  if (!chosen.empty())
    return Status::success();
  for (const artefact::Image *image : best)
    images.push_back(
        std::make_unique<capi::Image>(launcher, std::string(image->bytes)));
  chosen = std::move(best);
  return Status::success();
}

/// The bytes that a parameter takes.
static size_t bytesOf(const Parameter &parameter, const Artefact &artefact) {
  switch (parameter.kind) {
  case Parameter::Kind::Scalar:
    return gate::byteSize(artefact.arguments[parameter.index].dtype);
  case Parameter::Kind::Value:
  case Parameter::Kind::Bits:
    return parameter.bytes;
  default:
    return 8;
  }
}

Status Program::prepareKernels() {
  std::vector<std::vector<std::vector<Kernel *>>> found;
  for (const Variant &variant : contents.variants) {
    found.emplace_back();
    for (const Step &step : variant.steps) {
      std::vector<size_t> bytes;
      for (const Parameter &parameter : step.parameters)
        bytes.push_back(bytesOf(parameter, contents));
      found.back().emplace_back();
      for (const Candidate &candidate : step.candidates) {
        Kernel &kernel = images[candidate.module]->kernel(candidate.kernel);
        KoptLaunchConfig config = {
            {1, 1, 1},
            {candidate.block[0], candidate.block[1], candidate.block[2]},
            {candidate.cluster, 1, 1},
            candidate.dynamicSharedBytes,
            nullptr,
            candidate.cooperative};
        if (Status s = kernel.prepare(config); !s.ok())
          return s;
        // The driver reads as many bytes as the kernel has.
        if (kernel.parameterBytes() != bytes)
          return Status::failure(
              "artefact", "expected kernel '" + candidate.kernel +
                              "' to have the " + std::to_string(bytes.size()) +
                              " parameters of its launch, but got " +
                              std::to_string(kernel.parameterBytes().size()) +
                              ", or others");
        found.back().back().push_back(&kernel);
      }
    }
  }
  if (kernels.empty())
    kernels = std::move(found);
  return Status::success();
}

/// Copies the constants to the device, once.
Status Program::prepareConstants(Launcher &launcher) {
  if (contents.constants.empty())
    return Status::success();
  auto device = launcher.bind();
  if (!device)
    return device.status();
  // A run asks nothing of the driver, so it could not tell which copy to use.
  if (constantsOwner && *device != constantsDevice)
    return Status::failure("no-device",
                           "expected the device that the constants are on, but "
                           "got another: open the artefact again for it");
  constantsOwner = &launcher;
  constantsDevice = *device;
  while (constants.size() < contents.constants.size()) {
    const std::string &bytes = contents.constants[constants.size()].bytes;
    CUdeviceptr memory = 0;
    if (!bytes.empty()) {
      KOPT_TRY(launcher, "resources", cuMemAlloc_v2, &memory, bytes.size());
      constants.push_back(memory);
      Status copied = KOPT_CU(launcher.api(), "resources", cuMemcpyHtoD_v2,
                              memory, bytes.data(), bytes.size());
      if (copied.ok())
        continue;
      constants.pop_back();
      (void)KOPT_CU(launcher.api(), "resources", cuMemFree_v2, memory);
      return copied;
    }
    constants.push_back(memory);
  }
  return Status::success();
}

Status Program::prepare(Launcher &launcher) {
  std::lock_guard<std::mutex> lock(mutex);
  if (Status s = chooseImages(launcher); !s.ok())
    return s;
  if (Status s = prepareKernels(); !s.ok())
    return s;
  if (Status s = prepareConstants(launcher); !s.ok())
    return s;
  prepared.store(true, std::memory_order_release);
  return Status::success();
}

Status Program::unload() {
  std::lock_guard<std::mutex> lock(mutex);
  prepared = false;
  Status first;
  for (const auto &image : images)
    if (Status s = image->unload(); first.ok())
      first = std::move(s);
  for (CUdeviceptr memory : constants) {
    if (!memory)
      continue;
    CUresult result = constantsOwner->api().cuMemFree_v2(memory);
    // As of images: the driver may have gone first.
    if (result != kDeinitialized && first.ok())
      first = constantsOwner->api().check(result, "cuMemFree_v2", __FILE__,
                                          __LINE__, "fault");
  }
  constants.clear();
  constantsOwner = nullptr;
  return first;
}
