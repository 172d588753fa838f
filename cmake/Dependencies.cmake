# minos_dependencies: the libraries that libminos links. Threads are required; zlib and libzstd are
# optional and needed only to read .gz and .zst histories; CaDiCaL is optional and chooses among
# several possible orders of versions when a model is to be certified (schedule/orders_sat.c).

add_library(minos_dependencies INTERFACE)

set(THREADS_PREFER_PTHREAD_FLAG ON)
find_package(Threads REQUIRED)
target_link_libraries(minos_dependencies INTERFACE Threads::Threads)

# For minos.pc: the packages needed to link the archive.
set(MINOS_PC_REQUIRES_PRIVATE "")

find_package(PkgConfig)
function(minos_optional_dependency package definition)
    if(PkgConfig_FOUND)
        pkg_check_modules(${definition} IMPORTED_TARGET ${package})
    endif()
    if(${definition}_FOUND)
        target_compile_definitions(minos_dependencies INTERFACE ${definition})
        target_link_libraries(minos_dependencies INTERFACE PkgConfig::${definition})
        string(APPEND MINOS_PC_REQUIRES_PRIVATE " ${package}")
        set(MINOS_PC_REQUIRES_PRIVATE "${MINOS_PC_REQUIRES_PRIVATE}" PARENT_SCOPE)
    else()
        message(STATUS "${package} not found: Minos will not read its compressed histories")
    endif()
endfunction()
minos_optional_dependency(zlib MNS_HAVE_ZLIB)
minos_optional_dependency(libzstd MNS_HAVE_ZSTD)

# A static C++ library without a pkg-config file. Its symbols stay inside libminos.so.
option(MINOS_CADICAL "use CaDiCaL if it is installed" ON)
set(MINOS_PC_LIBS_PRIVATE "")
find_path(CADICAL_INCLUDE_DIR ccadical.h)
find_library(CADICAL_LIBRARY cadical)
if(MINOS_CADICAL AND CADICAL_INCLUDE_DIR AND CADICAL_LIBRARY)
    target_compile_definitions(minos_dependencies INTERFACE MNS_HAVE_CADICAL)
    target_include_directories(minos_dependencies SYSTEM INTERFACE ${CADICAL_INCLUDE_DIR})
    target_link_libraries(minos_dependencies INTERFACE ${CADICAL_LIBRARY} stdc++ m)
    target_link_options(minos_dependencies INTERFACE "LINKER:--exclude-libs,libcadical.a")
    set(MINOS_PC_LIBS_PRIVATE " -lcadical -lstdc++ -lm")
else()
    message(STATUS "CaDiCaL (libcadical-dev) not used: fewer models will be certified")
endif()
