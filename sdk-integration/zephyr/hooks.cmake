# Routes the calls of Zephyr's hooks through ports/zephyr/kernel_trace.c.
# SPDX-License-Identifier: Apache-2.0

foreach(record IN ITEMS Void U32 U32x2 U32x3 U32x4 String EndCall EndCallU32)
  zephyr_ld_options(-Wl,--wrap=SEGGER_SYSVIEW_Record${record})
endforeach()
zephyr_ld_options(-Wl,--wrap=sys_trace_thread_info -Wl,--wrap=sysview_get_timestamp)
