# Installs the command, the libraries, their headers, the pkg-config files and the licence.

# The .pc files find the prefix relative to themselves, so the installed tree may be moved.
set(pkgconfig_dir ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
file(RELATIVE_PATH MINOS_PC_PREFIX "/prefix/${pkgconfig_dir}" "/prefix")
string(REGEX REPLACE "/$" "" MINOS_PC_PREFIX "${MINOS_PC_PREFIX}")
configure_file(minos.pc.in minos.pc @ONLY)
# The runner uses internals of libminos that only the archive contains.
configure_file(minos_run.pc.in minos_run.pc @ONLY)

if(TARGET minos)
    install(TARGETS minos RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
install(TARGETS minos_static minos_shared minos_run
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
    PUBLIC_HEADER DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/minos.pc ${CMAKE_CURRENT_BINARY_DIR}/minos_run.pc
        DESTINATION ${pkgconfig_dir})
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
