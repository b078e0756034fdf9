//===- Target.h - Numbers of the machine ------------------------*- C++ -*-===//

#ifndef KOPT_SKILL_TARGET_H
#define KOPT_SKILL_TARGET_H

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>
#include <vector>

namespace kopt::skill {

/// Limits and capabilities of one architecture, by name.
class Target {
public:
  /// The target of a chip: sm_80, sm_89 or sm_90a; none for another name.
  static std::optional<Target> get(llvm::StringRef chip);
  /// The names that `ask` knows, sorted; the same for all targets.
  static std::vector<std::string> names();

  llvm::StringRef chip() const { return name; }
  /// None for an unknown name. Capabilities are 0 or 1.
  std::optional<int64_t> ask(llvm::StringRef what) const;

private:
  std::string name;
  llvm::StringMap<int64_t> numbers;
};

} // namespace kopt::skill

#endif // KOPT_SKILL_TARGET_H
