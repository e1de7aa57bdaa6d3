# Writes OUTPUT, a C++ file that holds FILES (";"-separated paths) for assets.hpp. Run with cmake -P.

function(type_of file result)
  get_filename_component(extension ${file} LAST_EXT)
  set(utf8 "; charset=utf-8")
  if(extension STREQUAL .html)
    set(type "text/html${utf8}")
  elseif(extension STREQUAL .js)
    set(type "text/javascript${utf8}")
  elseif(extension STREQUAL .css)
    set(type "text/css${utf8}")
  elseif(extension STREQUAL .svg)
    set(type "image/svg+xml")
  else()
    message(FATAL_ERROR "${file}: embed.cmake does not know the media type of ${extension}")
  endif()
  set(${result} "${type}" PARENT_SCOPE)
endfunction()

set(bodies "")
set(table "")
set(number 0)
foreach(file ${FILES})
  get_filename_component(name ${file} NAME)
  type_of(${file} type)
  file(SHA256 ${file} hash)
  string(SUBSTRING ${hash} 0 16 hash)
  file(READ ${file} hex HEX)
  string(REGEX REPLACE "(..)" "'\\\\x\\1'," bytes "${hex}")
  string(APPEND bodies "constexpr char body_${number}[] = {${bytes}};\n")
  string(APPEND table
    "    {\"${name}\", \"${type}\", \"\\\"${hash}\\\"\", {body_${number}, sizeof body_${number}}},\n")
  math(EXPR number "${number} + 1")
endforeach()

file(WRITE ${OUTPUT} "// Written by embed.cmake.
#include \"daemon/web/assets.hpp\"

namespace adoube::web {
namespace {

${bodies}
constexpr Asset all[] = {
${table}};

} // namespace

std::span<const Asset> assets() { return all; }

} // namespace adoube::web
")
