//===- Layout.h - How a tile lies over registers and threads ----*- C++ -*-===//

#ifndef KOPT_LAYOUT_LAYOUT_H
#define KOPT_LAYOUT_LAYOUT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/LogicalResult.h"

#include <cstdint>
#include <string>

namespace kopt {

/// The distribution of a tile over the registers, lanes and warps of a block.
///
/// An *atom* of power-of-two extents is given by basis vectors: each register,
/// lane and warp bit moves by one vector of per-dimension coordinates, and the
/// vectors of the set bits are combined by XOR. A zero vector means that both
/// values of the bit hold the same elements (replication). The tile is the atom
/// times an integer number of repetitions a dimension, all held in registers:
/// register index = repetition (row-major) * atom registers + atom register.
///
/// Invariants (see `verify`): every vector moves along at most one dimension,
/// the vectors that are not zero are linearly independent and span the atom,
/// and no register vector is zero. So a thread holds no element twice, and the
/// replication of an element is exactly `freeLaneMask` and `freeWarpMask`.
class Layout {
public:
  /// One coordinate a dimension.
  using Basis = llvm::SmallVector<int64_t>;

  /// Bits of a lane number.
  static constexpr unsigned kLaneBits = 5;
  /// Threads of a warp.
  static constexpr unsigned kLanes = 1u << kLaneBits;

  /// Whether the arguments make a layout; if not, `reason` says why (lower
  /// case, "expected X, but got Y").
  static llvm::LogicalResult verify(llvm::ArrayRef<Basis> regBases,
                                    llvm::ArrayRef<Basis> laneBases,
                                    llvm::ArrayRef<Basis> warpBases,
                                    llvm::ArrayRef<int64_t> reps,
                                    std::string &reason);

  /// The layout of these parts, or failure with the reason of `verify`.
  static llvm::FailureOr<Layout> get(llvm::ArrayRef<Basis> regBases,
                                     llvm::ArrayRef<Basis> laneBases,
                                     llvm::ArrayRef<Basis> warpBases,
                                     llvm::ArrayRef<int64_t> reps,
                                     std::string *reason = nullptr);

  /// The default layout of a tile: up to `elemsPerThread` contiguous elements
  /// of the innermost dimension a thread, then lanes along the innermost
  /// dimension until it is covered, the rest of them along the next outer one
  /// and so on, then warps likewise. What is left are repetitions in registers;
  /// lanes and warps that are left hold replicas. Bits go only along the
  /// power-of-two part of an extent: 192 = 64 * 3 has three repetitions.
  /// `elemsPerThread` is rounded down to a power of two; `numWarps` must be a
  /// power of two; the extents are positive.
  static Layout blocked(llvm::ArrayRef<int64_t> shape, unsigned elemsPerThread,
                        unsigned numWarps);

  unsigned rank() const { return repetitions.size(); }
  /// Extents of the tile: atom times repetitions.
  llvm::ArrayRef<int64_t> tileShape() const { return shape; }
  /// Extents of the atom, powers of two.
  llvm::ArrayRef<int64_t> atomShape() const { return atom; }
  llvm::ArrayRef<int64_t> reps() const { return repetitions; }
  llvm::ArrayRef<Basis> regBases() const { return reg; }
  llvm::ArrayRef<Basis> laneBases() const { return lane; }
  llvm::ArrayRef<Basis> warpBases() const { return warp; }

  /// Registers (elements) of a thread, all repetitions.
  unsigned numRegisters() const;
  unsigned numAtomRegisters() const { return 1u << reg.size(); }
  unsigned numWarps() const { return 1u << warp.size(); }
  unsigned numThreads() const { return numWarps() * kLanes; }

  /// The coordinates of what register `r` of lane `l` of warp `w` holds.
  llvm::SmallVector<int64_t> coords(unsigned r, unsigned l, unsigned w) const;

  /// The largest power of two n such that for every thread and every multiple
  /// g*n, registers g*n … g*n+n-1 hold consecutive elements of the innermost
  /// dimension, the first at a multiple of n. Repetitions do not lengthen it.
  unsigned contiguousRun() const;

  /// Lane bits that hold replicas.
  unsigned freeLaneMask() const { return freeMask(lane); }
  /// Warp bits that hold replicas.
  unsigned freeWarpMask() const { return freeMask(warp); }
  /// Lane bits that move along `dim`.
  unsigned laneMaskAlong(unsigned dim) const { return maskAlong(lane, dim); }
  /// Warp bits that move along `dim`.
  unsigned warpMaskAlong(unsigned dim) const { return maskAlong(warp, dim); }

  /// The layout of a reduction along `dim`: the dimension is dropped, lane and
  /// warp bits along it hold replicas, register bits and repetitions along it
  /// go. `registerMap`, if given, is set to the register of the result for each
  /// register of this layout; the threads stay.
  Layout slice(unsigned dim,
               llvm::SmallVectorImpl<unsigned> *registerMap = nullptr) const;

  /// The layout of a tile that is broadcast into this one, its dimension i
  /// being dims[i] here (increasing): all other dimensions sliced away.
  /// `registerMap`: for each register of this layout the one of the operand.
  Layout broadcastOperand(
      llvm::ArrayRef<int64_t> dims,
      llvm::SmallVectorImpl<unsigned> *registerMap = nullptr) const;

  /// The layout of the tile with its dimensions permuted: dimension i there is
  /// dimension perm[i] here. The threads stay; repetitions, which count
  /// row-major, may be numbered otherwise.
  Layout permute(llvm::ArrayRef<int64_t> perm) const;

  bool operator==(const Layout &other) const;
  bool operator!=(const Layout &other) const { return !(*this == other); }

private:
  static unsigned freeMask(llvm::ArrayRef<Basis> bases);
  static unsigned maskAlong(llvm::ArrayRef<Basis> bases, unsigned dim);
  void computeShapes();

  llvm::SmallVector<Basis> reg, lane, warp;
  llvm::SmallVector<int64_t> repetitions, atom, shape;
};

/// What moves when a tile goes from one layout to another, cheapest first.
enum class ConversionKind {
  Identity,  ///< nothing: the layouts are equal
  Registers, ///< registers, renumbered in the same way in every thread
  Shuffle,   ///< every warp has all it needs
  Shared     ///< through shared memory
};

/// The cheapest way from `from` to `to`, which have one tile shape and one
/// number of warps.
ConversionKind conversionKind(const Layout &from, const Layout &to);

/// Whether each of `blocks` blocks, a power of two that divides the number of
/// warps, holds in `from` all that it needs in `to`. The upper bits of a warp's
/// number are the block's.
bool staysWithinBlocks(const Layout &from, const Layout &to, unsigned blocks);

} // namespace kopt

#endif // KOPT_LAYOUT_LAYOUT_H
