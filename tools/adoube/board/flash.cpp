#include "tools/adoube/board/flash.hpp"

#include "tools/adoube/board/conversation.hpp"
#include "tools/adoube/board/usb_loader.hpp"
#include "tools/adoube/board/write_firmware.hpp"
#include "tools/adoube/common/answer.hpp"
#include "tools/adoube/common/files.hpp"
#include "tools/adoube/common/progress.hpp"

#include <ostream>
#include <thread>

namespace adoube::tools {
namespace {

using namespace std::chrono_literals;

constexpr auto longest_restart = 15s;
constexpr auto look_again_after = 250ms;

std::expected<FirmwareImage, std::string> read_image(const std::string& path, std::istream& in) {
    const auto content = read_file(path, in);
    if (!content) return std::unexpected(content.error());
    auto image = firmware_image_from(*content);
    if (!image) return std::unexpected("image " + path + ' ' + image.error());
    return image;
}

/// Refuses a board with unrecorded events: the restart loses them.
Done into_loader(const board::Port& port) {
    if (const auto others = count_loaders(); !others || *others != 0)
        return std::unexpected(
            others ? std::string("another board is in its loader: unplug it, or flash it without --port")
                   : others.error());
    Conversation board(port, Conversation::Events::taken);
    const auto hello = board.begin();
    if (!hello) return std::unexpected(hello.error());
    if (board.session() == nullptr)
        return std::unexpected("port " + to_string(port) +
                               " has a board of another maker, which keeps its firmware");
    board.session()->reboot(wire::RebootInto::loader);
    (void)board.next(500ms); // sends the request; losing the board is expected
    return {};
}

std::expected<std::unique_ptr<LoaderPort>, std::string> wait_for_loader() {
    const auto end = std::chrono::steady_clock::now() + longest_restart;
    for (;;) {
        auto loader = open_loader();
        if (loader || std::chrono::steady_clock::now() >= end) return loader;
        std::this_thread::sleep_for(look_again_after);
    }
}

std::array<std::uint8_t, 3> version_of(const wire::Hello& hello) {
    return {hello.firmware_major, hello.firmware_minor, hello.firmware_patch};
}

/// Waits for a hello with this version.
Done comes_back(const board::Port& port, const ImageName& name) {
    const auto end = std::chrono::steady_clock::now() + longest_restart;
    for (;;) {
        Conversation board(port, Conversation::Events::stay);
        const auto hello = board.begin();
        if (hello && version_of(hello->hello) == name.version) return {};
        if (std::chrono::steady_clock::now() >= end)
            return std::unexpected(hello ? "the board runs another version than " + to_string(name)
                                         : "the firmware is written, but the board does not come back: " +
                                               hello.error());
        std::this_thread::sleep_for(look_again_after);
    }
}

/// Returns what the board holds then.
std::expected<ImageName, std::string> flash(const BoardFlashOptions& options, std::istream& in,
                                            const Watch& watch) {
    const auto image = read_image(options.image, in);
    if (!image) return std::unexpected(image.error());
    std::expected<board::Port, std::string> port;
    if (!options.port.empty()) {
        port = board::port_from(options.port);
        if (!port) return std::unexpected(port.error());
        if (const Done done = into_loader(*port); !done) return std::unexpected(done.error());
        watch.step("the board starts its loader");
    }
    const auto loader = options.port.empty() ? open_loader() : wait_for_loader();
    if (!loader) return std::unexpected(loader.error());
    if (const Done done = write_firmware(**loader, *image, options.any_model, watch); !done)
        return std::unexpected(done.error());
    if (options.port.empty()) return image->name;
    if (const Done done = comes_back(*port, image->name); !done) return std::unexpected(done.error());
    watch.step("the board is back, with " + to_string(image->name));
    return image->name;
}

} // namespace

int run_board_flash(const BoardFlashOptions& options, Streams io) {
    Progress progress(io, options.json);
    auto& out = for_people(io, options.json);
    const auto written = flash(options, io.in,
                               {.step = [&out](const std::string& line) { say(out, line) << std::flush; },
                                .bytes = progress.steps("writing " + options.image)});
    if (!written) {
        say(io.err, "adoube: " + written.error());
        return bad_input;
    }
    if (options.json) print_answer(to_string(*written) + " is written", io, options.json);
    return success;
}

} // namespace adoube::tools
