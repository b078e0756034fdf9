//===- KoptNVAttrs.td - Words of the operations ------------*- tablegen -*-===//

#ifndef KOPT_NV_ATTRS_TD
#define KOPT_NV_ATTRS_TD

include "dialects/KoptNV/KoptNVDialect.td"
include "mlir/IR/EnumAttr.td"

def KoptNV_Evict : I32EnumAttr<"Evict", "which lines leave a cache first", [
    I32EnumAttrCase<"First", 1, "first">,
    I32EnumAttrCase<"Last", 2, "last">]> {
  let cppNamespace = "::kopt::nv";
}

#endif // KOPT_NV_ATTRS_TD
