# adoube_discover(PROGRAM [WRAPPER …] [PROPERTIES …]): every TEST_CASE of PROGRAM is a test of CTest, named "PROGRAM: case". Run with
# cmake -P, after PROGRAM was linked, it writes those tests.
#
# Catch's own catch_discover_tests loses what stands after a semicolon in a name, and a case that Catch does not find
# passes; here a name comes whole, and a name that finds no case fails. A case that WARNs "skipped: …" was skipped.

if(NOT CMAKE_SCRIPT_MODE_FILE)
  set(ADOUBE_DISCOVER ${CMAKE_CURRENT_LIST_FILE})

  function(adoube_discover program)
    cmake_parse_arguments(DISCOVER "" "" "WRAPPER;PROPERTIES" ${ARGN})
    set(tests ${CMAKE_CURRENT_BINARY_DIR}/${program}_tests.cmake)
    add_custom_command(TARGET ${program} POST_BUILD BYPRODUCTS ${tests} VERBATIM
      COMMAND ${CMAKE_COMMAND} -DPROGRAM=${program} "-DCOMMAND=${DISCOVER_WRAPPER};$<TARGET_FILE:${program}>"
        "-DPROPERTIES=${DISCOVER_PROPERTIES}" -DTESTS=${tests} -P ${ADOUBE_DISCOVER})
    set(include ${CMAKE_CURRENT_BINARY_DIR}/${program}_include.cmake)
    file(CONFIGURE OUTPUT ${include} @ONLY CONTENT [[
if(EXISTS [==[@tests@]==])
  include([==[@tests@]==])
else()
  add_test([==[@program@: not built]==] [==[@program@]==])
endif()
]])
    set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${include})
  endfunction()
  return()
endif()

cmake_minimum_required(VERSION 3.25)
list(REMOVE_ITEM COMMAND "")
# Catch 3 knows --list-tests --verbosity quiet, Catch 2 the other, of which the status is the number of cases.
execute_process(COMMAND ${COMMAND} --list-tests --verbosity quiet OUTPUT_VARIABLE names RESULT_VARIABLE status ERROR_VARIABLE error)
if(NOT status EQUAL 0 OR names MATCHES "^(All available|Matching) test cases")
  execute_process(COMMAND ${COMMAND} --list-test-names-only OUTPUT_VARIABLE names ERROR_VARIABLE error)
endif()
if(names STREQUAL "")
  message(FATAL_ERROR "${PROGRAM} lists no tests. ${error}")
endif()

# What Catch or CMake would read as more than a name: another case would run, or none.
string(REGEX REPLACE "\\[[^][\n]*\\]" "" unpaired "\n${names}\n")
if(unpaired MATCHES "\n(([-~*\"]|exclude:)[^\n]*|[^\n]*([*\\]|[][][^\n]*))\n")
  message(FATAL_ERROR "${PROGRAM}: the name of the case \"${CMAKE_MATCH_1}\" may not begin with - ~ * \" or exclude:, not end with * or \\, "
    "and its brackets must be pairs: give it another name")
endif()

string(REPLACE ";" "\\;" names "${names}")
string(REPLACE "\n" ";" names "${names}")
set(command "")
foreach(word IN LISTS COMMAND)
  string(APPEND command " [==[${word}]==]")
endforeach()
set(script "")
foreach(name IN LISTS names)
  if(name STREQUAL "")
    continue()
  endif()
  set(filter "${name}")
  foreach(special "\\" "," "[" "]")
    string(REPLACE "${special}" "\\${special}" filter "${filter}")
  endforeach()
  string(APPEND script "add_test([==[${PROGRAM}: ${name}]==]${command} [==[${filter}]==] --warn NoTests)\n"
    "set_tests_properties([==[${PROGRAM}: ${name}]==] PROPERTIES SKIP_REGULAR_EXPRESSION [==[  skipped: ]==])\n")
  if(PROPERTIES)
    list(JOIN PROPERTIES " " properties)
    string(APPEND script "set_tests_properties([==[${PROGRAM}: ${name}]==] PROPERTIES ${properties})\n")
  endif()
endforeach()
file(WRITE ${TESTS} "${script}")
