//===- Artefact.cpp - Programs for any sizes, from C ----------------------===//

#include "kopt-c/Artefact.h"
#include "Handles.h"
#include "Program.h"
#include "kopt/Support/Sha256.h"

#include <fstream>
#include <iterator>

using namespace kopt;
using namespace kopt::capi;

struct KoptArtefactImpl : capi::Program {
  using Program::Program;
};

/// Entries have no artefact before they are prepared.
#define KOPT_OPENED(artefact)                                                  \
  if (!(artefact))                                                             \
  return wrap(Status::failure("launch", "expected the artefact to be "         \
                                        "prepared, but it is not open"))

/// A file of an artefact; folders and files beyond 1 GiB are none.
static Result<std::string> readFile(const std::string &path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  std::streamoff size = file ? std::streamoff(file.tellg()) : -1;
  if (size < 0 || size > std::streamoff(1) << 30)
    return Status::failure("artefact", "expected a file " + path +
                                           " of at most 1 GiB, but got none");
  std::string bytes(size_t(size), '\0');
  file.seekg(0);
  if (!file.read(bytes.data(), size))
    return Status::failure("artefact", "expected to read " + path +
                                           ", but got fewer bytes");
  return bytes;
}

static KoptStatus open(Result<artefact::Artefact> contents,
                       KoptArtefact *artefact) {
  *artefact = nullptr;
  if (!contents)
    return wrap(contents.status());
  *artefact = new KoptArtefactImpl(std::move(*contents));
  return nullptr;
}

extern "C" {

KoptStatus koptArtefactOpen(const char *directory, KoptArtefact *artefact) {
  *artefact = nullptr;
  std::string folder = std::string(directory) + "/";
  auto text = readFile(folder + "artefact.json");
  if (!text)
    return wrap(text.status());
  return open(artefact::fromJson(*text,
                                 [&](const std::string &name) {
                                   return readFile(folder + name);
                                 }),
              artefact);
}

KoptStatus koptArtefactOpenMemory(KoptBytes json, const KoptBytes *images,
                                  size_t count, KoptArtefact *artefact) {
  auto read = [&](const std::string &name) -> Result<std::string> {
    for (size_t i = 0; i < count; ++i)
      if (!name.compare(0, 64, sha256(images[i].data, images[i].size)))
        return std::string(static_cast<const char *>(images[i].data),
                           images[i].size);
    return Status::failure("image", "expected an image of SHA-256 " +
                                        name.substr(0, 64) + ", but got none");
  };
  return open(
      artefact::fromJson(
          std::string(static_cast<const char *>(json.data), json.size), read),
      artefact);
}

KoptStatus koptArtefactDestroy(KoptArtefact artefact) {
  std::unique_ptr<KoptArtefactImpl> owned(artefact);
  return wrap(owned ? owned->unload() : Status::success());
}

size_t koptArtefactCountArguments(KoptArtefact artefact) {
  return artefact->contents.arguments.size();
}

KoptStatus koptArtefactSetCallback(KoptArtefact artefact, int32_t index,
                                   KoptCallback function, void *user) {
  KOPT_OPENED(artefact);
  return wrap(artefact->setCallback(index, function, user));
}

KoptStatus koptArtefactPrepare(KoptArtefact artefact, KoptRuntime runtime) {
  KOPT_OPENED(artefact);
  return wrap(artefact->prepare(*runtime));
}

KoptStatus koptArtefactChoose(KoptArtefact artefact,
                              const KoptArgument *arguments, size_t count,
                              int32_t *variant) {
  KOPT_OPENED(artefact);
  return wrap(artefact->choose(arguments, count, *variant));
}

KoptStatus koptArtefactOutputSizes(KoptArtefact artefact,
                                   const KoptArgument *arguments, size_t count,
                                   size_t output, int64_t *sizes) {
  KOPT_OPENED(artefact);
  return wrap(artefact->outputSizes(arguments, count, output, sizes));
}

KoptStatus koptArtefactWorkspace(KoptArtefact artefact,
                                 const KoptArgument *arguments, size_t count,
                                 uint64_t *bytes, uint64_t *persistent) {
  KOPT_OPENED(artefact);
  uint64_t zeroed = 0;
  Status status = artefact->workspace(arguments, count, *bytes, zeroed);
  if (persistent)
    *persistent = zeroed;
  return wrap(std::move(status));
}

KoptStatus koptArtefactRun(KoptArtefact artefact, void *stream, void *workspace,
                           const KoptArgument *arguments, size_t count) {
  KOPT_OPENED(artefact);
  KoptStatus kept = nullptr;
  Status status = artefact->run(stream, workspace, arguments, count, kept);
  return status.ok() ? kept : wrap(std::move(status));
}

KoptCounters koptArtefactGetCounters(KoptArtefact artefact) {
  return artefact->counters();
}

KoptStatus koptEmbeddedPrepare(KoptEmbedded *embedded) {
  if (!embedded->runtime)
    if (KoptStatus s = koptRuntimeCreate(nullptr, 0, &embedded->runtime))
      return s;
  if (!embedded->artefact)
    if (KoptStatus s =
            koptArtefactOpenMemory(embedded->json, embedded->images,
                                   embedded->count, &embedded->artefact))
      return s;
  return koptArtefactPrepare(embedded->artefact, embedded->runtime);
}

KoptStatus koptEmbeddedRelease(KoptEmbedded *embedded) {
  KoptStatus first = koptArtefactDestroy(embedded->artefact);
  embedded->artefact = nullptr;
  KoptStatus second = koptRuntimeDestroy(embedded->runtime);
  embedded->runtime = nullptr;
  if (!first)
    return second;
  koptStatusDestroy(second);
  return first;
}

} // extern "C"
