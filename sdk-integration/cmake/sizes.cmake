# What an agent holds at once, by the RAM that there is. SPDX-License-Identifier: Apache-2.0

include("${CMAKE_CURRENT_LIST_DIR}/closure.cmake")

# Returns the RAM of a target's linker script in KB: the region that .bss is placed in, or else the largest
# writable one. Returns nothing where no script is found; a project then names the RAM itself.
function(cyclescope_find_ram variable target)
  set(${variable} "" PARENT_SCOPE)
  # Older projects of the MCUXpresso SDK have a script for each build configuration.
  string(TOUPPER "${CMAKE_BUILD_TYPE}" configuration)
  set(flags "${CMAKE_C_LINK_FLAGS};${CMAKE_EXE_LINKER_FLAGS};${CMAKE_EXE_LINKER_FLAGS_${configuration}}")
  _cyclescope_closure(parts "${target}")
  foreach(part IN LISTS parts)
    foreach(property IN ITEMS LINK_FLAGS LINK_OPTIONS INTERFACE_LINK_OPTIONS)
      get_target_property(options "${part}" ${property})
      list(APPEND flags "${options}")
    endforeach()
  endforeach()
  string(REGEX MATCHALL "(-T|--script=)[ ;,\"']*[^ ;,\"']+" scripts "${flags}")
  set(largest 0)
  foreach(script IN LISTS scripts)
    string(REGEX REPLACE "^(-T|--script=)[ ;,\"']*" "" script "${script}")
    get_filename_component(script "${script}" ABSOLUTE)
    if(EXISTS "${script}" AND NOT IS_DIRECTORY "${script}")
      _cyclescope_script_bytes(bytes "${script}")
      if(bytes GREATER largest)
        set(largest ${bytes})
      endif()
    endif()
  endforeach()
  if(largest)
    math(EXPR kilobytes "${largest} / 1024")
    set(${variable} ${kilobytes} PARENT_SCOPE)
  endif()
endfunction()

# Returns the length of the region that a linker script places .bss in, or else of its largest writable
# one; 0 where no length is a plain number.
function(_cyclescope_script_bytes variable script)
  file(READ "${script}" text)
  set(data "")
  if(text MATCHES "[ \t\r\n]\\.bss[^{}]*{[^{}]*}[ \t\r\n]*>[ \t]*([A-Za-z0-9_]+)")
    set(data "${CMAKE_MATCH_1}")
  endif()
  file(STRINGS "${script}" regions REGEX "LENGTH[ \t]*=")
  set(largest 0)
  foreach(region IN LISTS regions)
    _cyclescope_region_bytes(bytes "${region}")
    if(bytes AND data AND region MATCHES "^[ \t]*${data}[ \t(:]")
      set(largest ${bytes})
      break()
    elseif(bytes GREATER largest)
      set(largest ${bytes})
    endif()
  endforeach()
  set(${variable} ${largest} PARENT_SCOPE)
endfunction()

# Returns the length of a region such as `RAM (rwx) : ORIGIN = 0x20000000, LENGTH = 64K`; 0 where it
# is not writable, or its length is not a plain number.
function(_cyclescope_region_bytes variable region)
  set(${variable} 0 PARENT_SCOPE)
  if(NOT region MATCHES
     "([A-Za-z0-9_]+)[ \t]*(\\([^)]*\\))?[ \t]*:.*LENGTH[ \t]*=[ \t]*(0[xX][0-9a-fA-F]+|[0-9]+)([kKmM]?)")
    return()
  endif()
  set(name "${CMAKE_MATCH_1}")
  set(attributes "${CMAKE_MATCH_2}")
  set(length "${CMAKE_MATCH_3}")
  set(unit "${CMAKE_MATCH_4}")
  if(attributes AND NOT attributes MATCHES "[wW]")
    return()
  elseif(NOT attributes AND NOT name MATCHES "[rR][aA][mM]|[dD][aA][tT][aA]|DTC")
    return()
  endif()
  set(factor 1)
  if(unit MATCHES "[kK]")
    set(factor 1024)
  elseif(unit)
    set(factor 1048576)
  endif()
  math(EXPR bytes "${length} * ${factor}")
  set(${variable} ${bytes} PARENT_SCOPE)
endfunction()

# Reports sizes below those of the white paper, 2,000 threads and 1,000 heap blocks at once, and what else
# is smaller where there is little RAM.
function(cyclescope_report_sizes ram)
  cmake_parse_arguments(PARSE_ARGV 1 given "" "THREADS;BLOCKS;MUTEXES;SAMPLES;WORK_BYTES;RING_BYTES" "")
  _cyclescope_list_fewer(fewer THREADS 2000 "threads" BLOCKS 1000 "heap blocks" MUTEXES 250 "mutexes")
  if(fewer)
    message(STATUS "Cyclescope: ${ram} there is room for ${fewer} at once. "
                   "The same number of operations is measured, in more rounds.")
  endif()
  _cyclescope_list_fewer(
    fewer
    SAMPLES 512 "samples between two transfers"
    RING_BYTES 4096 "bytes in the stream's ring"
    WORK_BYTES 12288 "bytes in the work area of sorting and matrices")
  if(fewer)
    message(STATUS "Cyclescope: ${ram} there are ${fewer}. "
                   "A run takes longer, and what does not fit into the work area is refused.")
  endif()
endfunction()

# Lists the caller's sizes that are below a number: SIZE, the number and what it counts, repeatedly.
function(_cyclescope_list_fewer variable)
  set(fewer "")
  while(ARGN)
    list(POP_FRONT ARGN size number things)
    if(given_${size} LESS number)
      list(APPEND fewer "${given_${size}} ${things} instead of ${number}")
    endif()
  endwhile()
  list(JOIN fewer ", " fewer)
  set(${variable} "${fewer}" PARENT_SCOPE)
endfunction()
