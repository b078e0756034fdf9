# Install target and the exported package, for `find_package(Kopt)`:
#
#   bin/                     tools and workers
#   lib/                     libkopt_runtime, libkopt_plugin, static libraries
#   include/                 kopt/ (C++), kopt-c/ (C)
#   include/kopt-ir/         dialects/ and passes/: the paths they have here
#   share/kopt/skills/       cards and recipes; the tools find them from bin/
#   lib/cmake/Kopt/          the package (KoptConfig.cmake.in says what is in it)
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

install(DIRECTORY include/kopt include/kopt-c DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
        FILES_MATCHING PATTERN "*.h")
install(DIRECTORY skills DESTINATION ${CMAKE_INSTALL_DATADIR}/kopt)

# Of a dialect all headers, of a pass the one that declares it.
set(kopt_ir ${CMAKE_INSTALL_INCLUDEDIR}/kopt-ir)
get_property(kopt_dialects GLOBAL PROPERTY KOPT_DIALECTS)
foreach(name ${kopt_dialects})
  install(DIRECTORY dialects/${name} ${CMAKE_BINARY_DIR}/dialects/${name}
          DESTINATION ${kopt_ir}/dialects
          FILES_MATCHING PATTERN "*.h" PATTERN "*.h.inc" PATTERN "CMakeFiles" EXCLUDE)
endforeach()
get_property(kopt_passes GLOBAL PROPERTY KOPT_PASSES)
foreach(name ${kopt_passes})
  install(FILES passes/${name}/${name}.h DESTINATION ${kopt_ir}/passes/${name})
  install(FILES ${CMAKE_BINARY_DIR}/passes/${name}/${name}.h.inc
          DESTINATION ${kopt_ir}/passes/${name} OPTIONAL) # pipelines have none
endforeach()

# What a compiler links: all dialects and passes, on the MLIR of the package.
add_library(KoptCompiler INTERFACE)
set_target_properties(KoptCompiler PROPERTIES EXPORT_NAME Compiler)
target_link_libraries(KoptCompiler INTERFACE KoptRegistration KoptPipelines)

get_property(kopt_libraries GLOBAL PROPERTY KOPT_LIBRARIES)
foreach(name ${kopt_libraries} kopt_runtime)
  target_include_directories(${name} INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>
                                               $<INSTALL_INTERFACE:${kopt_ir}>)
endforeach()
install(TARGETS ${kopt_libraries} KoptCompiler kopt_runtime EXPORT KoptTargets
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}/kopt
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
if(TARGET kopt_plugin)
  install(TARGETS kopt_plugin LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
endif()
set(kopt_package ${CMAKE_INSTALL_LIBDIR}/cmake/Kopt)
install(EXPORT KoptTargets NAMESPACE Kopt:: DESTINATION ${kopt_package})

set(kopt_skills ${CMAKE_INSTALL_DATADIR}/kopt/skills)
set(kopt_lib ${CMAKE_INSTALL_LIBDIR})
configure_package_config_file(cmake/KoptConfig.cmake.in ${CMAKE_BINARY_DIR}/KoptConfig.cmake
  INSTALL_DESTINATION ${kopt_package} PATH_VARS kopt_skills kopt_lib)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/KoptConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/KoptConfig.cmake ${CMAKE_BINARY_DIR}/KoptConfigVersion.cmake
        DESTINATION ${kopt_package})
