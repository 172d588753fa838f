# Builds minos(1) with scdoc. Without scdoc everything else still builds and installs.

find_program(SCDOC scdoc)
set(manual_source ${CMAKE_CURRENT_SOURCE_DIR}/man/minos.1.scd)
set(manual_page ${CMAKE_CURRENT_BINARY_DIR}/minos.1)
if(SCDOC AND EXISTS ${manual_source})
    add_custom_command(OUTPUT ${manual_page}
        COMMAND ${SCDOC} < ${manual_source} > ${manual_page}.part
        COMMAND ${CMAKE_COMMAND} -E rename ${manual_page}.part ${manual_page}
        DEPENDS ${manual_source}
        COMMENT "Formatting minos(1)")
    add_custom_target(manual ALL DEPENDS ${manual_page})
    install(FILES ${manual_page} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
else()
    # A file makes the build say this once, not each time.
    set(no_manual ${CMAKE_CURRENT_BINARY_DIR}/no-manual)
    add_custom_command(OUTPUT ${no_manual}
        COMMAND ${CMAKE_COMMAND} -E touch ${no_manual}
        COMMENT "scdoc not found: minos(1) is not built; install scdoc and build again")
    add_custom_target(manual ALL DEPENDS ${no_manual})
endif()
