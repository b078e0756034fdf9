//===- Npy.cpp - NumPy array files ----------------------------------------===//

#include "kopt/GateDriver/Npy.h"
#include "kopt/Gate/Numbers.h"
#include "kopt/ToolSupport/Files.h"

#include <cstdint>
#include <cstdlib>
#include <cstring>

namespace kopt {
namespace {

const char magic[] = "\x93NUMPY";

/// The text after `key` and a colon in the header's dictionary.
const char *findValue(const std::string &header, const char *key) {
  size_t at = header.find(std::string("'") + key + "'");
  if (at == std::string::npos)
    return nullptr;
  at = header.find(':', at);
  if (at == std::string::npos)
    return nullptr;
  at = header.find_first_not_of(' ', at + 1);
  return at == std::string::npos ? nullptr : header.c_str() + at;
}

} // namespace

bool NpyArray::fits(gate::DType type) const {
  if (itemBytes != gate::byteSize(type))
    return false;
  switch (type) {
  case gate::DType::F16:
  case gate::DType::F32:
  case gate::DType::F64:
    return kind == 'f';
  case gate::DType::BF16:
  case gate::DType::F8E4M3FN:
  case gate::DType::F8E5M2:
    return kind == 'u' || kind == 'i' || kind == 'V';
  case gate::DType::I1:
    return kind == 'b';
  default:
    return kind == 'i' || kind == 'u';
  }
}

Result<NpyArray> readNpy(const std::string &path) {
  auto bad = [&](const std::string &what) {
    return Status::failure("parse", path + ": " + what);
  };
  auto buffer = readInput(path);
  if (!buffer)
    return Status::failure("parse", llvm::toString(buffer.takeError()));
  std::string data = (*buffer)->getBuffer().str();
  if (data.size() < 12 || data.compare(0, 6, magic, 6))
    return bad("expected a .npy file");
  unsigned version = uint8_t(data[6]);
  size_t prefix = version == 1 ? 10 : 12;
  uint32_t headerBytes = 0;
  std::memcpy(&headerBytes, data.data() + 8, version == 1 ? 2 : 4);
  if (version < 1 || version > 3 || data.size() - prefix < headerBytes)
    return bad("expected a header of version 1 to 3");
  std::string header = data.substr(prefix, headerBytes);

  NpyArray array;
  const char *order = findValue(header, "fortran_order");
  const char *descriptor = findValue(header, "descr");
  const char *shape = findValue(header, "shape");
  if (!order || !descriptor || !shape || *descriptor != '\'' || *shape != '(')
    return bad("expected descr, fortran_order and shape in the header");
  if (std::strncmp(order, "False", 5))
    return bad("expected row-major data, but got Fortran order");
  // The header may end right behind the quote.
  if (!descriptor[1] || !descriptor[2])
    return bad("expected a byte order and a kind in descr");
  char endian = descriptor[1];
  array.kind = descriptor[2];
  array.itemBytes = unsigned(std::strtoul(descriptor + 3, nullptr, 10));
  if (endian != '<' && endian != '|')
    return bad("expected little-endian data");
  uint64_t bytes = array.itemBytes;
  for (const char *at = shape + 1; *at && *at != ')';) {
    if (*at == ',' || *at == ' ') {
      ++at;
      continue;
    }
    char *end;
    int64_t extent = std::strtoll(at, &end, 10);
    if (end == at || extent < 0 ||
        (extent && bytes > (uint64_t(1) << 40) / uint64_t(extent)))
      return bad("expected a shape of at most 2^40 bytes");
    array.shape.push_back(extent);
    bytes *= uint64_t(extent);
    at = end;
  }
  if (data.size() - prefix - headerBytes != bytes)
    return bad("expected " + std::to_string(bytes) +
               " bytes of data, but got " +
               std::to_string(data.size() - prefix - headerBytes));
  array.bytes = data.substr(prefix + headerBytes);
  return array;
}

std::string toNpy(gate::DType type, const std::vector<int64_t> &shape,
                  const std::string &bytes) {
  unsigned size = gate::byteSize(type);
  char kind = 'u';
  if (type == gate::DType::I1)
    kind = 'b';
  else if (!gate::isFloat(type))
    kind = 'i';
  else if (type == gate::DType::F16 || type == gate::DType::F32 ||
           type == gate::DType::F64)
    kind = 'f';
  std::string header = std::string("{'descr': '") + (size == 1 ? '|' : '<') +
                       kind + std::to_string(size) +
                       "', 'fortran_order': False, 'shape': (";
  for (int64_t extent : shape)
    header += std::to_string(extent) + ",";
  header += "), }";
  // Magic, version, length, header and a line end fill whole 64 bytes.
  header.resize((header.size() + 11 + 63) / 64 * 64 - 11, ' ');
  header += '\n';
  uint16_t length = uint16_t(header.size());
  std::string file(magic, 6);
  file.append("\x01\x00", 2);
  file.append(reinterpret_cast<const char *>(&length), 2);
  return file + header + bytes;
}

} // namespace kopt
