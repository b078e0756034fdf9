//===- GenerateC.cpp - A C entry for an artefact --------------------------===//
//
// Whatever people wrote (names, kernels, code) becomes numbers or is left out,
// so that no text of theirs is read by a C compiler.
//
//===----------------------------------------------------------------------===//

#include "kopt/Artefact/Artefact.h"

#include <cstdio>

using namespace kopt;
using namespace kopt::artefact;

/// `name` as a part of a C name: other characters as _XX, their hex digits.
static std::string cName(const std::string &name) {
  std::string out;
  for (unsigned char c : name) {
    bool plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
                 (c >= 'A' && c <= 'Z') || c == '_';
    char hex[4];
    std::snprintf(hex, sizeof hex, "_%02X", c);
    out += plain ? std::string(1, char(c)) : hex;
  }
  return out;
}

/// The type of a scalar of the host; small floats as their bits.
static const char *cType(gate::DType type) {
  switch (type) {
  case gate::DType::I1:
    return "uint8_t";
  case gate::DType::I8:
    return "int8_t";
  case gate::DType::I16:
    return "int16_t";
  case gate::DType::I32:
    return "int32_t";
  case gate::DType::I64:
  case gate::DType::Index:
    return "int64_t";
  case gate::DType::F32:
    return "float";
  case gate::DType::F64:
    return "double";
  case gate::DType::F16:
  case gate::DType::BF16:
    return "uint16_t";
  case gate::DType::F8E4M3FN:
  case gate::DType::F8E5M2:
    return "uint8_t";
  }
  return "uint8_t";
}

/// Number `i` among the inputs or among the outputs; names are the artefact's
/// own and could be anything.
static std::string parameterName(const Artefact &artefact, size_t i) {
  size_t outputs = 0, inputs = 0;
  for (size_t j = 0; j < i; ++j)
    ++(artefact.arguments[j].access == Access::Out ? outputs : inputs);
  return artefact.arguments[i].access == Access::Out
             ? "result" + std::to_string(outputs)
             : "arg" + std::to_string(inputs);
}

/// ", const KoptTensor *arg0, float arg1".
static std::string parameters(const Artefact &artefact) {
  std::string text;
  for (size_t i = 0; i < artefact.arguments.size(); ++i) {
    const Argument &argument = artefact.arguments[i];
    text += argument.isTensor ? std::string(", const KoptTensor *")
                              : std::string(", ") + cType(argument.dtype) + " ";
    text += parameterName(artefact, i);
  }
  return text;
}

/// A line of the header for each argument.
static std::string describe(const Artefact &artefact) {
  std::string text;
  for (size_t i = 0; i < artefact.arguments.size(); ++i) {
    const Argument &argument = artefact.arguments[i];
    text += " *   " + parameterName(artefact, i) + ": " +
            gate::spelling(argument.dtype);
    if (!argument.isTensor) {
      text += ", a scalar\n";
      continue;
    }
    text += ", " + std::string(spelling(argument.access)) + ", sizes [";
    for (size_t d = 0; d < argument.sizes.size(); ++d) {
      ValueIndex size = argument.sizes[d];
      bool known = size >= 0 && artefact.values[size].op == Operator::Constant;
      text += d ? ", " : "";
      text += known       ? std::to_string(artefact.values[size].operands[0])
              : size >= 0 ? "computed"
                          : "any";
    }
    text += "]\n";
  }
  for (size_t r = 0; r < artefact.results.size(); ++r)
    text += " *   result " + std::to_string(r) + " of the program is in " +
            parameterName(artefact, size_t(artefact.results[r])) + "\n";
  return text;
}

static std::string bytesOf(const std::string &name, const std::string &bytes) {
  std::string text = "static const unsigned char " + name + "[] = {";
  for (size_t i = 0; i < bytes.size(); ++i) {
    text += i % 24 ? "," : i ? ",\n" : "\n";
    text += std::to_string(unsigned(static_cast<unsigned char>(bytes[i])));
  }
  return text + "};\n";
}

CSource artefact::generateC(const Artefact &artefact) {
  std::string entry = "kopt_" + cName(artefact.name);
  std::string given = parameters(artefact);
  std::string count = std::to_string(artefact.arguments.size());
  CSource c;
  c.stem = entry;
  c.header =
      "/* Made by kopt from a program for any sizes; docs/artefact.md says "
      "what "
      "it promises.\n *\n * Arguments:\n" +
      describe(artefact) + " */\n#ifndef KOPT_ENTRY_" + cName(artefact.name) +
      "_H\n#define KOPT_ENTRY_" + cName(artefact.name) +
      "_H\n\n#include \"kopt-c/Artefact.h\"\n\n"
      "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n"
      "/** Loads the kernels for the device at hand. Before the first run, and "
      "before a\n *  graph is captured; by one thread at a time. */\n"
      "KoptStatus " +
      entry +
      "_prepare(void);\n"
      "/** Bytes of the workspace, of which the first `persistent` (may be "
      "null) are zero\n *  before its first use. After " +
      entry +
      "_prepare. */\n"
      "KoptStatus " +
      entry + "_workspace(uint64_t *bytes, uint64_t *persistent" + given +
      ");\n"
      "/** Launches on a CUstream: no allocation, no waiting, no other driver "
      "call. */\n"
      "KoptStatus " +
      entry + "(void *stream, void *workspace" + given +
      ");\n"
      "/** The artefact, for its other functions; null before " +
      entry +
      "_prepare. */\n"
      "KoptArtefact " +
      entry +
      "_artefact(void);\n"
      "/** Unloads the kernels. */\n"
      "KoptStatus " +
      entry +
      "_release(void);\n\n"
      "#ifdef __cplusplus\n}\n#endif\n\n#endif\n";

  std::string &s = c.source;
  s = "/* Made by kopt; the header says what it is. */\n#include \"" + c.stem +
      ".h\"\n\n" + bytesOf("json", toJson(artefact));
  std::string images;
  size_t blobs = 0;
  auto add = [&](const std::string &name, const std::string &bytes) {
    s += bytesOf(name, bytes.empty() ? std::string(1, '\0') : bytes);
    images += (blobs++ ? ", {" : "{") + name + ", " +
              std::to_string(bytes.size()) + "}";
  };
  for (size_t i = 0; i < artefact.images.size(); ++i)
    add("image" + std::to_string(i), artefact.images[i].bytes);
  for (size_t i = 0; i < artefact.constants.size(); ++i)
    add("constant" + std::to_string(i), artefact.constants[i].bytes);
  // C has no arrays of no elements.
  s += "static const KoptBytes images[] = {" +
       (images.empty() ? "{json, 0}" : images) +
       "};\nstatic KoptEmbedded program = {{json, sizeof json}, images, " +
       std::to_string(blobs) + ", 0, 0};\n\n";
  std::string array;
  for (size_t i = 0; i < artefact.arguments.size(); ++i) {
    std::string name = parameterName(artefact, i);
    array += i ? ", " : "";
    array += artefact.arguments[i].isTensor ? "*" + name
                                            : "{(void *)&" + name + ", 0, 0}";
  }
  std::string list = "  KoptArgument arguments[] = {" +
                     (array.empty() ? "{0, 0, 0}" : array) + "};\n";
  s += "KoptStatus " + entry +
       "_prepare(void) { return koptEmbeddedPrepare(&program); }\n"
       "KoptStatus " +
       entry +
       "_release(void) { return koptEmbeddedRelease(&program); }\n"
       "KoptArtefact " +
       entry +
       "_artefact(void) { return program.artefact; }\n"
       "KoptStatus " +
       entry + "_workspace(uint64_t *bytes, uint64_t *persistent" + given +
       ") {\n" + list +
       "  return koptArtefactWorkspace(program.artefact, arguments, " + count +
       ", bytes, persistent);\n}\n"
       "KoptStatus " +
       entry + "(void *stream, void *workspace" + given + ") {\n" + list +
       "  return koptArtefactRun(program.artefact, stream, workspace, "
       "arguments, " +
       count + ");\n}\n";
  return c;
}
