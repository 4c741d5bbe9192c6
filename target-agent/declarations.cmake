# Reads the declarations of the agent's parts. Each folder has one, for every build:
#
#   cyclescope_family(queue                  families/queue/family.cmake
#     ABOUT "send and receive"
#     SOURCES queue.c)
#
# sets CYCLESCOPE_FAMILY_queue_SOURCES, with full paths, CYCLESCOPE_FAMILY_queue_ABOUT and so on, and
# CYCLESCOPE_FAMILY_queue_FOLDER. There are also cyclescope_port, cyclescope_part, cyclescope_clock and
# cyclescope_board. extension/toolchain/declarations.mjs reads
# the same files for the tests and for `cyclescope build`: they contain names, quoted texts and comments, but
# no variables, no conditions and no semicolons.
#
# Lists of all: CYCLESCOPE_ALL_FAMILIES, in the order of the catalogue and without those that are built on
# request only, and CYCLESCOPE_ALL_PORTS, _PARTS, _CLOCKS and _BOARDS.
#
# A family has
#   PLACE      its place in the catalogue, a number
#   ABOUT      a few words for Kconfig; HELP: sentences
#   SOURCES    the benchmarks; X.c is tested by X_test.c beside it
#   CMSIS      the same once more through CMSIS-RTOS2
#   BINDINGS   the same once more with the loops of other languages
#   NEEDS      parts that a port must provide: work_area, work_queue
#   LARGE      omitted where memory is small, unless it is requested
#   ON_REQUEST built on request only
#
# A port has
#   OS         its name in cyclescope_add_to(... OS name); without it only its own build takes it
#   SOURCES    in every image; HEADLINE and TRACED: in one of the two
#   MEASURED   runs inside measured windows: compiled as benchmarks are
#   NATIVE     twins of families in the kernel's own calls: native/FAMILY.c
#   AUTOSTART  starts the agent without a call, with AUTOSTART_OPTIONS of the linker
#   PARTS      names of parts; TRACED_PARTS: in the traced image
#   CLOCKS     the clocks that fit, the default first
#   WORK_AREA, WORK_QUEUE  parts or sources for families that need these
#   UART, UART_PARTS, POSIX  for builds with that link, or with that interface
#   TESTED     the sources that the conformance test on this computer consists of; without it there is none.
#              TEST_DEFINES: its macros; MAY_REFUSE: the promises that the port may refuse there, or all
#
# A board has
#   PROGRAM    what starts an agent there that is a program by itself
#   COUNTER    the second clock of images that choose between two on the core
#   QUIET      a recorder for images without hooks, in place of SEGGER's and of the port's STREAM

# A switch has no value.
set(_cyclescope_switches LARGE ON_REQUEST)
set(_cyclescope_keys
    PLACE ABOUT HELP SOURCES CMSIS BINDINGS NEEDS
    OS MEASURED HEADLINE TRACED UART POSIX NATIVE AUTOSTART AUTOSTART_OPTIONS PARTS TRACED_PARTS
    UART_PARTS WORK_AREA WORK_QUEUE CLOCKS FIRST_PROCESS PROGRAM COUNTER QUIET TESTED TEST_DEFINES MAY_REFUSE)

macro(_cyclescope_declare kind name)
  cmake_parse_arguments(_declared "${_cyclescope_switches}" "" "${_cyclescope_keys}" ${ARGN})
  if(_declared_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "${CMAKE_CURRENT_LIST_FILE}: ${name} has no ${_declared_UNPARSED_ARGUMENTS}.")
  endif()
  foreach(_key IN LISTS _cyclescope_switches _cyclescope_keys)
    list(TRANSFORM _declared_${_key} REPLACE "^(.+\\.c)$" "${CMAKE_CURRENT_LIST_DIR}/\\1")
    set(CYCLESCOPE_${kind}_${name}_${_key} "${_declared_${_key}}")
  endforeach()
  set(CYCLESCOPE_${kind}_${name}_FOLDER "${CMAKE_CURRENT_LIST_DIR}")
endmacro()

macro(cyclescope_family name)
  _cyclescope_declare(FAMILY ${name} ${ARGN})
  if(NOT CYCLESCOPE_FAMILY_${name}_ON_REQUEST)
    list(APPEND CYCLESCOPE_ALL_FAMILIES "${CYCLESCOPE_FAMILY_${name}_PLACE}:${name}")
  endif()
endmacro()

macro(cyclescope_port name)
  _cyclescope_declare(PORT ${name} ${ARGN})
  list(APPEND CYCLESCOPE_ALL_PORTS ${name})
endmacro()

macro(cyclescope_part name)
  _cyclescope_declare(PART ${name} ${ARGN})
  list(APPEND CYCLESCOPE_ALL_PARTS ${name})
endmacro()

macro(cyclescope_clock name)
  _cyclescope_declare(CLOCK ${name} ${ARGN})
  list(APPEND CYCLESCOPE_ALL_CLOCKS ${name})
endmacro()

macro(cyclescope_board name)
  _cyclescope_declare(BOARD ${name} ${ARGN})
  list(APPEND CYCLESCOPE_ALL_BOARDS ${name})
endmacro()

set(CYCLESCOPE_ALL_FAMILIES "")
set(CYCLESCOPE_ALL_PORTS "")
set(CYCLESCOPE_ALL_PARTS "")
set(CYCLESCOPE_ALL_CLOCKS "")
set(CYCLESCOPE_ALL_BOARDS "")
# A build notices a new folder by itself, a script cannot.
set(_cyclescope_follow CONFIGURE_DEPENDS)
if(CMAKE_SCRIPT_MODE_FILE)
  set(_cyclescope_follow "")
endif()
file(GLOB _cyclescope_files ${_cyclescope_follow}
     "${CMAKE_CURRENT_LIST_DIR}/*/part.cmake"
     "${CMAKE_CURRENT_LIST_DIR}/families/*/family.cmake"
     "${CMAKE_CURRENT_LIST_DIR}/ports/*/port.cmake"
     "${CMAKE_CURRENT_LIST_DIR}/parts/*/part.cmake"
     "${CMAKE_CURRENT_LIST_DIR}/clocks/*/clock.cmake"
     "${CMAKE_CURRENT_LIST_DIR}/boards/*/board.cmake")
foreach(_file IN LISTS _cyclescope_files)
  include("${_file}")
endforeach()
list(SORT CYCLESCOPE_ALL_FAMILIES COMPARE NATURAL)
list(TRANSFORM CYCLESCOPE_ALL_FAMILIES REPLACE "^[0-9]+:" "")
