# What the agent is made of, for every build that compiles it. This file makes lists and nothing else.
#
#   include(<sdk>/sdk-integration/cmake/sources.cmake)

get_filename_component(CYCLESCOPE_SDK "${CMAKE_CURRENT_LIST_DIR}/../.." ABSOLUTE)
set(CYCLESCOPE_AGENT "${CYCLESCOPE_SDK}/target-agent")

file(STRINGS "${CYCLESCOPE_AGENT}/include/cyclescope/agent.h" CYCLESCOPE_VERSION
     REGEX "define CYCLESCOPE_VERSION ")
string(REGEX REPLACE ".*\"(.*)\".*" "\\1" CYCLESCOPE_VERSION "${CYCLESCOPE_VERSION}")

# Puts the paths of the C files NAME.. in one of the agent's folders into a variable.
macro(cyclescope_sources variable folder)
  set(${variable} ${ARGN})
  list(TRANSFORM ${variable} REPLACE "^(.+)$" "${CYCLESCOPE_AGENT}/${folder}/\\1.c")
endmacro()

set(CYCLESCOPE_INCLUDES "${CYCLESCOPE_AGENT}/include" "${CYCLESCOPE_AGENT}/core")

# None of the core runs inside a measured window, and memory is the user's.
cyclescope_sources(CYCLESCOPE_CORE_SOURCES core agent commands control counting events facts
                   measuring registry request run sizes text)
set(CYCLESCOPE_CORE_FLAGS -Os)

# The empty loop is taken off the figures: it is compiled as the benchmarks are.
cyclescope_sources(CYCLESCOPE_MEASURED_SOURCES core nothing)

# What a build may choose among: each is made of the sources FAMILY.c and FAMILY_*.c.
set(CYCLESCOPE_ALL_FAMILIES heap mutex thread context_switch sync time interrupt rhealstone queue timer
                            eventgroup workqueue stream sort matrix)

# The registry keeps the order of the source file.
cyclescope_sources(CYCLESCOPE_BENCH_SOURCES benches heap mutex thread thread_calls context_switch
                   sync time interrupt rhealstone rhealstone_memory rhealstone_interrupt queue timer
                   eventgroup workqueue stream sort matrix)
set(CYCLESCOPE_BENCH_FLAGS -fno-toplevel-reorder)

# The linker names both ends of the benchmarks' section by itself and keeps it, as the agent refers
# to its ends. Nobody refers to the size of an entry, which only the host reads.
set(CYCLESCOPE_LINK_OPTIONS -Wl,--undefined=cyclescope_bench_size)

# What all ports to a Cortex-M have in common, and those that send by SEGGER's recorder.
cyclescope_sources(CYCLESCOPE_CORTEX_M_SOURCES ports/cortex-m caches caching core_facts)
cyclescope_sources(CYCLESCOPE_SYSTEMVIEW_SOURCES ports/systemview settle)

# The work area of those that work on data, where no operating system hands out memory.
cyclescope_sources(CYCLESCOPE_WORK_AREA_SOURCES ports/static_memory work_area)
set(CYCLESCOPE_WORK_AREA_FAMILIES sort matrix)

set(CYCLESCOPE_FREERTOS_INCLUDES "${CYCLESCOPE_AGENT}/ports/freertos")
cyclescope_sources(CYCLESCOPE_FREERTOS_SOURCES ports/freertos facts kernel_trace port record_cost
                   start stream threads)
cyclescope_sources(CYCLESCOPE_FREERTOS_INTERRUPT_SOURCES ports/cortex-m interrupt)
list(APPEND CYCLESCOPE_FREERTOS_SOURCES ${CYCLESCOPE_FREERTOS_INTERRUPT_SOURCES}
     ${CYCLESCOPE_CORTEX_M_SOURCES} ${CYCLESCOPE_SYSTEMVIEW_SOURCES})
# The same benchmarks through the CMSIS-RTOS2 that an application has.
cyclescope_sources(CYCLESCOPE_CMSIS_SUITE_SOURCES ports/cmsis-rtos2/suites thread_calls sync interrupt
                   rhealstone rhealstone_memory rhealstone_interrupt queue timer eventgroup)
# Starts the agent by itself, with these options of the linker.
cyclescope_sources(CYCLESCOPE_FREERTOS_AUTOSTART_SOURCES ports/freertos autostart)
set(CYCLESCOPE_FREERTOS_AUTOSTART_OPTIONS -Wl,--wrap=vTaskStartScheduler)
# Comes before everything else in the kernel's own sources of a traced image.
set(CYCLESCOPE_FREERTOS_TRACE_HEADER "${CYCLESCOPE_AGENT}/ports/freertos/trace_first.h")
# What any Cortex-M may say of itself, and SEGGER's RTT where the application has none.
set(CYCLESCOPE_CORTEX_M_INCLUDES "${CYCLESCOPE_AGENT}/boards/cortex-m")
set(CYCLESCOPE_RTT_INCLUDES "${CYCLESCOPE_AGENT}/boards/cortex-m/rtt")

cyclescope_sources(CYCLESCOPE_CLOCK_dwt_SOURCES clocks/dwt dwt)
cyclescope_sources(CYCLESCOPE_CLOCK_emulated_SOURCES clocks/emulated emulated)
set(CYCLESCOPE_CLOCKS dwt emulated)

# The twins of some benchmarks in the system's own calls.
cyclescope_sources(CYCLESCOPE_FREERTOS_NATIVE_SOURCES ports/freertos/native sync thread queue stream)
cyclescope_sources(CYCLESCOPE_LINUX_NATIVE_SOURCES ports/posix/native sync thread queue stream)
cyclescope_sources(CYCLESCOPE_ZEPHYR_NATIVE_SOURCES ports/zephyr/native sync thread queue stream)

set(CYCLESCOPE_LINUX_INCLUDES "${CYCLESCOPE_AGENT}/ports/posix" "${CYCLESCOPE_AGENT}/clocks/posix"
                              "${CYCLESCOPE_AGENT}/boards/linux")
cyclescope_sources(CYCLESCOPE_LINUX_SOURCES ports/posix counters host interrupt machine port queue
                   realtime stream system_file threads timer work_area)
cyclescope_sources(CYCLESCOPE_LINUX_CLOCK_SOURCES clocks/posix posix)
cyclescope_sources(CYCLESCOPE_LINUX_AGENT_SOURCES boards/linux agent)
list(APPEND CYCLESCOPE_LINUX_SOURCES ${CYCLESCOPE_LINUX_CLOCK_SOURCES}
     ${CYCLESCOPE_LINUX_AGENT_SOURCES})
cyclescope_sources(CYCLESCOPE_LINUX_HEADLINE_SOURCES ports/posix no_kernel_events)
cyclescope_sources(CYCLESCOPE_LINUX_TRACED_SOURCES ports/posix kernel_events trace_format trace_ring
                   tracefs tracepoints)
# A program that is nothing but the agent, and one that is it where the host starts it.
cyclescope_sources(CYCLESCOPE_LINUX_PROGRAM_SOURCES boards/linux init main)
cyclescope_sources(CYCLESCOPE_LINUX_AUTOSTART_SOURCES boards/linux autostart)
set(CYCLESCOPE_LINUX_AUTOSTART_OPTIONS -Wl,--wrap=main)
