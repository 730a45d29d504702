# find_package(wavecc) gives the library wavecc::rt, the program WAVECC_EXECUTABLE, and
#
#     wavecc_add_kernel(TARGET FILE.hlsl [MODULE NAME] [OPTIONS OPTION...])
#
# which compiles the entry points of FILE.hlsl into TARGET, again where it or an #include of it
# changes. TARGET links the runtime; its C and C++ include "NAME.h" (wavecc --header) for the kernels
# of NAME_module, NAME being the file's name where MODULE does not say another.
get_filename_component(WAVECC_PREFIX "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
set(WAVECC_EXECUTABLE "${WAVECC_PREFIX}/bin/wavecc")

if(NOT TARGET wavecc::rt)
    add_library(wavecc::rt SHARED IMPORTED)
    set_target_properties(wavecc::rt PROPERTIES
        IMPORTED_LOCATION "${WAVECC_PREFIX}/lib/libwavecc_rt.so"
        INTERFACE_INCLUDE_DIRECTORIES "${WAVECC_PREFIX}/include")
endif()

function(wavecc_add_kernel target source)
    cmake_parse_arguments(PARSE_ARGV 2 KERNEL "" "MODULE" "OPTIONS")
    if(KERNEL_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "wavecc_add_kernel: unknown arguments ${KERNEL_UNPARSED_ARGUMENTS}")
    endif()
    get_filename_component(source "${source}" ABSOLUTE)
    if(NOT KERNEL_MODULE)
        get_filename_component(name "${source}" NAME_WE)
        string(MAKE_C_IDENTIFIER "${name}" KERNEL_MODULE)
    endif()
    set(folder "${CMAKE_CURRENT_BINARY_DIR}/${target}.wavecc")
    set(object "${folder}/${KERNEL_MODULE}.o")
    add_custom_command(
        OUTPUT "${object}" "${folder}/${KERNEL_MODULE}.h"
        COMMAND "${CMAKE_COMMAND}" -E make_directory "${folder}"
        COMMAND "${WAVECC_EXECUTABLE}" "${source}" -c --module=${KERNEL_MODULE} ${KERNEL_OPTIONS}
                -o "${object}" --header=${folder}/${KERNEL_MODULE}.h
                -MF "${object}.d" -MT "${object}"
        DEPENDS "${source}" "${WAVECC_EXECUTABLE}"
        DEPFILE "${object}.d"
        COMMENT "Compiling ${source} for the CPU"
        VERBATIM)
    set_source_files_properties("${object}" PROPERTIES EXTERNAL_OBJECT TRUE GENERATED TRUE)
    target_sources(${target} PRIVATE "${object}" "${folder}/${KERNEL_MODULE}.h")
    target_include_directories(${target} PRIVATE "${folder}")
    target_link_libraries(${target} PRIVATE wavecc::rt)
endfunction()
