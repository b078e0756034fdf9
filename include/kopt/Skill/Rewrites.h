//===- Rewrites.h - kopt's own structural rewrites --------------*- C++ -*-===//
//
// The functions behind `skill.rewrite`; each has the signature of RewriteFn
// (kopt/Skill/Rewrite.h): on failure `reason` says why, and the IR may be half
// changed.
//
//===----------------------------------------------------------------------===//

#ifndef KOPT_SKILL_REWRITES_H
#define KOPT_SKILL_REWRITES_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/PatternMatch.h"

#include <string>

namespace kopt::skill {

/// Merges a producing launch into `anchor`, a kopt.launch of a form-1 kernel:
/// one kernel on the union of the inputs, in which the intermediate is a value.
/// It stays an output if it has other users. No parameters: the first input
/// that comes from a launch in the same block is taken.
mlir::LogicalResult fuseLaunch(mlir::RewriterBase &rewriter,
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

/// Moves `anchor`, a kopt.load, before the first reduction or loop that stands
/// between it and what it uses, so that its latency overlaps theirs. Its memory
/// is not written in between. No parameters.
mlir::LogicalResult hoistLoad(mlir::RewriterBase &rewriter,
                              mlir::Operation *anchor,
                              mlir::DictionaryAttr params, std::string &reason);

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
                              mlir::DictionaryAttr params,
                              std::string &reason);

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
