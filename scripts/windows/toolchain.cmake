# Debian's mingw-w64, with threads of the standard library: makes programs for 64-bit Windows. The
# libraries are those that scripts/windows/libraries built.
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(CMAKE_C_COMPILER x86_64-w64-mingw32-gcc-posix)
set(CMAKE_CXX_COMPILER x86_64-w64-mingw32-g++-posix)
set(CMAKE_RC_COMPILER x86_64-w64-mingw32-windres)
set(CMAKE_CROSSCOMPILING_EMULATOR wine)

get_filename_component(DAMIERA_WINDOWS_LIBRARIES ../../build/windows-libraries ABSOLUTE
                       BASE_DIR ${CMAKE_CURRENT_LIST_DIR})
set(CMAKE_FIND_ROOT_PATH ${DAMIERA_WINDOWS_LIBRARIES})
set(CMAKE_PREFIX_PATH ${DAMIERA_WINDOWS_LIBRARIES})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
# pkg-config must find no library of this system.
set(ENV{PKG_CONFIG_LIBDIR} ${DAMIERA_WINDOWS_LIBRARIES}/lib/pkgconfig)
