#pragma once
// Writes an image to a board in its loader, and verifies it.

#include "tools/adoube/board/firmware_image.hpp"
#include "tools/adoube/board/picoboot.hpp"

#include <functional>

namespace adoube::tools {

/// Gets a sentence at each step.
using Progress = std::function<void(const std::string&)>;

/// If the board holds firmware of ours, refuses an image for another model, unless `any_model`. Flash behind
/// the image stays.
///
/// Writes the first page last, once all others have been read back: after a power loss the board starts its
/// loader, not half a firmware.
Done write_firmware(LoaderPort& port, const FirmwareImage& image, bool any_model, const Progress& progress);

} // namespace adoube::tools
