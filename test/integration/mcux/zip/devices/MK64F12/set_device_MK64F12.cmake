target_sources(
  ${MCUX_SDK_PROJECT_NAME}
  PRIVATE ${SdkRootDirPath}/devices/MK64F12/system_MK64F12.c
          ${SdkRootDirPath}/devices/MK64F12/gcc/startup_MK64F12.S)
target_include_directories(${MCUX_SDK_PROJECT_NAME} PUBLIC ${SdkRootDirPath}/devices/MK64F12)

if(CONFIG_USE_middleware_freertos-kernel)
  set(kernel ${SdkRootDirPath}/rtos/freertos/freertos-kernel)
  target_sources(${MCUX_SDK_PROJECT_NAME} PRIVATE ${kernel}/list.c ${kernel}/queue.c ${kernel}/tasks.c
                                                  ${kernel}/portable/GCC/ARM_CM4F/port.c)
  target_include_directories(${MCUX_SDK_PROJECT_NAME} PUBLIC ${kernel}/include
                                                             ${kernel}/portable/GCC/ARM_CM4F)
endif()

if(CONFIG_USE_middleware_freertos-kernel_heap_4)
  target_sources(${MCUX_SDK_PROJECT_NAME} PRIVATE ${kernel}/portable/MemMang/heap_4.c)
endif()
