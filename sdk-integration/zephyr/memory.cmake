# Reports what the board's RAM allows, and checks where the rings lie.
# SPDX-License-Identifier: Apache-2.0

cyclescope_report_sizes("for ${CONFIG_CYCLESCOPE_RAM_KB} KB of RAM (CONFIG_CYCLESCOPE_RAM_KB)"
                        THREADS ${CONFIG_CYCLESCOPE_THREADS} BLOCKS ${CONFIG_CYCLESCOPE_BLOCKS}
                        MUTEXES ${CONFIG_CYCLESCOPE_MUTEXES} SAMPLES ${CONFIG_CYCLESCOPE_SAMPLES}
                        RING_BYTES ${CONFIG_CYCLESCOPE_RING_SIZE}
                        WORK_BYTES ${CONFIG_CYCLESCOPE_WORK_SIZE})
if(CONFIG_CYCLESCOPE_RAM_KB LESS 96 AND NOT CONFIG_CYCLESCOPE_POSIX)
  message(STATUS "Cyclescope: the calls of POSIX are not measured; with CONFIG_CYCLESCOPE_POSIX=y "
                 "they need some 30 KB more RAM.")
endif()

# Under QEMU the host reads the rings in the machine's main memory, which is backed by a file.

if(CONFIG_CYCLESCOPE_LINK_RTT AND CONFIG_CYCLESCOPE_CLOCK_EMULATED AND CONFIG_SOC_MPS2_AN385)
  dt_chosen(sram PROPERTY "zephyr,sram")
  dt_reg_addr(address PATH "${sram}")
  if(NOT address EQUAL 0x21000000)
    message(FATAL_ERROR "Under QEMU the host cannot see the agent's rings at ${address}. "
                        "Build with the snippet that moves this board's RAM to 0x21000000: "
                        "west build -S cyclescope (CMake: -DSNIPPET=cyclescope).")
  endif()
endif()
