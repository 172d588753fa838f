# What `cmake --install` puts where: the command, both libraries, the header, minos.pc, the licence.

# minos.pc finds its prefix from its own place, so the tree may be moved after installation.
set(pkgconfig_dir ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
file(RELATIVE_PATH MINOS_PC_PREFIX "/prefix/${pkgconfig_dir}" "/prefix")
string(REGEX REPLACE "/$" "" MINOS_PC_PREFIX "${MINOS_PC_PREFIX}")
configure_file(minos.pc.in minos.pc @ONLY)

if(TARGET minos)
    install(TARGETS minos RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
install(TARGETS minos_static minos_shared
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
    PUBLIC_HEADER DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/minos.pc DESTINATION ${pkgconfig_dir})
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
