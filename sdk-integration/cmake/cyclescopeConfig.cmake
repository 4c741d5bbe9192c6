# Adds Cyclescope's agent to your own build.
#
#   find_package(cyclescope REQUIRED)          with cyclescope_ROOT=<sdk>/sdk-integration, or
#   add_subdirectory(<sdk>/sdk-integration/cmake cyclescope), or
#   include(<sdk>/sdk-integration/cmake/cyclescopeConfig.cmake)
#
# provide the same functions, described in the README.md beside this file:
#
#   cyclescope_add_to(<executable> OS freertos|linux ...)
#   cyclescope_add_library(<name> OS freertos|linux LIKE <target> ...)
#   cyclescope_add_agent(<name> ...)

include_guard(GLOBAL)

if(CMAKE_VERSION VERSION_LESS 3.20)
  message(FATAL_ERROR "Cyclescope needs CMake 3.20 or newer; this is ${CMAKE_VERSION}.")
endif()

set(CYCLESCOPE_FAMILIES all CACHE STRING
    "Families of benchmarks that agents have without FAMILIES: all, none, or a list")
option(CYCLESCOPE_WORST_CASE_TIMING "Measure with the core's caches switched off" OFF)
option(CYCLESCOPE_TRACED "Link kernel trace hooks into the agent, to explain figures" OFF)

include("${CMAKE_CURRENT_LIST_DIR}/functions.cmake")
