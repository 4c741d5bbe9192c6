set(CORE_FLAGS "-mcpu=cortex-m4 -mthumb -mfloat-abi=hard -mfpu=fpv4-sp-d16")
set(CMAKE_ASM_FLAGS_RELEASE "${CMAKE_ASM_FLAGS_RELEASE} ${CORE_FLAGS}")
set(CMAKE_C_FLAGS_RELEASE "${CMAKE_C_FLAGS_RELEASE} -Os -DNDEBUG -std=gnu99 -ffunction-sections \
-fdata-sections -DCPU_MK64FN1M0VLL12 -DSDK_OS_FREE_RTOS ${CORE_FLAGS}")
set(CMAKE_EXE_LINKER_FLAGS_RELEASE "${CMAKE_EXE_LINKER_FLAGS_RELEASE} ${CORE_FLAGS} -nostartfiles \
--specs=nano.specs --specs=nosys.specs -Wl,--gc-sections \
-T\"${SdkRootDirPath}/devices/MK64F12/gcc/MK64FN1M0xxx12_flash.ld\"")
