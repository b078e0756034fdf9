//===- Evidence.h - What the gate said of a card ----------------*- C++ -*-===//
//
// `<card>.evidence.json` beside a card holds verdicts of the gate on steps that
// the card made. Only tools write it. A verdict on a card or on rewrites that
// have changed since is stale and counts as none.
//
//===----------------------------------------------------------------------===//

#ifndef KOPT_SKILL_EVIDENCE_H
#define KOPT_SKILL_EVIDENCE_H

#include "kopt/Skill/Library.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace kopt::skill {

/// One verdict.
struct Evidence {
  std::string summary; ///< question, device, verdict and ratio, one line
  std::string stale;   ///< why it counts no more; empty where it does
};

/// The sidecar of a card's file.
std::string evidencePath(llvm::StringRef cardPath);

/// What the sidecar holds, in its order; nothing where there is none. The error
/// names the file.
llvm::Expected<std::vector<Evidence>> readEvidence(const Entry &entry);

/// Adds `verdict`, a JSON object, to the sidecar of a card, with the card's
/// version and hash and that of kopt's rewrites. A verdict on the same card,
/// place, question, device and shapes is replaced; stale ones go.
llvm::Error addEvidence(const Entry &entry, llvm::StringRef verdict);

/// SHA-256 of the sources of kopt's rewrites, as this tool was built.
std::string rewritesHash();

} // namespace kopt::skill

#endif // KOPT_SKILL_EVIDENCE_H
