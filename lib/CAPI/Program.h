//===- Program.h - An opened artefact ---------------------------*- C++ -*-===//

#ifndef LIB_CAPI_PROGRAM_H
#define LIB_CAPI_PROGRAM_H

#include "Launcher.h"
#include "kopt-c/Artefact.h"
#include "kopt/Artefact/Artefact.h"

#include <atomic>

namespace kopt::capi {

/// Runs an artefact's variants.
class Program {
public:
  explicit Program(artefact::Artefact contents)
      : contents(std::move(contents)) {}

  /// See the functions of kopt-c/Artefact.h.
  Status setCallback(int32_t index, KoptCallback function, void *user);
  Status prepare(Launcher &launcher);
  Status choose(const KoptArgument *arguments, size_t count, int32_t &variant);
  Status outputSizes(const KoptArgument *arguments, size_t count, size_t output,
                     int64_t *sizes);
  Status workspace(const KoptArgument *arguments, size_t count, uint64_t &bytes,
                   uint64_t &persistent);
  /// A callback's failure is handed through `kept`.
  Status run(void *stream, void *workspace, const KoptArgument *arguments,
             size_t count, KoptStatus &kept);
  Status unload();
  KoptCounters counters() const;

  const artefact::Artefact contents;

private:
  /// Why kernels cannot be used: not row-major, not aligned, overlapping;
  /// without a kernel for the sizes, or with a grid beyond the limits.
  enum class Misfit { None, Strides, Alignment, Overlap, Guard, Grid };
  /// One call: its arguments and what was found out about them. Lives on the
  /// stack.
  struct Call {
    // The tables are not set to zeros, which would take as long as the rest.
    Call(const KoptArgument *arguments, size_t count)
        : arguments(arguments), count(count) {}
    const KoptArgument *arguments;
    size_t count;
    Misfit misfit = Misfit::None; ///< the first that was found
    size_t where = 0;             ///< the argument or the launch
    uint64_t bytes[artefact::kMostArguments];
    int64_t values[artefact::kMostValues];
  };

  Status check(Call &call, bool outputs) const;
  Misfit findMisfit(Call &call) const;
  Misfit fits(const artefact::Variant &variant, Call &call) const;
  const artefact::Candidate *pick(const artefact::Step &step,
                                  const Call &call) const;
  /// The variant that runs, or -1; `call` has the reason.
  int find(Call &call) const;
  Status refusal(const Call &call) const;
  Status checkWorkspace(const artefact::Variant &variant, const Call &call,
                        const void *workspace) const;
  Status launchAll(size_t variant, const Call &call, void *stream,
                   void *workspace) const;
  Status chooseImages(Launcher &launcher);
  Status prepareKernels();
  Status prepareConstants(Launcher &launcher);

  struct Callback {
    KoptCallback function;
    void *user;
  };
  std::map<int32_t, Callback> callbacks;
  std::mutex mutex;                           ///< of prepare and unload
  std::vector<std::unique_ptr<Image>> images; ///< of each module
  std::vector<const artefact::Image *> chosen;
  /// Of each variant, launch and candidate.
  std::vector<std::vector<std::vector<Kernel *>>> kernels;
  /// Of each constant its memory, on one device.
  std::vector<cu::CUdeviceptr> constants;
  Launcher *constantsOwner = nullptr;
  cu::CUdevice constantsDevice = 0;
  std::atomic<bool> prepared{false};
  std::atomic<uint64_t> launched{0}, keptRuns{0}, refused{0}, strides{0},
      alignment{0}, overlap{0};
};

} // namespace kopt::capi

#endif // LIB_CAPI_PROGRAM_H
