//===- Sha256.h - SHA-256 of byte ranges ------------------------*- C++ -*-===//
//
// Images, inputs and outputs are named by their SHA-256 in records and on the
// worker's pipe. Free of LLVM, so that the workers can use it.
//
//===----------------------------------------------------------------------===//

#ifndef KOPT_SUPPORT_SHA256_H
#define KOPT_SUPPORT_SHA256_H

#include <cstddef>
#include <cstdint>
#include <string>

namespace kopt {

/// Hashes bytes as they come (FIPS 180-4).
class Sha256 {
public:
  /// Appends `size` bytes to the message.
  void update(const void *data, size_t size);
  /// Ends the message and returns its hash as 64 lower-case hex digits. The
  /// object must not be used afterwards.
  std::string hex();

private:
  void block(const uint8_t *bytes);

  uint32_t state[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                       0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  uint8_t buffer[64] = {};
  size_t fill = 0;
  uint64_t total = 0;
};

/// Hash of one range, as lower-case hex.
std::string sha256(const void *data, size_t size);
/// Hash of the bytes of a string.
inline std::string sha256(const std::string &bytes) {
  return sha256(bytes.data(), bytes.size());
}

} // namespace kopt

#endif // KOPT_SUPPORT_SHA256_H
