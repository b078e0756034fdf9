//===- Rewrites.h - kopt's own structural rewrites --------------*- C++ -*-===//
//
// The functions behind `skill.rewrite`; each has the signature of RewriteFn
// (kopt/Skill/Rewrite.h): on failure `reason` says why, and the IR may be half
// changed.
//
//===----------------------------------------------------------------------===//

#ifndef KOPT_SKILL_REWRITES_H
#define KOPT_SKILL_REWRITES_H

#include "dialects/Kopt/KoptDialect.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/PatternMatch.h"

#include <optional>
#include <string>

namespace kopt::skill {

/// The last launch in the same block that makes an input of `op`, a
/// kopt.launch; null if there is none.
LaunchOp producerOf(mlir::Operation *op);

/// Merges producerOf(`anchor`) into `anchor`, a kopt.launch of a form-1 kernel:
/// one kernel on the union of the inputs, in which the intermediate is a value.
/// It stays an output if it has other users, which move behind the launch where
/// they came before it. What reads a part of it computes that part; what reads
/// over the boundary of stored parts is divided there. Parameters: with
/// `sibling` the launch of siblingOf(`anchor`) is taken, all of whose results
/// stay outputs.
mlir::LogicalResult fuseLaunch(mlir::RewriterBase &rewriter,
                               mlir::Operation *anchor,
                               mlir::DictionaryAttr params,
                               std::string &reason);

/// The last launch before `op`, a kopt.launch, in its block that reads the
/// largest input of `op` and makes none; null if there is none.
LaunchOp siblingOf(mlir::Operation *op);

/// Lets `anchor`, a kopt.launch of a form-1 kernel, compute what it reads of
/// producerOf(`anchor`), a form-1 kernel that reduces, from what that reads and
/// from the reductions' results. The producer stores these and no longer what
/// nobody else reads. Refused where that reads more bytes, or elements more
/// than once. No parameters.
mlir::LogicalResult recomputeRead(mlir::RewriterBase &rewriter,
                                  mlir::Operation *anchor,
                                  mlir::DictionaryAttr params,
                                  std::string &reason);

/// Makes loads and stores of parts of arguments out of what the one operation
/// of `anchor`, a form-1 kopt.kernel, reads by index: the result is divided
/// into boxes (at most 16) in which each place is a multiple of coordinates
/// plus an offset. No parameters.
mlir::LogicalResult indexParts(mlir::RewriterBase &rewriter,
                               mlir::Operation *anchor,
                               mlir::DictionaryAttr params,
                               std::string &reason);

/// Lets `anchor`, a kopt.load whose tile is only broadcast, and always alike,
/// load what the broadcasts make. No parameters.
mlir::LogicalResult broadcastLoad(mlir::RewriterBase &rewriter,
                                  mlir::Operation *anchor,
                                  mlir::DictionaryAttr params,
                                  std::string &reason);

/// Turns `anchor`, a form-1 kopt.kernel, into form 2: parallel dimensions go to
/// the grid, reduced ones become loops, one in another where there are several.
/// Parameters, each a tile extent (integer, at least 1): `cols` of the
/// dimension that is innermost in memory (default 1024), `rows` of other
/// parallel dimensions (default 1), `depth` of reduced ones where the innermost
/// is not reduced (default 16). Several reduced dimensions share `cols` or
/// `depth`, the inner before the outer; what is held whole that way needs no
/// loop.
mlir::LogicalResult tileToGrid(mlir::RewriterBase &rewriter,
                               mlir::Operation *anchor,
                               mlir::DictionaryAttr params,
                               std::string &reason);

/// Turns `anchor`, a form-1 kopt.kernel of one structured operation of any
/// form, into form 2: each program computes `elements` (1 to 4096, default 128)
/// of the results' elements, counted in the order of the first result; operands
/// are read by index tiles, and reduced dimensions are loops over single
/// coordinates in the program's order. No tensor instruction, no wide access,
/// no staging.
mlir::LogicalResult tileByIndex(mlir::RewriterBase &rewriter,
                                mlir::Operation *anchor,
                                mlir::DictionaryAttr params,
                                std::string &reason);

/// Turns `anchor`, a form-1 kopt.kernel that scans whole tensors, into form 2:
/// a program scans a line in tiles of `length` elements (a power of two,
/// default 4096) and carries what came before; where the lines are not
/// innermost in memory, `width` neighbouring ones (a power of two, default 1)
/// in tiles of as many elements.
mlir::LogicalResult scanLines(mlir::RewriterBase &rewriter,
                              mlir::Operation *anchor,
                              mlir::DictionaryAttr params, std::string &reason);

/// Turns `anchor`, a form-1 kopt.kernel with a kopt.sort or kopt.top_k of whole
/// tensors by element, then place, into form 2: a program a line, in tiles of
/// `length` elements (a power of two, default 16384). A sorted line has to fit
/// one; the first elements of longer lines are merged from tile to tile. Where
/// `integers` is not 0, floats are compared as integers; a NaN keeps no bits.
mlir::LogicalResult orderLines(mlir::RewriterBase &rewriter,
                               mlir::Operation *anchor,
                               mlir::DictionaryAttr params,
                               std::string &reason);

/// Turns `anchor`, a form-1 kopt.kernel that counts a line in a kopt.histogram,
/// into form 2: `programs` times `share` programs (default 1) count tiles of
/// `length` elements (default 16384) in turn, each for itself, and add their
/// counts to the result once.
mlir::LogicalResult privateHistogram(mlir::RewriterBase &rewriter,
                                     mlir::Operation *anchor,
                                     mlir::DictionaryAttr params,
                                     std::string &reason);

/// Turns `anchor`, a form-1 kopt.kernel that combines whole updates into an
/// argument (kopt.scatter_reduce), into form 2: a program has a tile of `rows`
/// updates (default 1) by `cols` elements of their slices (default 128), and
/// makes an atomic update an element.
mlir::LogicalResult scatterToGrid(mlir::RewriterBase &rewriter,
                                  mlir::Operation *anchor,
                                  mlir::DictionaryAttr params,
                                  std::string &reason);

/// Changes the tile extent of one dimension class of `anchor`, a form-2
/// kopt.kernel. Parameters: `axis` (a grid axis) or `loop` (unit: the class of
/// the loops); `size`, the new extent, where 0 covers the whole extent.
mlir::LogicalResult resizeTile(mlir::RewriterBase &rewriter,
                               mlir::Operation *anchor,
                               mlir::DictionaryAttr params,
                               std::string &reason);

/// Makes `anchor`, an scf.for that combines a kopt.reduce into a carried tile,
/// combine whole tiles in the loop and reduce once after it (reassociates).
mlir::LogicalResult deferReduce(mlir::RewriterBase &rewriter,
                                mlir::Operation *anchor,
                                mlir::DictionaryAttr params,
                                std::string &reason);

/// Splits `anchor`, an scf.for that adds to each value it carries, into blocks
/// of `chain` iterations (integer, at least 2): each block sums from zero, then
/// joins the total, so that roundings grow with the blocks, not with the
/// iterations. Refuses a loop of at most `chain` iterations (reassociates).
mlir::LogicalResult blockSum(mlir::RewriterBase &rewriter,
                             mlir::Operation *anchor,
                             mlir::DictionaryAttr params, std::string &reason);

/// The dimensions of the tile that `load` reads, in the order of its memory, if
/// each is along one dimension of it and nothing is read by index.
std::optional<llvm::SmallVector<unsigned>> memoryOrder(LoadOp load);

/// Makes `anchor`, a kopt.load whose tile has another innermost dimension than
/// its memory, read in memory's order and transposes on chip: square tiles
/// along the innermost dimensions of both, of which a thread has squares of
/// `bytes` (a power of two, at most 16, the default) a side. Stores of such
/// tiles get the same layout, and the kernel 8 warps where it has no schedule.
mlir::LogicalResult stageTranspose(mlir::RewriterBase &rewriter,
                                   mlir::Operation *anchor,
                                   mlir::DictionaryAttr params,
                                   std::string &reason);

/// Under `anchor`, f32 divisions of a row by the sum of exp(x - max x) along it
/// become multiplications by its reciprocal. The sum is at least 1, so that the
/// reciprocal is a normal number: at most 1.5 units in the last place. No
/// parameters.
mlir::LogicalResult multiplyByReciprocalOfSum(mlir::RewriterBase &rewriter,
                                              mlir::Operation *anchor,
                                              mlir::DictionaryAttr params,
                                              std::string &reason);

/// Makes `anchor`, a kopt.reduce that sums exp(x - max x) in f32, sum
/// exp2((x - max x) log2 e). A term d = x - max x is off by no more than
/// |d| 2^-24 of itself, which is at most 2^-25 of the sum, as that is at
/// least 1. Refuses where the terms are used otherwise. No parameters.
mlir::LogicalResult sumPowersOfTwo(mlir::RewriterBase &rewriter,
                                   mlir::Operation *anchor,
                                   mlir::DictionaryAttr params,
                                   std::string &reason);

/// Makes `anchor`, a kopt.reduce to the largest or smallest of what was widened
/// from f16 or bf16, reduce the narrow elements and widen the result: the same
/// bits, of half the registers. A form-2 kopt.kernel as anchor: all of its
/// reductions that are such. No parameters.
mlir::LogicalResult narrowReduce(mlir::RewriterBase &rewriter,
                                 mlir::Operation *anchor,
                                 mlir::DictionaryAttr params,
                                 std::string &reason);

/// In `anchor`, an operation with tiles inside: f32 divisions by a value that
/// repeats along the tile become multiplications by its reciprocal, which is
/// computed once. Two roundings instead of one (at most 1.5 units in the last
/// place; a reciprocal that overflows or is subnormal loses more). No
/// parameters.
mlir::LogicalResult multiplyByReciprocal(mlir::RewriterBase &rewriter,
                                         mlir::Operation *anchor,
                                         mlir::DictionaryAttr params,
                                         std::string &reason);

/// f32 divisions by a value that repeats along the tile → `kopt.quotient`, with
/// the reciprocal and its error formed once. The same bits for every input. No
/// parameters.
mlir::LogicalResult shareDivisor(mlir::RewriterBase &rewriter,
                                 mlir::Operation *anchor,
                                 mlir::DictionaryAttr params,
                                 std::string &reason);

/// a * b + c, a * b - c and c - a * b → one `math.fma`, where nothing else uses
/// the product and the type is f32 or f64: one rounding instead of two. No
/// parameters.
mlir::LogicalResult contractMultiplyAdd(mlir::RewriterBase &rewriter,
                                        mlir::Operation *anchor,
                                        mlir::DictionaryAttr params,
                                        std::string &reason);

/// Allows the approximate instructions (flag afn) for exp, exp2, log, log2,
/// tanh and rsqrt on f32 in `anchor`. No parameters.
mlir::LogicalResult approximateMath(mlir::RewriterBase &rewriter,
                                    mlir::Operation *anchor,
                                    mlir::DictionaryAttr params,
                                    std::string &reason);

/// Splits what the kernel of `anchor`, a kopt.launch of form 1, reduces: a
/// first kernel reduces parts, a second one puts their results together in a
/// fixed order, and a third does what reads the result and all elements again,
/// if there is that. Reductions that wait for others of the same dimensions are
/// done on the part in the same pass where they cascade: sums of (u - c)² and
/// of exp(u - c) (reassociates). Parameters, integers: `least` and `most`
/// elements of a part, `together` the most where several reductions read it,
/// `programs` a multiprocessor (there are `machine`) to aim at in between,
/// `columns` that a program has of an innermost dimension that is not reduced.
mlir::LogicalResult splitReduction(mlir::RewriterBase &rewriter,
                                   mlir::Operation *anchor,
                                   mlir::DictionaryAttr params,
                                   std::string &reason);

/// Splits the one loop over a reduced dimension of the kernel of `anchor`, a
/// kopt.launch of form 2, among programs: a first kernel stores what each part
/// of the loop reduces, a second one puts the parts together in their order and
/// goes on as before (reassociates). The extent may be dynamic and any number.
/// Parameters, integers: `programs` a multiprocessor (there are `machine`) to
/// aim at, `tile` elements of the parts' results that are read at once.
mlir::LogicalResult splitLoop(mlir::RewriterBase &rewriter,
                              mlir::Operation *anchor,
                              mlir::DictionaryAttr params, std::string &reason);

//===----------------------------------------------------------------------===//
// Inverses
//===----------------------------------------------------------------------===//
// Each undoes what its rewrite did wherever it could have been, so programs
// that had such operations before come out otherwise. `undo` of
// kopt-apply-skills compares hashes and finds that.

/// Of multiply_by_reciprocal and share_divisor: quotients and products with a
/// reciprocal that repeats → divisions.
mlir::LogicalResult divideAgain(mlir::RewriterBase &rewriter,
                                mlir::Operation *anchor,
                                mlir::DictionaryAttr params,
                                std::string &reason);

/// Of contract_multiply_add: each multiply-add → a product and a sum or
/// difference, the product on the left of a sum.
mlir::LogicalResult expandMultiplyAdd(mlir::RewriterBase &rewriter,
                                      mlir::Operation *anchor,
                                      mlir::DictionaryAttr params,
                                      std::string &reason);

/// Of approximate_math: takes the flag afn away.
mlir::LogicalResult exactMath(mlir::RewriterBase &rewriter,
                              mlir::Operation *anchor,
                              mlir::DictionaryAttr params, std::string &reason);

} // namespace kopt::skill

#endif // KOPT_SKILL_REWRITES_H
