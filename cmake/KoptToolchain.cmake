# Finds LLVM/MLIR 22 and sets the flags that every component shares.

# The packaged lit does not sit where LLVM's configuration says it does.
find_program(LLVM_EXTERNAL_LIT NAMES lit-22 llvm-lit lit DOC "the lit test runner")
# MLIR's version file accepts exact versions only, so the check is ours.
find_package(MLIR REQUIRED CONFIG HINTS /usr/lib/llvm-22/lib/cmake/mlir)
if(NOT LLVM_VERSION_MAJOR EQUAL 22)
  message(FATAL_ERROR "kopt needs LLVM/MLIR 22, but found ${LLVM_PACKAGE_VERSION}")
endif()
message(STATUS "kopt: MLIR ${LLVM_PACKAGE_VERSION} in ${MLIR_DIR}")
list(APPEND CMAKE_MODULE_PATH "${MLIR_CMAKE_DIR}" "${LLVM_CMAKE_DIR}")
include(TableGen)
include(AddLLVM)
include(AddMLIR)

find_package(Threads REQUIRED)
find_package(nlohmann_json 3.10 REQUIRED)

include_directories(SYSTEM ${LLVM_INCLUDE_DIRS} ${MLIR_INCLUDE_DIRS})
include_directories(${CMAKE_CURRENT_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR}/include
                    ${CMAKE_CURRENT_BINARY_DIR} ${CMAKE_CURRENT_BINARY_DIR}/include)
separate_arguments(kopt_llvm_definitions NATIVE_COMMAND ${LLVM_DEFINITIONS})
add_definitions(${kopt_llvm_definitions})

# Exceptions are off as in LLVM; RTTI is on because the installed LLVM has it.
add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-fno-exceptions>
                    -Wall -Wextra -Wno-unused-parameter
                    $<$<COMPILE_LANGUAGE:CXX>:-Wno-nullability-completeness>
                    -ffunction-sections -fdata-sections)
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  set(KOPT_CLANG ON)
else()
  message(WARNING "kopt is built and tested with clang-22; ${CMAKE_CXX_COMPILER_ID} is slower and untested")
endif()
find_program(KOPT_LLD NAMES ld.lld-22 ld.lld)
if(KOPT_LLD)
  add_link_options(-fuse-ld=lld)
endif()
add_link_options(-Wl,--as-needed -Wl,--gc-sections)
if(KOPT_STATIC)
  add_link_options(-static-libstdc++ -static-libgcc -s)
endif()

find_program(KOPT_CCACHE ccache)
if(KOPT_CCACHE)
  set(kopt_launcher ${CMAKE_COMMAND} -E env
      CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
      CCACHE_NOHASHDIR=1 CCACHE_BASEDIR=${CMAKE_SOURCE_DIR} ${KOPT_CCACHE})
  set(CMAKE_C_COMPILER_LAUNCHER ${kopt_launcher})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${kopt_launcher})
endif()
