# Copies a shared library under the name that the loader asks for (its SONAME).
file(REAL_PATH "${LIBRARY}" real)
execute_process(COMMAND objdump -p "${real}" OUTPUT_VARIABLE headers COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCH "SONAME +([^ \n]+)" matched "${headers}")
set(soname "${CMAKE_MATCH_1}")
configure_file("${real}" "${DESTINATION}/${soname}" COPYONLY)
