# The agent in a Linux program.

# Collects the port's additions to the agent's objects in the caller's variables.
macro(_cyclescope_linux_parts)
  if(NOT CMAKE_SYSTEM_NAME STREQUAL "Linux")
    message(FATAL_ERROR "Cyclescope: OS linux is for programs of Linux, "
                        "and this build is for ${CMAKE_SYSTEM_NAME}.")
  endif()
  list(APPEND ours ${CYCLESCOPE_BOARD_linux_SOURCES})
  list(APPEND public_includes "${CYCLESCOPE_BOARD_linux_FOLDER}")
  set(ours_flags -U_GNU_SOURCE -D_GNU_SOURCE)
  set(libc shared)
  # Addresses in the list of benchmarks must be final, and every call is bound at start-up.
  set(link_options -no-pie -Wl,-z,now -pthread)
  if(given_STATIC)
    set(libc static)
    set(link_options -static -pthread)
  endif()
  set(samples 8192)
  set(traced_block 0x100000)
  if(given_NO_MMU)
    # Memory is contiguous; the toolchain knows how to link a program that runs at any address.
    set(samples 1024)
    set(traced_block 0x8000)
    set(link_options -pthread)
  endif()
  if(NOT given_SAMPLES)
    set(given_SAMPLES ${samples})
  endif()
  set(definitions
      $<$<BOOL:${given_NO_MMU}>:CYCLESCOPE_NO_MMU=1>
      CYCLESCOPE_LIBC="${libc}"
      CYCLESCOPE_COUNTERS=1
      CYCLESCOPE_SAMPLES=${given_SAMPLES}u
      # The host is served between rounds only, and no ring limits a block's records.
      CYCLESCOPE_ROUND_SAMPLES=${given_SAMPLES}u
      CYCLESCOPE_TRACED_BLOCK_BYTES=${traced_block}u)
  if(NOT given_NO_AUTOSTART)
    list(APPEND ours ${CYCLESCOPE_BOARD_linux_AUTOSTART})
    list(APPEND link_options ${CYCLESCOPE_BOARD_linux_AUTOSTART_OPTIONS})
  endif()
endmacro()
