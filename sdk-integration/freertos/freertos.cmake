# The FreeRTOS port in a user's application, with its own FreeRTOSConfig.h and kernel.

# Collects the port's additions to the agent's objects in the caller's variables.
macro(_cyclescope_freertos_parts)
  cyclescope_find_segger()
  list(APPEND ours "${CYCLESCOPE_SEGGER_SYSVIEW_C}" "${CYCLESCOPE_SEGGER_RTT_C}")
  # Source file properties apply to every target of the directory: settings that may differ between
  # two agents are queried from the target that compiles the file.
  set(public_includes "${CYCLESCOPE_PORT_freertos_FOLDER}"
                      "${CYCLESCOPE_AGENT}/clocks/$<TARGET_PROPERTY:CYCLESCOPE_CLOCK>")
  # The application's own RTT has its own headers and configuration.
  set(own_rtt "$<BOOL:$<TARGET_PROPERTY:CYCLESCOPE_OWN_RTT>>")
  # Facts about any Cortex-M, and a default configuration of SEGGER's RTT.
  set(cortex_m "${CYCLESCOPE_AGENT}/boards/cortex-m")
  set(private_includes "${cortex_m}" "$<${own_rtt}:${cortex_m}/rtt;${CYCLESCOPE_SEGGER_INCLUDES}>")
  set(last_includes ${CYCLESCOPE_SEGGER_INCLUDES})
  _cyclescope_freertos_definitions()
  # The application's own RTT may be in assembler, selected in its configuration.
  list(APPEND definitions CYCLESCOPE_OWN_RTT=${own_rtt} $<${own_rtt}:RTT_USE_ASM=0>)
endmacro()

# All families take some 53 KB of RAM, and 38 KB where the RAM is below 96 KB; the user may change each
# size.
macro(_cyclescope_freertos_definitions)
  if(NOT given_RAM_KB)
    cyclescope_find_ram(given_RAM_KB "${like}")
  endif()
  set(defaults THREADS 8)
  set(ram "with these sizes")
  if(given_RAM_KB AND given_RAM_KB LESS 96)
    list(APPEND defaults SAMPLES 256 BLOCKS 100 MUTEXES 20 WORK_BYTES 4096 RING_BYTES 2048)
    set(ram "for ${given_RAM_KB} KB of RAM (RAM_KB)")
  else()
    list(APPEND defaults SAMPLES 512 BLOCKS 250 MUTEXES 50 WORK_BYTES 12288 RING_BYTES 4096)
  endif()
  while(defaults)
    list(POP_FRONT defaults name value)
    if(NOT DEFINED given_${name})
      set(given_${name} ${value})
    endif()
  endwhile()
  cyclescope_report_sizes("${ram}" THREADS ${given_THREADS} BLOCKS ${given_BLOCKS}
                          MUTEXES ${given_MUTEXES} SAMPLES ${given_SAMPLES}
                          RING_BYTES ${given_RING_BYTES} WORK_BYTES ${given_WORK_BYTES})
  set(definitions
      CYCLESCOPE_SAMPLES=${given_SAMPLES}u
      CYCLESCOPE_MAX_THREADS=${given_THREADS}u
      CYCLESCOPE_MAX_BLOCKS=${given_BLOCKS}u
      CYCLESCOPE_MAX_MUTEXES=${given_MUTEXES}u
      CYCLESCOPE_WORK_BYTES=${given_WORK_BYTES}u
      CYCLESCOPE_RING_BYTES=${given_RING_BYTES})
  if(given_CMSIS_RTOS2)
    list(APPEND definitions "CYCLESCOPE_CMSIS_RTOS2=\"of the application\"")
  endif()
  if(CYCLESCOPE_WORST_CASE_TIMING)
    list(APPEND definitions CYCLESCOPE_WORST_CASE_TIMING=1)
  endif()
  foreach(name IN ITEMS BOARD RTT_SECTION WORK_SECTION)
    if(given_${name})
      list(APPEND definitions CYCLESCOPE_${name}="${given_${name}}")
    endif()
  endforeach()
  foreach(name IN ITEMS PRIORITY THREAD_STACK_WORDS)
    if(given_${name})
      list(APPEND definitions "CYCLESCOPE_${name}=${given_${name}}")
    endif()
  endforeach()
  if(given_RTT_CHANNEL)
    math(EXPR stream_channel "${given_RTT_CHANNEL} + 1")
    list(APPEND definitions CYCLESCOPE_CONTROL_CHANNEL=${given_RTT_CHANNEL}
         CYCLESCOPE_STREAM_CHANNEL=${stream_channel})
  endif()
endmacro()

# The kernel may be a target defined later: it is looked up once all are known.
macro(_cyclescope_freertos_later)
  set_target_properties(
    ${objects} PROPERTIES CYCLESCOPE_LIKE "${like}" CYCLESCOPE_HEAP "${given_HEAP}"
                          CYCLESCOPE_CLOCK "${given_CLOCK}"
                          CYCLESCOPE_KERNEL "${given_KERNEL}" CYCLESCOPE_OWN_RTT ON
                          CYCLESCOPE_RTT_C "${CYCLESCOPE_SEGGER_RTT_C}"
                          CYCLESCOPE_TRACE_HEADER "${CYCLESCOPE_PORT_freertos_FOLDER}/trace_first.h")
  if(CYCLESCOPE_TRACED)
    _cyclescope_hook(${objects} PRIVATE ${objects})
  endif()
  cmake_language(EVAL CODE "cmake_language(DEFER DIRECTORY [==[${CMAKE_SOURCE_DIR}]==]
                                           CALL _cyclescope_freertos_look [==[${objects}]==])")
endmacro()

# Detects parts of the application: its allocator, its own RTT, the kernel's sources.
function(_cyclescope_freertos_look objects)
  get_target_property(like ${objects} CYCLESCOPE_LIKE)
  get_target_property(kernel ${objects} CYCLESCOPE_KERNEL)
  _cyclescope_closure(parts ${like} ${kernel})
  # The agent's own objects are also part of the application.
  list(REMOVE_ITEM parts ${objects})
  _cyclescope_look_for_recorder(${objects} "${like}" "${parts}")
  _cyclescope_look_for_heap(${objects} "${parts}")
  _cyclescope_look_for_options(${objects} "${parts}")
  if(CYCLESCOPE_TRACED)
    _cyclescope_hook_kernel(${objects} "${like}" "${parts}" "${kernel}")
  endif()
endfunction()

function(_cyclescope_look_for_recorder objects like parts)
  _cyclescope_first_source(recorder "SEGGER_SYSVIEW\\.c" ${parts})
  if(recorder)
    message(
      FATAL_ERROR
        "Cyclescope: ${like} has SEGGER's SystemView itself, and there can be one recorder only. "
        "Leave SEGGER_SYSVIEW*.c out of the build with the agent: if(NOT CYCLESCOPE) ... endif().")
  endif()
  _cyclescope_first_source(rtt "SEGGER_RTT\\.c" ${parts})
  if(rtt)
    message(STATUS "Cyclescope: the agent uses the RTT that ${like} has, "
                   "with two more channels of names of their own")
    _cyclescope_share_rtt(${objects} "${parts}")
  endif()
endfunction()

# Leaves out our RTT in favour of the application's.
function(_cyclescope_share_rtt objects parts)
  get_target_property(rtt_c ${objects} CYCLESCOPE_RTT_C)
  get_target_property(sources ${objects} SOURCES)
  list(REMOVE_ITEM sources "${rtt_c}")
  set_target_properties(${objects} PROPERTIES SOURCES "${sources}" CYCLESCOPE_OWN_RTT OFF)
  _cyclescope_first_source(assembler "SEGGER_RTT_ASM" ${parts})
  if(assembler)
    return()
  endif()
  # The recorder calls what exists: C functions in place of the assembler part.
  foreach(part IN LISTS parts)
    _cyclescope_matching(rtt "${part}" SOURCES "SEGGER_RTT\\.c")
    if(rtt)
      target_compile_definitions("${part}" PRIVATE RTT_USE_ASM=0)
    endif()
  endforeach()
  target_compile_definitions(${objects} PRIVATE RTT_USE_ASM=0)
endfunction()

function(_cyclescope_look_for_heap objects parts)
  get_target_property(heap ${objects} CYCLESCOPE_HEAP)
  if(NOT heap)
    _cyclescope_first_source(heap "heap_[1-5]\\.c" ${parts})
  endif()
  set(kinds none heap_1 heap_2 heap_3 heap_4 heap_5 own)
  string(REPLACE ".c" "" heap "${heap}")
  list(FIND kinds "${heap}" kind)
  if(heap AND kind EQUAL -1)
    list(JOIN kinds ", " kinds)
    message(FATAL_ERROR "Cyclescope: HEAP is one of ${kinds}, not \"${heap}\".")
  endif()
  if(NOT heap)
    set(kind 0)
    message(STATUS "Cyclescope: no heap_1.c to heap_5.c is linked: heap operations are refused "
                   "(use HEAP own for an allocator of another name)")
  endif()
  target_compile_definitions(${objects} PRIVATE CYCLESCOPE_HEAP_KIND=${kind})
endfunction()

# Optional kernel parts are referenced weakly, for which the linker searches no archive: where the
# application has them, this sets a definition.
function(_cyclescope_look_for_options objects parts)
  foreach(option IN ITEMS event_groups stream_buffer)
    _cyclescope_first_source(found "${option}\\.c" ${parts})
    if(found)
      string(TOUPPER "CYCLESCOPE_LINKS_${option}" definition)
      target_compile_definitions(${objects} PRIVATE ${definition}=1)
    endif()
  endforeach()
endfunction()

# Compiles the kernel's sources with the trace hooks before everything else.
function(_cyclescope_hook_kernel objects like parts kernel)
  set(pattern "(^|[/\\:,])(tasks|queue|port)\\.c>*$")
  set(hooked "")
  foreach(part IN LISTS parts)
    _cyclescope_matching(own "${part}" SOURCES "${pattern}")
    _cyclescope_matching(brought "${part}" INTERFACE_SOURCES "${pattern}")
    get_target_property(type "${part}" TYPE)
    if(brought OR (type STREQUAL "INTERFACE_LIBRARY" AND part IN_LIST kernel))
      _cyclescope_hook("${part}" INTERFACE ${objects})
      list(APPEND hooked "${part}")
    elseif(own OR part IN_LIST kernel)
      _cyclescope_hook("${part}" PRIVATE ${objects})
      list(APPEND hooked "${part}")
    endif()
  endforeach()
  if(NOT hooked)
    message(
      FATAL_ERROR
        "Cyclescope: the traced image needs hooks in the kernel, and none of the targets that ${like} "
        "is made of compiles tasks.c. Name the one that does: KERNEL <target>.")
  endif()
endfunction()

# The agent's own sources see the same configuration as the hooked kernel.
function(_cyclescope_hook target scope objects)
  get_target_property(header ${objects} CYCLESCOPE_TRACE_HEADER)
  target_compile_options(${target} ${scope}
                         "$<$<COMPILE_LANGUAGE:C>:SHELL:-include \"${header}\">")
  target_compile_definitions(${target} ${scope} CYCLESCOPE_TRACED=1)
endfunction()
