# Routes the calls of Zephyr's hooks through ports/zephyr/kernel_trace.c.
# SPDX-License-Identifier: Apache-2.0

foreach(record IN ITEMS Void U32 U32x2 U32x3 U32x4 String EndCall EndCallU32)
  zephyr_ld_options(-Wl,--wrap=SEGGER_SYSVIEW_Record${record})
endforeach()
# Zephyr's description of the system names the SoC's series or family, which not every SoC has.
foreach(name IN ITEMS SERIES FAMILY)
  if(NOT CONFIG_SOC_${name})
    set_property(SOURCE "${ZEPHYR_BASE}/subsys/tracing/sysview/sysview_config.c" TARGET_DIRECTORY zephyr
                 APPEND PROPERTY COMPILE_DEFINITIONS "CONFIG_SOC_${name}=\"${CONFIG_SOC}\"")
  endif()
endforeach()
zephyr_ld_options(-Wl,--wrap=sys_trace_thread_info -Wl,--wrap=sysview_get_timestamp)
# Before Zephyr 4 the driver of SysTick records nothing, though it is called from the vector table directly.
set(systick "${ZEPHYR_BASE}/drivers/timer/cortex_m_systick.c")
if(CONFIG_CORTEX_M_SYSTICK)
  file(STRINGS "${systick}" records REGEX "sys_trace_isr_enter")
  if(NOT records)
    zephyr_ld_options(-Wl,--wrap=sys_clock_isr)
    zephyr_library_compile_definitions(CYCLESCOPE_TRACES_TICK=1)
  endif()
endif()
