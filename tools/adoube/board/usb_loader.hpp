#pragma once
// RP2040 boot loaders on USB (2e8a:0003), through libusb.

#include "tools/adoube/board/picoboot.hpp"

#include <memory>

namespace adoube::tools {

std::expected<std::size_t, std::string> count_loaders();

/// The only one; an error if there are none or several, or it cannot be used.
std::expected<std::unique_ptr<LoaderPort>, std::string> open_loader();

} // namespace adoube::tools
