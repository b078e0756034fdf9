# Install target and the exported package.
include(GNUInstallDirs)
install(DIRECTORY include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
install(DIRECTORY skills DESTINATION ${CMAKE_INSTALL_DATADIR}/kopt)
