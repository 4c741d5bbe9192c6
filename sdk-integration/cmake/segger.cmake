# Locates SEGGER's recorder and RTT. They are under SEGGER's own licence and come from the Rust
# package registry, pinned and checksummed by third-party/c-sources, or from a folder of the user's.
#
#   include(<sdk>/sdk-integration/cmake/segger.cmake)
#   cyclescope_find_segger()
#
# sets CYCLESCOPE_SEGGER_RTT_C, CYCLESCOPE_SEGGER_SYSVIEW_C and CYCLESCOPE_SEGGER_INCLUDES.

include_guard(GLOBAL)

set(CYCLESCOPE_SEGGER_DIR "" CACHE PATH
    "Folder with SEGGER_RTT.c and SEGGER_SYSVIEW.c; empty: looked for where Cyclescope fetches them to")
option(CYCLESCOPE_FETCH "Let cargo fetch SEGGER's recorder into the build folder" OFF)

# Manifest that cargo fetches the crates from.
set_property(GLOBAL PROPERTY CYCLESCOPE_CRATES
                             "${CMAKE_CURRENT_LIST_DIR}/../../third-party/c-sources/Cargo.toml")

# Returns the folders that may contain the crate, nearest first. The only valid version is the one
# with checksums in the lock file.
function(_cyclescope_segger_places variable)
  get_property(crates GLOBAL PROPERTY CYCLESCOPE_CRATES)
  file(STRINGS "${crates}" crate REGEX "^systemview-target")
  string(REGEX REPLACE "^(.+) = \"=(.+)\"$" "\\1-\\2" crate "${crate}")
  set(places "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../../build/c-sources"
             "${CMAKE_BINARY_DIR}/cyclescope-c-sources")
  # Used by `cyclescope build`.
  if(DEFINED ENV{XDG_CACHE_HOME})
    list(APPEND places "$ENV{XDG_CACHE_HOME}/cyclescope/c-sources")
  elseif(DEFINED ENV{HOME})
    list(APPEND places "$ENV{HOME}/.cache/cyclescope/c-sources")
  endif()
  list(TRANSFORM places APPEND "/${crate}/lib")
  # Set by Cyclescope when it builds a project.
  if(DEFINED ENV{CYCLESCOPE_SEGGER_DIR})
    list(INSERT places 0 "$ENV{CYCLESCOPE_SEGGER_DIR}")
  endif()
  set(${variable} ${places} PARENT_SCOPE)
endfunction()

# Fetches the crates named in the lock file; cargo verifies every file's checksum.
function(_cyclescope_fetch_segger)
  find_program(CYCLESCOPE_CARGO cargo)
  if(NOT CYCLESCOPE_CARGO)
    message(FATAL_ERROR "CYCLESCOPE_FETCH needs cargo, which was not found. "
                        "Install cargo 1.85 or newer: https://rustup.rs")
  endif()
  get_property(crates GLOBAL PROPERTY CYCLESCOPE_CRATES)
  set(folder "${CMAKE_BINARY_DIR}/cyclescope-c-sources")
  message(STATUS "Cyclescope: cargo fetches SEGGER's recorder into ${folder}")
  execute_process(
    COMMAND "${CYCLESCOPE_CARGO}" vendor --locked --versioned-dirs --quiet --manifest-path
            "${crates}" "${folder}.partial"
    WORKING_DIRECTORY "${CMAKE_BINARY_DIR}"
    RESULT_VARIABLE result
    OUTPUT_QUIET
    ERROR_VARIABLE errors)
  if(NOT result EQUAL 0)
    file(REMOVE_RECURSE "${folder}.partial")
    message(FATAL_ERROR "cargo could not fetch SEGGER's recorder:\n${errors}")
  endif()
  file(REMOVE_RECURSE "${folder}")
  file(RENAME "${folder}.partial" "${folder}")
endfunction()

# Searches for a SEGGER file in folders and in the subfolders that SEGGER's own packages use.
function(_cyclescope_find_in variable name)
  set(suffixes SEGGER RTT SystemView SYSVIEW Config lib/SEGGER lib/Config)
  unset(found CACHE)
  find_file(found "${name}" PATHS ${ARGN} PATH_SUFFIXES ${suffixes} NO_DEFAULT_PATH
            NO_CMAKE_FIND_ROOT_PATH)
  if(found)
    get_filename_component(found "${found}" ABSOLUTE)
  endif()
  set(${variable} "${found}" PARENT_SCOPE)
  unset(found CACHE)
endfunction()

function(cyclescope_find_segger)
  if(CYCLESCOPE_SEGGER_DIR)
    set(places "${CYCLESCOPE_SEGGER_DIR}")
  else()
    _cyclescope_segger_places(places)
    _cyclescope_find_in(there SEGGER_SYSVIEW.c ${places})
    if(NOT there AND CYCLESCOPE_FETCH)
      _cyclescope_fetch_segger()
    endif()
  endif()
  set(folders "")
  foreach(name IN ITEMS SEGGER_RTT.c SEGGER_SYSVIEW.c Global.h)
    _cyclescope_find_in(path "${name}" ${places})
    if(NOT path)
      list(JOIN places "\n  " looked)
      message(
        FATAL_ERROR
          "SEGGER's recorder, which carries what the agent measures, is not here: no ${name} in\n"
          "  ${looked}\n"
          "Do one of these:\n"
          "  -DCYCLESCOPE_FETCH=ON          cargo fetches it, checked against the lock file\n"
          "  -DCYCLESCOPE_SEGGER_DIR=<dir>  a folder of your own that holds SEGGER_RTT.c, "
          "SEGGER_SYSVIEW.c and Global.h")
    endif()
    set(found_${name} "${path}")
    get_filename_component(folder "${path}" DIRECTORY)
    list(APPEND folders "${folder}")
  endforeach()
  list(REMOVE_DUPLICATES folders)
  set(CYCLESCOPE_SEGGER_RTT_C "${found_SEGGER_RTT.c}" PARENT_SCOPE)
  set(CYCLESCOPE_SEGGER_SYSVIEW_C "${found_SEGGER_SYSVIEW.c}" PARENT_SCOPE)
  set(CYCLESCOPE_SEGGER_INCLUDES ${folders} PARENT_SCOPE)
endfunction()
