//===- Transform.h - Bodies of the transform dialect ------------*- C++ -*-===//

#ifndef LIB_SKILL_TRANSFORM_H
#define LIB_SKILL_TRANSFORM_H

#include "dialects/Kopt/KoptDialect.h"
#include "dialects/Skill/SkillDialect.h"

namespace kopt::skill {

/// Interprets the body of `op`, whose operations its verifier has checked, on
/// `kernel`, with the numbers as parameters. On failure sets `reason`; the
/// kernel may be half changed.
mlir::LogicalResult applyTransform(TransformOp op, KernelOp kernel,
                                   llvm::ArrayRef<int64_t> numbers,
                                   std::string &reason);

} // namespace kopt::skill

#endif // LIB_SKILL_TRANSFORM_H
