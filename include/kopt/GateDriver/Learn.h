//===- Learn.h - Verdicts as evidence on cards ------------------*- C++ -*-===//

#ifndef KOPT_GATEDRIVER_LEARN_H
#define KOPT_GATEDRIVER_LEARN_H

#include "kopt/GateDriver/Record.h"
#include "kopt/Skill/Library.h"

namespace kopt {

/// The step of a lineage that a question is about: its last.
class Lesson {
public:
  /// Reads the lineage and looks for the step's card in `folders` (empty: the
  /// default ones). An error unless the question's candidate is the program
  /// after the step, the program to beat (of a question of speed, which has to
  /// be given) the one before it, and the card the one that made it.
  static llvm::Expected<Lesson> read(llvm::StringRef path,
                                     llvm::ArrayRef<std::string> folders,
                                     const QuestionRecord &question);

  /// Adds the verdict to the sidecar of the card, with what the library says of
  /// the place. Returns the sidecar's path.
  llvm::Expected<std::string> write(const QuestionRecord &question,
                                    const Judgement &judgement) const;

private:
  std::unique_ptr<mlir::MLIRContext> context;
  std::unique_ptr<skill::Library> library;
  std::string card, step; ///< the step as JSON text
};

} // namespace kopt

#endif // KOPT_GATEDRIVER_LEARN_H
