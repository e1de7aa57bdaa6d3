# What is tested on the chip too (tests/emulated/on_chip), but for what is tagged [many]: more rounds, or more memory, than a chip
# has.
set(core_tests
  ${CMAKE_CURRENT_LIST_DIR}/debounce.cpp
  ${CMAKE_CURRENT_LIST_DIR}/event_ring.cpp
  ${CMAKE_CURRENT_LIST_DIR}/hall_sensing.cpp
  ${CMAKE_CURRENT_LIST_DIR}/hardware.cpp
  ${CMAKE_CURRENT_LIST_DIR}/line_choice.cpp
  ${CMAKE_CURRENT_LIST_DIR}/link.cpp
  ${CMAKE_CURRENT_LIST_DIR}/link_lines.cpp
  ${CMAKE_CURRENT_LIST_DIR}/scanner.cpp
  ${CMAKE_CURRENT_LIST_DIR}/../protocol/frames.cpp)
