#pragma once
// Loaders of RP2040s on USB (2e8a:0003), found and spoken to by libusb.

#include "tools/adoube/board/picoboot.hpp"

#include <memory>

namespace adoube::tools {

/// How many there are now; the error is one sentence.
std::expected<std::size_t, std::string> count_loaders();

/// The only one. The error is one sentence: there is none, or more than one, or it may not be used.
std::expected<std::unique_ptr<LoaderPort>, std::string> open_loader();

} // namespace adoube::tools
