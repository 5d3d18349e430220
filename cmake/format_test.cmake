# The test `format`: every C++ file of native/ and jvmti/ is as .clang-format says. `cmake --build <dir> --target format`
# makes it so.
find_program(CLANG_FORMAT clang-format)
if(NOT CLANG_FORMAT)
  message(FATAL_ERROR "clang-format is missing: install the package clang-format (make setup does)")
endif()
file(GLOB_RECURSE formatted CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR}
     native/*.h native/*.cpp jvmti/*.h jvmti/*.cpp)
add_test(NAME format COMMAND ${CLANG_FORMAT} --dry-run -Werror ${formatted}
         WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
add_custom_target(format COMMAND ${CLANG_FORMAT} -i ${formatted}
                  WORKING_DIRECTORY ${CMAKE_SOURCE_DIR} VERBATIM)
