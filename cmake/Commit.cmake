# Commit.cmake - the commit of a build, in minos_commit.h:
#
#     #define MINOS_COMMIT "1a2b3c4d5e6f"
#
# Included by CMakeLists.txt, it adds a target that runs this file as a script in every build: the
# commit changes without any source file changing. The header is only written if it differs, so
# nothing is recompiled otherwise. Empty outside of a clone.
if(CMAKE_SCRIPT_MODE_FILE)
    find_program(git git)
    set(commit "")
    if(git AND EXISTS "${SOURCE}/.git")
        execute_process(COMMAND ${git} -C ${SOURCE} describe --always --abbrev=12 --exclude=*
                                --dirty=-modified
                        OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    endif()
    set(text "#define MINOS_COMMIT \"${commit}\"\n")
    set(old "")
    if(EXISTS ${HEADER})
        file(READ ${HEADER} old)
    endif()
    if(NOT text STREQUAL old)
        file(WRITE ${HEADER} "${text}")
    endif()
    return()
endif()

set(commit_header ${PROJECT_BINARY_DIR}/commit/minos_commit.h)
add_custom_target(minos_commit
    COMMAND ${CMAKE_COMMAND} -DSOURCE=${PROJECT_SOURCE_DIR} -DHEADER=${commit_header}
            -P ${PROJECT_SOURCE_DIR}/cmake/Commit.cmake
    BYPRODUCTS ${commit_header}
    VERBATIM)

# Makes the header known to a target that compiles src/cli/commit.c.
function(minos_use_commit target)
    add_dependencies(${target} minos_commit)
    target_include_directories(${target} PRIVATE ${PROJECT_BINARY_DIR}/commit)
endfunction()
