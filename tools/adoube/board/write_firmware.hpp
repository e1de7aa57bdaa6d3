#pragma once
// Writes an image into a board whose chip is in its loader, and checks it there.

#include "tools/adoube/board/firmware_image.hpp"
#include "tools/adoube/board/picoboot.hpp"

#include <functional>

namespace adoube::tools {

/// Told as the work goes on: one sentence.
using Progress = std::function<void(const std::string&)>;

/// Refuses an image for another model than the firmware that the board holds, unless `any_model`. A board
/// that holds none of ours takes any. What lies behind the image in the flash stays.
///
/// The first page is written last, after all others were read back and found right: power that is lost at any
/// moment leaves a board that starts its loader, not half a firmware. The error is one sentence.
Done write_firmware(LoaderPort& port, const FirmwareImage& image, bool any_model, const Progress& progress);

} // namespace adoube::tools
