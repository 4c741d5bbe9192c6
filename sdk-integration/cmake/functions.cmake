# Compiles the agent like a target of the user's: with its processor flags, definitions and
# FreeRTOSConfig.h, in whatever order its CMakeLists.txt sets them.

include("${CMAKE_CURRENT_LIST_DIR}/segger.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/closure.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/families.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/sizes.cmake")

# Options without a value, with one value, and with several.
set(_cyclescope_options CMSIS_RTOS2 NO_AUTOSTART NO_MMU STATIC)
set(_cyclescope_values OS LIKE BOARD CLOCK HEAP RAM_KB RTT_SECTION RTT_CHANNEL RING_BYTES SAMPLES
                       THREADS THREAD_STACK_WORDS BLOCKS MUTEXES WORK_BYTES WORK_SECTION PRIORITY)
set(_cyclescope_lists BENCHES FAMILIES KERNEL LIBRARIES)
set_property(GLOBAL PROPERTY CYCLESCOPE_OPTIONS "${_cyclescope_options}")
set_property(GLOBAL PROPERTY CYCLESCOPE_VALUES "${_cyclescope_values}")
set_property(GLOBAL PROPERTY CYCLESCOPE_LISTS "${_cyclescope_lists}")

# Parses a call's arguments into given_NAME; rejects unknown ones.
macro(_cyclescope_read_arguments)
  get_property(_options GLOBAL PROPERTY CYCLESCOPE_OPTIONS)
  get_property(_values GLOBAL PROPERTY CYCLESCOPE_VALUES)
  get_property(_lists GLOBAL PROPERTY CYCLESCOPE_LISTS)
  cmake_parse_arguments(PARSE_ARGV 1 given "${_options}" "${_values}" "${_lists}")
  if(given_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "${CMAKE_CURRENT_FUNCTION} has no option ${given_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT CMAKE_C_COMPILER_LOADED)
    message(FATAL_ERROR "Cyclescope's agent is written in C: add C to the languages of project().")
  endif()
  if(NOT CMAKE_C_COMPILER_ID MATCHES "^(GNU|Clang|ARMClang)$")
    message(FATAL_ERROR "Cyclescope's agent needs GCC or Clang; this is ${CMAKE_C_COMPILER_ID}.")
  endif()
endmacro()

# Keeps only the compiler flags that affect code generation: no local folders, no warnings, and no
# definitions except the one that disables assertions; so they fit a line of facts.
function(_cyclescope_code_flags variable flags)
  separate_arguments(flags NATIVE_COMMAND "${flags}")
  set(kept "")
  while(flags)
    list(POP_FRONT flags flag)
    if(flag MATCHES "^-(include|imacros|isystem|iquote|idirafter|I|D|U|W)$")
      list(POP_FRONT flags)
    elseif(flag STREQUAL "-DNDEBUG" OR NOT flag MATCHES "^-([DUIW]|include|isystem|.*-prefix-map=)")
      list(APPEND kept "${flag}")
    endif()
  endwhile()
  list(JOIN kept " " kept)
  set(${variable} "${kept}" PARENT_SCOPE)
endfunction()

# Returns the user's flags as written in the project, for the facts of each run.
function(_cyclescope_flags_text variable)
  set(text "")
  foreach(config IN LISTS CMAKE_CONFIGURATION_TYPES CMAKE_BUILD_TYPE)
    string(TOUPPER "${config}" upper)
    _cyclescope_code_flags(flags "${CMAKE_C_FLAGS} ${CMAKE_C_FLAGS_${upper}}")
    string(APPEND text "$<$<CONFIG:${config}>:${flags}>")
  endforeach()
  if(NOT text)
    _cyclescope_code_flags(text "${CMAKE_C_FLAGS}")
  endif()
  set(${variable} "${text}" PARENT_SCOPE)
endfunction()

# Sets how sources are compiled: OURS with their own include folders first; the BENCHES with our
# folders last, so that our headers never hide the user's. Warnings about the SDK's sources are
# suppressed.
function(_cyclescope_set_sources)
  cmake_parse_arguments(PARSE_ARGV 0 given "" "" "OURS;BENCHES;OWN;INCLUDES;PUBLIC;LAST;FLAGS")
  list(TRANSFORM given_PUBLIC PREPEND -idirafter)
  list(TRANSFORM given_LAST PREPEND -idirafter)
  set(flags -w ${given_FLAGS} ${given_LAST})
  set(bench_flags ${CYCLESCOPE_BENCH_FLAGS} ${given_PUBLIC})
  set_source_files_properties(${given_OURS} PROPERTIES INCLUDE_DIRECTORIES "${given_INCLUDES}"
                                                       COMPILE_OPTIONS "${flags}")
  set_source_files_properties(${CYCLESCOPE_PART_core_SOURCES}
                              PROPERTIES COMPILE_OPTIONS "${flags};${CYCLESCOPE_CORE_FLAGS}")
  set_source_files_properties(${given_BENCHES} PROPERTIES COMPILE_OPTIONS "-w;${bench_flags}")
  set_source_files_properties(${given_OWN} PROPERTIES COMPILE_OPTIONS "${bench_flags}")
endfunction()

# Returns the port of the operating system named in a call, which must support plain programs.
function(_cyclescope_find_port variable os)
  set(known "")
  foreach(port IN LISTS CYCLESCOPE_ALL_PORTS)
    if("${CYCLESCOPE_PORT_${port}_OS}" STREQUAL "${os}" AND os)
      set(${variable} "${port}" PARENT_SCOPE)
      return()
    endif()
    list(APPEND known ${CYCLESCOPE_PORT_${port}_OS})
  endforeach()
  list(JOIN known " or " known)
  message(FATAL_ERROR "Cyclescope: OS is ${known}, not \"${os}\".")
endfunction()

# Chooses the clock: the port's first, or SysTick where the flags name a core or an architecture
# without a cycle counter. Compilers spell both in upper and lower case.
function(_cyclescope_choose_clock variable clocks flags)
  list(GET clocks 0 clock)
  string(TOLOWER "${flags}" flags)
  set(core_without "cortex-m(0|0plus|1|23)([^0-9a-z]|$)|armv6s?-m|armv8-m\\.base")
  if("systick" IN_LIST clocks AND "${flags}" MATCHES "${core_without}")
    set(clock systick)
  endif()
  set(${variable} ${clock} PARENT_SCOPE)
endfunction()

# Collects the port's declarations in the caller's variables.
macro(_cyclescope_port_parts port like)
  if(NOT given_CLOCK)
    get_target_property(like_flags ${like} COMPILE_OPTIONS)
    _cyclescope_choose_clock(given_CLOCK "${CYCLESCOPE_PORT_${port}_CLOCKS}"
                             "${CMAKE_SYSTEM_PROCESSOR} ${CMAKE_C_FLAGS} ${like_flags}")
  endif()
  if(NOT given_CLOCK IN_LIST CYCLESCOPE_PORT_${port}_CLOCKS)
    list(JOIN CYCLESCOPE_PORT_${port}_CLOCKS ", " clocks)
    message(FATAL_ERROR "Cyclescope has no clock \"${given_CLOCK}\". Use one of ${clocks}.")
  endif()
  cyclescope_part_sources(parts ${CYCLESCOPE_PORT_${port}_PARTS})
  cyclescope_needed_sources(needed ${port} ${families})
  list(APPEND ours ${CYCLESCOPE_PORT_${port}_SOURCES} ${CYCLESCOPE_PORT_${port}_MEASURED} ${parts}
       ${needed} ${CYCLESCOPE_CLOCK_${given_CLOCK}_SOURCES})
  if(CYCLESCOPE_TRACED AND NOT given_NO_MMU)
    list(APPEND ours ${CYCLESCOPE_PORT_${port}_TRACED})
  else()
    list(APPEND ours ${CYCLESCOPE_PORT_${port}_HEADLINE})
  endif()
  if(NOT given_NO_AUTOSTART)
    list(APPEND ours ${CYCLESCOPE_PORT_${port}_AUTOSTART})
    list(APPEND link_options ${CYCLESCOPE_PORT_${port}_AUTOSTART_OPTIONS})
  endif()
  set(public_includes "${CYCLESCOPE_PORT_${port}_FOLDER}" "${CYCLESCOPE_CLOCK_${given_CLOCK}_FOLDER}")
  set(private_includes "")
  set(last_includes "")
  set(ours_flags "")
  set(definitions "")
endmacro()

# Creates the agent's object library `objects` for an operating system, compiled like `like`.
function(_cyclescope_add_objects objects like)
  include("${CMAKE_CURRENT_FUNCTION_LIST_DIR}/sources.cmake")
  if(NOT given_FAMILIES)
    set(given_FAMILIES ${CYCLESCOPE_FAMILIES})
  endif()
  cyclescope_read_families(families ${given_FAMILIES})
  _cyclescope_find_port(port "${given_OS}")
  cyclescope_family_lists(shipped_benches SOURCES ${families})
  cyclescope_native_sources(natives ${port} ${families})
  list(APPEND shipped_benches ${natives})
  if(given_CMSIS_RTOS2)
    cyclescope_family_lists(cmsis CMSIS ${families})
    list(APPEND shipped_benches ${cmsis})
  endif()
  list(TRANSFORM given_BENCHES REPLACE "^([^/$].*)$" "${CMAKE_CURRENT_SOURCE_DIR}/\\1")
  set(ours ${CYCLESCOPE_PART_core_SOURCES} ${CYCLESCOPE_PART_core_MEASURED})
  set(link_options "")
  set(image headline)
  if(CYCLESCOPE_TRACED)
    set(image traced)
  endif()
  _cyclescope_port_parts(${port} ${like})
  # Further requirements of an operating system are in a separate file.
  include("${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../${given_OS}/${given_OS}.cmake" OPTIONAL)
  if(COMMAND _cyclescope_${given_OS}_parts)
    cmake_language(EVAL CODE "_cyclescope_${given_OS}_parts()")
  endif()
  _cyclescope_set_sources(
    OURS ${ours} BENCHES ${shipped_benches} OWN ${given_BENCHES}
    INCLUDES ${CYCLESCOPE_INCLUDES} ${public_includes} ${private_includes}
    PUBLIC "${CYCLESCOPE_AGENT}/include" ${public_includes}
    LAST ${last_includes} FLAGS ${ours_flags})
  _cyclescope_flags_text(flags)

  add_library(${objects} OBJECT ${ours} ${shipped_benches} ${given_BENCHES})
  set_target_properties(${objects} PROPERTIES INTERPROCEDURAL_OPTIMIZATION OFF UNITY_BUILD OFF)
  target_include_directories(${objects} PRIVATE $<TARGET_PROPERTY:${like},INCLUDE_DIRECTORIES>)
  target_compile_definitions(
    ${objects}
    PRIVATE $<TARGET_PROPERTY:${like},COMPILE_DEFINITIONS>
            ${definitions}
            CYCLESCOPE_TRACED=$<BOOL:${CYCLESCOPE_TRACED}>
            CYCLESCOPE_IMAGE="${image}"
            CYCLESCOPE_COMPILER="${CMAKE_C_COMPILER_ID} ${CMAKE_C_COMPILER_VERSION}"
            CYCLESCOPE_FLAGS="${flags}")
  target_compile_options(
    ${objects}
    PRIVATE $<TARGET_PROPERTY:${like},COMPILE_OPTIONS>
            -std=gnu11
            -ffunction-sections
            -fdata-sections
            -fno-lto
            # Benchmark locations are relative to the project, so the same on every computer.
            "-ffile-prefix-map=${CMAKE_SOURCE_DIR}/="
            "-ffile-prefix-map=${CYCLESCOPE_AGENT}/=target-agent/")
  if(COMMAND _cyclescope_${given_OS}_later)
    cmake_language(EVAL CODE "_cyclescope_${given_OS}_later()")
  endif()
  set(link_options ${CYCLESCOPE_LINK_OPTIONS} ${link_options} PARENT_SCOPE)
  set(CYCLESCOPE_AGENT "${CYCLESCOPE_AGENT}" PARENT_SCOPE)
endfunction()

# Adds the objects to an executable, and the linker's options.
function(_cyclescope_link target link_options)
  # Neither uses target_link_libraries, whose two signatures cannot be mixed.
  target_sources(${target} PRIVATE $<TARGET_OBJECTS:cyclescope_${target}>)
  target_link_options(${target} PRIVATE ${link_options})
  # The host reads addresses from the file: they must be final.
  set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
endfunction()

# Moves a program to its own build folder. Projects made from the MCUXpresso SDK's zip files write
# it into their sources, where it would overwrite the one without the agent, or the other image.
function(_cyclescope_keep_apart target)
  get_target_property(folder ${target} BINARY_DIR)
  set_property(TARGET ${target} PROPERTY RUNTIME_OUTPUT_DIRECTORY "${folder}")
  foreach(config IN LISTS CMAKE_CONFIGURATION_TYPES CMAKE_BUILD_TYPE)
    string(TOUPPER "${config}" upper)
    set_property(TARGET ${target} PROPERTY RUNTIME_OUTPUT_DIRECTORY_${upper})
  endforeach()
endfunction()

# Adds the agent to an executable, with the project's own benchmarks.
function(cyclescope_add_to target)
  _cyclescope_read_arguments()
  if(NOT TARGET ${target})
    message(FATAL_ERROR "cyclescope_add_to: there is no target ${target} yet; "
                        "call it after add_executable(${target} ...).")
  endif()
  get_target_property(type ${target} TYPE)
  if(NOT type STREQUAL "EXECUTABLE")
    message(FATAL_ERROR "cyclescope_add_to needs an executable, and ${target} is none. "
                        "For a library use cyclescope_add_library.")
  endif()
  _cyclescope_add_objects(cyclescope_${target} ${target})
  _cyclescope_link(${target} "${link_options}")
  get_target_property(folder ${target} RUNTIME_OUTPUT_DIRECTORY)
  if(folder OR EXECUTABLE_OUTPUT_PATH)
    _cyclescope_keep_apart(${target})
  endif()
  target_include_directories(${target} SYSTEM PRIVATE "${CYCLESCOPE_AGENT}/include")
endfunction()

# Creates cyclescope::<name>, which adds the agent to whatever links it.
function(cyclescope_add_library name)
  _cyclescope_read_arguments()
  if(NOT TARGET "${given_LIKE}")
    message(FATAL_ERROR "cyclescope_add_library: LIKE names the target whose flags and folders the "
                        "agent is compiled with, such as freertos_kernel.")
  endif()
  _cyclescope_add_objects(cyclescope_${name}_objects ${given_LIKE})
  add_library(cyclescope_${name} INTERFACE)
  add_library(cyclescope::${name} ALIAS cyclescope_${name})
  target_sources(cyclescope_${name} INTERFACE $<TARGET_OBJECTS:cyclescope_${name}_objects>)
  target_link_options(cyclescope_${name} INTERFACE ${link_options})
  target_include_directories(cyclescope_${name} SYSTEM INTERFACE "${CYCLESCOPE_AGENT}/include")
endfunction()

# Creates a Linux program that is just the agent, with benchmarks of libraries.
function(cyclescope_add_agent name)
  _cyclescope_read_arguments()
  set(given_OS linux)
  set(given_NO_AUTOSTART ON)
  include("${CMAKE_CURRENT_FUNCTION_LIST_DIR}/sources.cmake")
  set(program ${CYCLESCOPE_BOARD_linux_PROGRAM})
  if(NOT given_NO_MMU)
    # As a system's first process, the agent starts another one as a copy of itself.
    list(APPEND program ${CYCLESCOPE_BOARD_linux_FIRST_PROCESS})
  endif()
  add_executable(${name} ${program})
  set(includes "${CYCLESCOPE_AGENT}/include" "${CYCLESCOPE_PORT_posix_FOLDER}"
               "${CYCLESCOPE_CLOCK_posix_FOLDER}" "${CYCLESCOPE_BOARD_linux_FOLDER}")
  set_source_files_properties(
    ${program}
    PROPERTIES INCLUDE_DIRECTORIES "${includes}"
               COMPILE_OPTIONS "-w;-std=gnu11")
  target_link_libraries(${name} PRIVATE ${given_LIBRARIES})
  _cyclescope_add_objects(cyclescope_${name} ${name})
  _cyclescope_link(${name} "${link_options}")
endfunction()
