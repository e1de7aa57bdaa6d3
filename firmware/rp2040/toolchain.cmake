# For the RP2040's Cortex-M0+ (data sheet, chapter 2.4): Debian's gcc-arm-none-eabi with newlib and libstdc++.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR cortex-m0plus)

find_program(ARM_GXX arm-none-eabi-g++)
if(NOT ARM_GXX)
  message(FATAL_ERROR "The compiler for the boards is not installed: apt install gcc-arm-none-eabi libnewlib-arm-none-eabi libstdc++-arm-none-eabi-newlib, or run tools/install-dependencies --for firmware.")
endif()
set(CMAKE_C_COMPILER arm-none-eabi-gcc)
set(CMAKE_CXX_COMPILER arm-none-eabi-g++)
set(CMAKE_ASM_COMPILER arm-none-eabi-gcc)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)

set(cpu "-mcpu=cortex-m0plus -mthumb")
set(CMAKE_ASM_FLAGS_INIT "${cpu}")
set(CMAKE_C_FLAGS_INIT "${cpu}")
# No heap, no exceptions, no RTTI, nothing constructed before main or destroyed after it. Optimized as a whole, an image is
# smaller and faster; with values kept ready for loops and with tables of jumps it is larger and no faster.
set(CMAKE_CXX_FLAGS_INIT
  "${cpu} -flto=auto -fno-exceptions -fno-rtti -fno-threadsafe-statics -fno-use-cxa-atexit -ffunction-sections -fdata-sections -fno-move-loop-invariants -fno-jump-tables")
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
