#include "tools/adoube/board/write_firmware.hpp"

#include <algorithm>

namespace adoube::tools {
namespace {

using Bytes = std::span<const std::uint8_t>;

Done check_model(Picoboot& loader, const FirmwareImage& image, const Watch& watch) {
    const auto begin = loader.read(flash_start, 2 * flash_page);
    if (!begin) return std::unexpected(begin.error());
    const auto held = image_name_in(*begin);
    watch.step(held ? "the board holds " + to_string(*held) : "the board holds no firmware of ours");
    if (held && held->model != image.name.model)
        return std::unexpected("the board is a " + held->model + ", and the image is for a " +
                               image.name.model + ": take the image of its own model");
    return {};
}

Done write_pages(Picoboot& loader, std::uint32_t address, Bytes bytes, const Watch& watch) {
    const auto all = bytes.size();
    for (; !bytes.empty(); bytes = bytes.subspan(std::min<std::size_t>(bytes.size(), flash_sector))) {
        if (watch.bytes) watch.bytes(all - bytes.size(), all);
        const Bytes part = bytes.first(std::min<std::size_t>(bytes.size(), flash_sector));
        if (const Done done = loader.write(address, part); !done) return done;
        address += static_cast<std::uint32_t>(part.size());
    }
    return {};
}

Done compare(Picoboot& loader, std::uint32_t address, Bytes bytes) {
    const auto held = loader.read(address, static_cast<std::uint32_t>(bytes.size()));
    if (!held) return std::unexpected(held.error());
    const auto wrong = std::ranges::mismatch(*held, bytes);
    if (wrong.in1 == held->end()) return {};
    return std::unexpected("the board's flash does not keep what is written into it (byte " +
                           std::to_string(address - flash_start + (wrong.in1 - held->begin())) +
                           "): try once more, then replace the board's chip");
}

} // namespace

Done write_firmware(LoaderPort& port, const FirmwareImage& image, bool any_model, const Watch& watch) {
    Picoboot loader(port);
    if (const Done done = loader.open(); !done) return done;
    if (!any_model)
        if (const Done done = check_model(loader, image, watch); !done) {
            (void)loader.reboot();
            return done;
        }

    const Bytes bytes = image.bytes, first = bytes.first(flash_page), others = bytes.subspan(flash_page);
    const auto size = static_cast<std::uint32_t>(bytes.size());
    watch.step("writing " + to_string(image.name) + ", " + std::to_string(size) + " bytes");
    Done done = loader.erase(flash_start, (size + flash_sector - 1) / flash_sector * flash_sector);
    if (done) done = write_pages(loader, flash_start + flash_page, others, watch);
    if (done) done = compare(loader, flash_start + flash_page, others);
    if (done) done = loader.write(flash_start, first);
    if (done) done = compare(loader, flash_start, first);
    if (!done) return done;
    watch.step("read back and found right");
    return loader.reboot();
}

} // namespace adoube::tools
