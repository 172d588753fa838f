# minos_drivers: the client libraries of databases, each optional. A driver whose library is not
# found is not built; `minos run` then rejects its URLs with a message that says so.

add_library(minos_drivers INTERFACE)
set(MINOS_DRIVERS_MISSING "none")
set(MINOS_RUN_PC_REQUIRES_PRIVATE "")

# minos_driver(FILE PACKAGE DEFINITION): src/run/driver/FILE/ needs the pkg-config module PACKAGE.
function(minos_driver file package definition)
    if(PkgConfig_FOUND)
        pkg_check_modules(${definition} IMPORTED_TARGET ${package})
    endif()
    if(${definition}_FOUND AND EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/src/run/driver/${file}/${file}.c)
        target_compile_definitions(minos_drivers INTERFACE ${definition})
        target_link_libraries(minos_drivers INTERFACE PkgConfig::${definition})
        string(APPEND MINOS_RUN_PC_REQUIRES_PRIVATE " ${package}")
        set(MINOS_RUN_PC_REQUIRES_PRIVATE "${MINOS_RUN_PC_REQUIRES_PRIVATE}" PARENT_SCOPE)
    else()
        message(STATUS "${package} not found: minos run will not support ${file}")
        set(MINOS_DRIVERS_MISSING "${MINOS_DRIVERS_MISSING}|${file}" PARENT_SCOPE)
    endif()
endfunction()
minos_driver(sqlite sqlite3 MNS_HAVE_SQLITE)
minos_driver(postgres libpq MNS_HAVE_LIBPQ)
minos_driver(mysql libmariadb MNS_HAVE_LIBMARIADB)
minos_driver(redis hiredis MNS_HAVE_HIREDIS)
minos_driver(etcd libcurl MNS_HAVE_LIBCURL)
