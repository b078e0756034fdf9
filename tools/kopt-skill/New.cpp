//===- New.cpp - A card and the tests it owes -----------------------------===//
//
// What is written works: a hint on loads, with two guards. Whoever writes a
// card changes it step by step and keeps the tests passing.
//
//===----------------------------------------------------------------------===//

#include "kopt/ToolSupport/Files.h"
#include "tools/kopt-skill/Commands.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace mlir;

static constexpr const char cardText[] =
    R"mlir(// RUN: kopt-opt %s --verify-roundtrip -o /dev/null
//
// Read what no other program reads past the caches.
// Pays: say for which kernels, from measurements. Loses: say where.
skill.card @NAME version 1 numerics exact {
  %load = skill.bind op "kopt.load" form 2
  %set  = skill.query has_attr(%load, cache)
  skill.guard "G1" %set eq 0 else "the access has a cache policy"
  skill.guard "G2" single_use(%load) else "the tile is used again"
  skill.set %load "cache" "#kopt.cache<streaming>"
  skill.risk "say what goes wrong where a guard is missing"
  skill.pays "say for which kernels"
}
)mlir";

static constexpr const char testText[] =
    R"mlir(// The smallest kernel at which @NAME applies, and one case a guard, only that
// guard broken.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=NAME explain=remarks" 2>&1 | FileCheck %s

// CHECK-DAG: card @NAME applied at @NAME_applies/load#0
// CHECK-DAG: card @NAME refused at @NAME_g1/load#0: G1: the access has a cache policy
// CHECK-DAG: card @NAME refused at @NAME_g2/load#0: G2: the tile is used again
// CHECK-DAG: kopt.kernel @NAME_applies
// CHECK-DAG: kopt.load {{.*}} {cache = #kopt.cache<streaming>}
gpu.module @kernels {
  kopt.kernel @NAME_applies(%x: memref<64x256xf32>, %o: memref<64x256xf32> {kopt.out})
      attributes {grid = affine_map<() -> (64)>} {
    %c0 = arith.constant 0 : index
    %i = kopt.program_id 0
    %t = kopt.load %x[%i, %c0] : memref<64x256xf32> -> tensor<1x256xf32>
    kopt.store %t, %o[%i, %c0] : tensor<1x256xf32>, memref<64x256xf32>
    kopt.return
  }
  kopt.kernel @NAME_g1(%x: memref<64x256xf32>, %o: memref<64x256xf32> {kopt.out})
      attributes {grid = affine_map<() -> (64)>} {
    %c0 = arith.constant 0 : index
    %i = kopt.program_id 0
    %t = kopt.load %x[%i, %c0] {cache = #kopt.cache<keep>} : memref<64x256xf32> -> tensor<1x256xf32>
    kopt.store %t, %o[%i, %c0] : tensor<1x256xf32>, memref<64x256xf32>
    kopt.return
  }
  kopt.kernel @NAME_g2(%x: memref<64x256xf32>, %o: memref<64x256xf32> {kopt.out})
      attributes {grid = affine_map<() -> (64)>} {
    %c0 = arith.constant 0 : index
    %i = kopt.program_id 0
    %t = kopt.load %x[%i, %c0] : memref<64x256xf32> -> tensor<1x256xf32>
    %d = arith.addf %t, %t : tensor<1x256xf32>
    kopt.store %d, %o[%i, %c0] : tensor<1x256xf32>, memref<64x256xf32>
    kopt.return
  }
}
)mlir";

static constexpr const char runText[] =
    R"mlir(// @NAME from linalg, judged by running: where it applies, an odd shape too, and
// where it must not.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=plain,NAME explain=remarks" -o %t.mlir 2>&1 | FileCheck %s
// RUN: kopt-gate %s %t.mlir --entry=scale --device=sim
// RUN: kopt-gate %s %t.mlir --entry=odd --device=sim
// RUN: kopt-gate %s %t.mlir --entry=square --device=sim
// REQUIRES: sim

// CHECK-DAG: card @NAME applied at @scale_{{.*}}/load#0
// CHECK-DAG: card @NAME applied at @odd_{{.*}}/load#0
// CHECK-DAG: card @NAME refused at @square_{{.*}}/load#0: G2: the tile is used again
func.func @scale(%x: tensor<16x256xf32>) -> tensor<16x256xf32> {
  %e = tensor.empty() : tensor<16x256xf32>
  %r = linalg.negf ins(%x : tensor<16x256xf32>) outs(%e : tensor<16x256xf32>) -> tensor<16x256xf32>
  return %r : tensor<16x256xf32>
}
func.func @odd(%x: tensor<7x131xf32>) -> tensor<7x131xf32> {
  %e = tensor.empty() : tensor<7x131xf32>
  %r = linalg.negf ins(%x : tensor<7x131xf32>) outs(%e : tensor<7x131xf32>) -> tensor<7x131xf32>
  return %r : tensor<7x131xf32>
}
func.func @square(%x: tensor<16x256xf32>) -> tensor<16x256xf32> {
  %e = tensor.empty() : tensor<16x256xf32>
  %r = linalg.mul ins(%x, %x : tensor<16x256xf32>, tensor<16x256xf32>) outs(%e : tensor<16x256xf32>) -> tensor<16x256xf32>
  return %r : tensor<16x256xf32>
}
)mlir";

static std::string named(StringRef text, const std::string &name) {
  std::string result;
  while (!text.empty()) {
    auto [before, after] = text.split("NAME");
    result += before;
    if (before.size() != text.size())
      result += name;
    text = after;
  }
  return result;
}

int create(StringRef given, StringRef family, StringRef skills,
           StringRef tests) {
  std::string name = given.str(), stem = given.str();
  std::replace(name.begin(), name.end(), '-', '_');
  std::replace(stem.begin(), stem.end(), '_', '-');
  auto isWord = [](StringRef text) {
    return !text.empty() && llvm::isLower(text[0]) &&
           llvm::all_of(text, [](char c) {
             return llvm::isLower(c) || llvm::isDigit(c) || c == '_';
           });
  };
  if (!isWord(name) || !isWord(family))
    return kopt::fail(kTool, "expected a name and a family of lower-case "
                             "letters, digits and dashes, but got '" +
                                 given + "' and '" + family + "'");
  struct File {
    std::string path;
    const char *text;
  };
  const File files[] = {
      {(skills + "/" + family + "/" + stem + ".mlir").str(), cardText},
      {(tests + "/" + family + "/" + stem + ".mlir").str(), testText},
      {(tests + "/run/" + stem + ".mlir").str(), runText}};
  for (const File &file : files)
    if (llvm::sys::fs::exists(file.path))
      return kopt::fail(kTool, "expected no file there yet, but got '" +
                                   file.path + "'");
  for (const File &file : files) {
    StringRef folder = llvm::sys::path::parent_path(file.path);
    if (std::error_code error = llvm::sys::fs::create_directories(folder))
      return kopt::fail(kTool,
                        "cannot make '" + folder + "': " + error.message());
    if (llvm::Error error =
            kopt::writeOutput(file.path, named(file.text, name)))
      return kopt::fail(kTool, llvm::toString(std::move(error)));
    llvm::outs() << file.path << "\n";
  }
  return 0;
}
