#pragma once
// Writes an image to a board in its loader, and verifies it.

#include "tools/adoube/board/firmware_image.hpp"
#include "tools/adoube/board/picoboot.hpp"

#include <functional>

namespace adoube::tools {

/// What is told meanwhile.
struct Watch {
    std::function<void(const std::string& sentence)> step;
    std::function<void(std::size_t done, std::size_t all)> bytes{}; // written; may be empty
};

/// If the board holds firmware of ours, refuses an image for another model, unless `any_model`. Flash behind
/// the image stays.
///
/// Writes the first page last, once all others have been read back: after a power loss the board starts its
/// loader, not half a firmware.
Done write_firmware(LoaderPort& port, const FirmwareImage& image, bool any_model, const Watch& watch);

} // namespace adoube::tools
