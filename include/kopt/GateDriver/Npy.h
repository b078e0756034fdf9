//===- Npy.h - NumPy array files --------------------------------*- C++ -*-===//

#ifndef KOPT_GATEDRIVER_NPY_H
#define KOPT_GATEDRIVER_NPY_H

#include "kopt/Gate/Program.h"
#include "kopt/Support/Status.h"

#include <string>
#include <vector>

namespace kopt {

/// An array as stored: row-major, little-endian. `itemBytes` and `kind` ('f',
/// 'i', 'u', 'b', 'V') come from the file's type descriptor.
struct NpyArray {
  char kind = 'f';
  unsigned itemBytes = 4;
  std::vector<int64_t> shape;
  std::string bytes;

  /// May the elements be read as `type`? Types NumPy lacks (bf16, f8) are taken
  /// from integers or raw bytes of the same size.
  bool fits(gate::DType type) const;
};

/// Reads version 1 to 3 of the format. Fails with kind "parse" for Fortran
/// order, big-endian data, or a file that is cut short.
Result<NpyArray> readNpy(const std::string &path);

/// A file of version 1.0; bf16 and f8 as unsigned integers of the same size.
std::string toNpy(gate::DType type, const std::vector<int64_t> &shape,
                  const std::string &bytes);

} // namespace kopt

#endif // KOPT_GATEDRIVER_NPY_H
