//===- ProgramJson.cpp - A program as JSON text ---------------------------===//

#include "kopt/Gate/ProgramJson.h"
#include "Json.h"
#include "kopt/Support/Sha256.h"

using namespace kopt;
using namespace kopt::gate;

static const char *const kRoles[] = {"input",     "output",    "inout",
                                     "temporary", "workspace", "constant"};
static const char *const kKinds[] = {"ptx", "cubin", "sim", "tiles"};

const char *kopt::gate::spelling(BufferRole role) {
  return kRoles[unsigned(role)];
}
const char *kopt::gate::spelling(Image::Kind kind) {
  return kKinds[unsigned(kind)];
}

std::string kopt::gate::toJson(const Program &program) {
  Json root = {{"name", program.name},
               {"buffers", Json::array()},
               {"images", Json::array()},
               {"launches", Json::array()},
               {"results", Json::array()}};
  for (const Buffer &b : program.buffers) {
    root["buffers"].push_back({{"name", b.name},
                               {"dtype", spelling(b.dtype)},
                               {"shape", b.shape},
                               {"role", spelling(b.role)}});
    if (b.role == BufferRole::Constant)
      root["buffers"].back()["sha256"] = sha256(b.contents);
  }
  for (const Image &image : program.images)
    root["images"].push_back(
        {{"kind", spelling(image.kind)}, {"sha256", image.sha256}});
  for (const Launch &l : program.launches) {
    Json args = Json::array();
    for (const LaunchArg &arg : l.args)
      if (arg.buffer >= 0)
        args.push_back({{"buffer", arg.buffer}, {"offset", arg.byteOffset}});
      else
        args.push_back({{"bits", arg.scalarBits}, {"bytes", arg.scalarBytes}});
    root["launches"].push_back({{"image", l.image},
                                {"kernel", l.kernel},
                                {"grid", l.grid},
                                {"block", l.block},
                                {"cluster", l.cluster},
                                {"shared", l.dynamicSharedBytes},
                                {"cooperative", l.cooperative},
                                {"args", std::move(args)}});
  }
  for (const ProgramResult &result : program.results)
    root["results"].push_back(
        {{"buffer", result.buffer}, {"shape", result.shape}});
  return dumpJson(root);
}

std::vector<std::string> kopt::gate::framesOf(const Program &program) {
  std::vector<std::string> frames;
  for (const Image &image : program.images)
    frames.push_back(image.bytes);
  for (const Buffer &buffer : program.buffers)
    if (buffer.role == BufferRole::Constant)
      frames.push_back(buffer.contents);
  return frames;
}

/// Index of `text` in a list of spellings, or −1.
template <size_t N>
static int indexIn(const char *const (&names)[N], const std::string &text) {
  for (size_t i = 0; i < N; ++i)
    if (text == names[i])
      return int(i);
  return -1;
}

/// Extents that with a factor of `unit` make at most 2^40 of what `units` says.
static void readShape(Reader &r, const Json &json, int64_t unit,
                      const char *units, std::vector<int64_t> &shape) {
  for (const Json &extent : json) {
    int64_t value;
    if (!Reader::asInteger(extent, value) || value < 0 ||
        (value > 0 && unit > kMaxBufferBytes / value)) {
      r.fail(std::string("extents of at most 2^40 ") + units + " in all", json);
      return;
    }
    // A zero extent must not hide an overflow of the others.
    unit *= std::max<int64_t>(value, 1);
    shape.push_back(value);
  }
}

static Status readBuffer(const Json &json, const std::string &where,
                         Buffer &buffer) {
  Reader r(json, where);
  buffer.name = r.text("name");
  std::string dtype = r.text("dtype"), role = r.text("role");
  const Json *shape = r.array("shape", 32);
  if (!r.result().ok())
    return r.result();
  if (!parseDType(dtype, buffer.dtype))
    r.fail("an element type", dtype);
  int roleIndex = indexIn(kRoles, role);
  if (roleIndex < 0)
    r.fail("a buffer role", role);
  else
    buffer.role = BufferRole(roleIndex);
  readShape(r, *shape, byteSize(buffer.dtype), "bytes", buffer.shape);
  return r.result();
}

/// Takes the next frame, if there is one, as the contents of a constant.
static Status takeContents(const Json &json, const std::string &where,
                           std::vector<std::string> &frames, size_t &next,
                           Buffer &buffer) {
  Reader r(json, where);
  std::string expected = r.text("sha256");
  size_t frame = next++;
  // Their number is compared when all are known.
  if (!r.result().ok() || frame >= frames.size())
    return r.result();
  buffer.contents = std::move(frames[frame]);
  if (int64_t(buffer.contents.size()) != buffer.numBytes())
    return Status::failure(
        "parse", "expected " + std::to_string(buffer.numBytes()) +
                     " bytes as the contents of " + where + ", but got " +
                     std::to_string(buffer.contents.size()));
  if (std::string hash = sha256(buffer.contents); hash != expected)
    r.fail("bytes of SHA-256 " + expected, hash);
  return r.result();
}

static Status readResult(const Json &json, const std::string &where,
                         const Program &program, ProgramResult &result) {
  Reader r(json, where);
  if (program.buffers.empty())
    return Status::failure("parse",
                           "expected a buffer for " + where + ", but got none");
  result.buffer =
      int(r.integer("buffer", 0, int64_t(program.buffers.size()) - 1));
  const Json *shape = r.array("shape", 32);
  if (!r.result().ok())
    return r.result();
  readShape(r, *shape, 1, "elements", result.shape);
  if (!r.result().ok())
    return r.result();
  int64_t elements = 1;
  for (int64_t extent : result.shape)
    elements *= extent;
  const Buffer &buffer = program.buffers[result.buffer];
  if (elements != buffer.numElements())
    r.fail("as many elements as " + buffer.name + " has", *shape);
  if (buffer.role == BufferRole::Temporary ||
      buffer.role == BufferRole::Workspace)
    r.fail("no temporary buffer", json["buffer"]);
  return r.result();
}

static void readExtents(Reader &r, const char *key, int64_t least, int64_t most,
                        uint32_t (&out)[3]) {
  const Json *array = r.array(key, 3);
  if (!array)
    return;
  for (unsigned i = 0; i < 3; ++i) {
    int64_t value = -1;
    if (array->size() != 3 || !Reader::asInteger((*array)[i], value) ||
        value < least || value > most)
      return r.fail("three extents as '" + std::string(key) + "'", *array);
    out[i] = uint32_t(value);
  }
}

static Status readArg(const Json &json, const std::string &where,
                      const Program &program, LaunchArg &arg) {
  Reader r(json, where);
  if (r.has("buffer")) {
    if (program.buffers.empty())
      return Status::failure("parse", "expected no buffer argument in " +
                                          where +
                                          ", but got one in a program without "
                                          "buffers");
    arg.buffer =
        int(r.integer("buffer", 0, int64_t(program.buffers.size()) - 1));
    arg.byteOffset =
        r.integer("offset", 0, program.buffers[arg.buffer].numBytes());
    return r.result();
  }
  arg.scalarBits = r.bits("bits");
  arg.scalarBytes = unsigned(r.integer("bytes", 1, 8));
  if (arg.scalarBytes & (arg.scalarBytes - 1))
    r.fail("a scalar of 1, 2, 4 or 8 bytes", json);
  return r.result();
}

static Status readLaunch(const Json &json, const std::string &where,
                         const Program &program, Launch &launch) {
  Reader r(json, where);
  if (program.images.empty())
    return Status::failure("parse",
                           "expected an image for " + where + ", but got none");
  launch.image = int(r.integer("image", 0, int64_t(program.images.size()) - 1));
  launch.kernel = r.text("kernel");
  readExtents(r, "grid", 0, INT32_MAX, launch.grid);
  readExtents(r, "block", 1, 1024, launch.block);
  readExtents(r, "cluster", 1, 16, launch.cluster);
  launch.dynamicSharedBytes = uint32_t(r.integer("shared", 0, 1 << 24));
  // Programs written before there were such launches do not say.
  if (r.has("cooperative")) {
    const Json &cooperative = json["cooperative"];
    if (cooperative.is_boolean())
      launch.cooperative = cooperative.get<bool>();
    else
      r.fail("true or false as 'cooperative'", cooperative);
  }
  const Json *args = r.array("args", 1024);
  if (!r.result().ok())
    return r.result();
  if (uint64_t(launch.block[0]) * launch.block[1] * launch.block[2] > 1024)
    r.fail("a block of at most 1024 threads", json["block"]);
  if (launch.grid[1] > 65535 || launch.grid[2] > 65535)
    r.fail("grid extents of at most 65535 in y and z", json["grid"]);
  if (launch.kernel.find('\0') != std::string::npos)
    r.fail("a kernel name without NUL", json["kernel"]);
  for (size_t i = 0; i < args->size() && r.result().ok(); ++i) {
    LaunchArg arg;
    Status s = readArg((*args)[i], where + " argument " + std::to_string(i),
                       program, arg);
    if (!s.ok())
      return s;
    launch.args.push_back(arg);
  }
  return r.result();
}

Result<Program> kopt::gate::programFromJson(const std::string &text,
                                            std::vector<std::string> frames) {
  Json root = parseJson(text);
  if (root.is_discarded())
    return Status::failure("parse",
                           "expected a program as JSON, but got other text");
  Program program;
  Reader r(root, "the program");
  program.name = r.text("name");
  const Json *buffers = r.array("buffers", 4096);
  const Json *images = r.array("images", 256);
  const Json *launches = r.array("launches", kMaxLaunches);
  if (!r.result().ok())
    return r.result();
  size_t next = images->size();
  for (size_t i = 0; i < buffers->size(); ++i) {
    Buffer buffer;
    std::string where = "buffer " + std::to_string(i);
    Status s = readBuffer((*buffers)[i], where, buffer);
    if (s.ok() && buffer.role == BufferRole::Constant)
      s = takeContents((*buffers)[i], where, frames, next, buffer);
    if (!s.ok())
      return s;
    program.buffers.push_back(std::move(buffer));
  }
  if (next != frames.size())
    return Status::failure("parse", "expected " + std::to_string(next) +
                                        " frames of images and constants, but "
                                        "got " +
                                        std::to_string(frames.size()));
  for (size_t i = 0; i < images->size(); ++i) {
    Image image;
    Reader ir((*images)[i], "image " + std::to_string(i));
    std::string kind = ir.text("kind");
    image.sha256 = ir.text("sha256");
    int kindIndex = indexIn(kKinds, kind);
    if (ir.result().ok() && kindIndex < 0)
      ir.fail("an image kind", kind);
    image.bytes = std::move(frames[i]);
    std::string hash = sha256(image.bytes);
    if (ir.result().ok() && hash != image.sha256)
      ir.fail("bytes of SHA-256 " + image.sha256, hash);
    if (!ir.result().ok())
      return ir.result();
    image.kind = Image::Kind(kindIndex);
    program.images.push_back(std::move(image));
  }
  for (size_t i = 0; i < launches->size(); ++i) {
    Launch launch;
    Status s = readLaunch((*launches)[i], "launch " + std::to_string(i),
                          program, launch);
    if (!s.ok())
      return s;
    program.launches.push_back(std::move(launch));
  }
  // Programs written before there were aliases have no list.
  const Json *results = r.has("results") ? r.array("results", 4096) : nullptr;
  for (size_t i = 0; results && i < results->size(); ++i) {
    ProgramResult result;
    Status s = readResult((*results)[i], "result " + std::to_string(i), program,
                          result);
    if (!s.ok())
      return s;
    program.results.push_back(std::move(result));
  }
  if (!r.result().ok())
    return r.result();
  return program;
}
