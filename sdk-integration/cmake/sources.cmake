# Lists the agent's sources for every build that compiles it: the declarations below target-agent/,
# and what they have in common. This file only defines lists.
#
#   include(<sdk>/sdk-integration/cmake/sources.cmake)

get_filename_component(CYCLESCOPE_SDK "${CMAKE_CURRENT_LIST_DIR}/../.." ABSOLUTE)
set(CYCLESCOPE_AGENT "${CYCLESCOPE_SDK}/target-agent")
include("${CYCLESCOPE_AGENT}/declarations.cmake")

file(STRINGS "${CYCLESCOPE_AGENT}/include/cyclescope/agent.h" CYCLESCOPE_VERSION
     REGEX "define CYCLESCOPE_VERSION ")
string(REGEX REPLACE ".*\"(.*)\".*" "\\1" CYCLESCOPE_VERSION "${CYCLESCOPE_VERSION}")

set(CYCLESCOPE_INCLUDES "${CYCLESCOPE_AGENT}/include" "${CYCLESCOPE_AGENT}/core")

# None of the core runs inside a measured window, and memory belongs to the user.
set(CYCLESCOPE_CORE_FLAGS -Os)

# The registry keeps the order of the source file.
set(CYCLESCOPE_BENCH_FLAGS -fno-toplevel-reorder)

# The linker defines symbols for both ends of the benchmarks' section and keeps it, as the agent
# refers to them. Nothing refers to the size of an entry, which only the host reads.
set(CYCLESCOPE_LINK_OPTIONS -Wl,--undefined=cyclescope_bench_size)
