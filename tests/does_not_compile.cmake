# cmake -DCXX=… "-DFLAGS=…;…" -DSOURCE=… -P does_not_compile.cmake: SOURCE must compile as it is, and must not with -DLEAK, so
# that it is the line under LEAK that the compiler refuses, and nothing else.
foreach(leak "" -DLEAK)
  execute_process(COMMAND ${CXX} ${FLAGS} -fsyntax-only ${leak} ${SOURCE}
    RESULT_VARIABLE status OUTPUT_VARIABLE said ERROR_VARIABLE said)
  if(NOT leak AND NOT status EQUAL 0)
    message(FATAL_ERROR "${SOURCE} does not compile without its leak either:\n${said}")
  elseif(leak AND status EQUAL 0)
    message(FATAL_ERROR "${SOURCE} compiles with its leak")
  endif()
endforeach()
