# KOPT_STATIC_LIBS: everything an MLIR-using tool links when it must run on a
# machine without LLVM. The packaged archives name the shared libraries in
# their link interfaces; left there, archives and shared libraries would be
# mixed, with every option and type id twice.
get_property(kopt_static_ready GLOBAL PROPERTY KOPT_STATIC_READY)
if(NOT kopt_static_ready)
  foreach(t ${MLIR_EXPORTED_TARGETS})
    if(TARGET ${t})
      get_target_property(type ${t} TYPE)
      if(type STREQUAL "STATIC_LIBRARY")
        get_target_property(libs ${t} INTERFACE_LINK_LIBRARIES)
        if(libs)
          list(REMOVE_ITEM libs LLVM MLIR "$<LINK_ONLY:LLVM>" "$<LINK_ONLY:MLIR>")
          set_target_properties(${t} PROPERTIES INTERFACE_LINK_LIBRARIES "${libs}")
        endif()
      endif()
    endif()
  endforeach()
  set_property(GLOBAL PROPERTY KOPT_STATIC_READY ON)
endif()
get_property(kopt_dialect_libs GLOBAL PROPERTY MLIR_DIALECT_LIBS)
get_property(kopt_conversion_libs GLOBAL PROPERTY MLIR_CONVERSION_LIBS)
get_property(kopt_extension_libs GLOBAL PROPERTY MLIR_EXTENSION_LIBS)
get_property(kopt_translation_libs GLOBAL PROPERTY MLIR_TRANSLATION_LIBS)
# Upstream's list of all dialects names every target's serialiser.
llvm_map_components_to_libnames(kopt_target_libs AllTargetsCodeGens AllTargetsAsmParsers
                                AllTargetsDescs AllTargetsInfos)
set(KOPT_STATIC_LIBS
    ${kopt_dialect_libs} ${kopt_conversion_libs} ${kopt_extension_libs} ${kopt_translation_libs}
    MLIRRegisterAllDialects MLIRRegisterAllExtensions MLIRRegisterAllPasses
    MLIROptLib MLIRTranslateLib MLIRExecutionEngine MLIRParser MLIRTransforms
    ${kopt_target_libs} LLVMOrcJIT LLVMJITLink LLVMRuntimeDyld LLVMPasses LLVMBitReader
    LLVMBitWriter LLVMIRReader LLVMLinker LLVMCore LLVMSupport LLVMFrontendOpenMP
    LLVMFrontendOffloading LLVMPerfJITEvents)
