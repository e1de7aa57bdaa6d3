#include "tests/catch.hpp"
#include "tests/tier.hpp"
#include "tests/unit/tools/loader_model.hpp"
#include "tools/adoube/board/write_firmware.hpp"

#include <random>

using namespace adoube::tools;
using namespace adoube::tests;

namespace {

std::string text(const Bytes& bytes) { return {bytes.begin(), bytes.end()}; }

Bytes uf2_of(const Bytes& image) {
    Bytes file;
    for (std::size_t n = 0; n < image.size() / 256; ++n) {
        Bytes block(512);
        const std::uint32_t words[] = {0x0A324655,
                                       0x9E5D5157,
                                       0x2000,
                                       0x10000000 + 256 * static_cast<std::uint32_t>(n),
                                       256,
                                       static_cast<std::uint32_t>(n),
                                       static_cast<std::uint32_t>(image.size() / 256),
                                       0xE48BFF56};
        for (std::size_t at = 0; at < 8; ++at) put_u32(block, 4 * at, words[at]);
        std::copy_n(image.begin() + static_cast<std::ptrdiff_t>(256 * n), 256, block.begin() + 32);
        put_u32(block, 508, 0x0AB16F30);
        file.insert(file.end(), block.begin(), block.end());
    }
    return file;
}

FirmwareImage parsed(const Bytes& image) { return firmware_image_from(text(image)).value(); }

struct Told {
    std::vector<std::string> lines;
    std::vector<std::size_t> bytes; // written, as told
    std::size_t all_bytes = 0;
    Watch watch() {
        return {.step = [this](const std::string& line) { lines.push_back(line); },
                .bytes =
                    [this](std::size_t done, std::size_t all) {
                        bytes.push_back(done);
                        all_bytes = all;
                    }};
    }
};

void hold(LoaderModel& loader, const Bytes& image) { std::ranges::copy(image, loader.flash.begin()); }
bool holds(const LoaderModel& loader, const Bytes& image) {
    return std::equal(image.begin(), image.end(), loader.flash.begin());
}

} // namespace

TEST_CASE("an image is read from a .bin and from a .uf2, and says whose it is") {
    const Bytes image = an_image("pico-matrix", 2);
    for (const Bytes& file : {image, uf2_of(image)}) {
        const auto read = firmware_image_from(text(file));
        REQUIRE(read);
        CHECK(to_string(read->name) == "pico-matrix 0.2.3");
        CHECK(read->bytes == image);
    }
}

TEST_CASE("no image with any byte changed, left out or added is taken") {
    const Bytes image = an_image("pico-hall", 1, 8);
    std::mt19937 random(static_cast<unsigned>(adoube::tests::seed(1)));
    for (const Bytes& file : {image, uf2_of(image)}) {
        for (std::size_t at = 0; at < file.size(); ++at) {
            const bool padding = file.size() != image.size() && at % 512 >= 32 + 256 && at % 512 < 508;
            const bool other_flags = file.size() != image.size() && at % 512 >= 8 && at % 512 < 12;
            if (padding || other_flags) continue; // UF2 leaves them to writers
            Bytes changed = file;
            changed[at] = static_cast<std::uint8_t>(changed[at] ^ (1u << random() % 8));
            INFO("byte " << at);
            CHECK_FALSE(firmware_image_from(text(changed)));
        }
        for (std::size_t length = 0; length < file.size(); length += 37)
            CHECK_FALSE(firmware_image_from(
                text(Bytes(file.begin(), file.begin() + static_cast<std::ptrdiff_t>(length)))));
        Bytes longer = file;
        longer.insert(longer.end(), 512, 0xFF);
        CHECK_FALSE(firmware_image_from(text(longer)));
    }
}

TEST_CASE("each wrong file is refused with what is wrong with it") {
    const auto why = [](const Bytes& file) {
        const auto read = firmware_image_from(text(file));
        return read ? "" : read.error();
    };
    CHECK(why({}) == "is no firmware of an Adoube board: name the .bin or .uf2 of one");
    CHECK(why(Bytes(10'000, 'x')) == "is no firmware of an Adoube board: name the .bin or .uf2 of one");
    Bytes uf2 = uf2_of(an_image("pico-hall", 1));
    for (std::size_t block = 0; block < uf2.size(); block += 512) put_u32(uf2, block + 28, 0xE48BFF59);
    CHECK(why(uf2) == "is a UF2 file for another chip than the RP2040");
    Bytes image = an_image("pico-hall", 1);
    image[5'000] ^= 1;
    CHECK(why(image) == "is damaged, its checksum is wrong: fetch or build it again");
}

TEST_CASE("an image is written, read back and started, and what lies behind it stays") {
    const Bytes image = an_image("pico-matrix", 2), old = an_image("pico-matrix", 1, 60);
    LoaderModel loader;
    hold(loader, old);
    std::fill(loader.flash.end() - 8192, loader.flash.end(), 0xCA); // the calibration
    Told told;
    const auto done = write_firmware(loader, parsed(image), false, told.watch());
    REQUIRE(done);
    CHECK(holds(loader, image));
    CHECK(loader.starts());
    CHECK(loader.rebooted);
    CHECK(loader.taken);
    CHECK(loader.flash[loader.flash.size() - 8192] == 0xCA);
    CHECK(loader.flash.back() == 0xCA);
    CHECK(told.lines == std::vector<std::string>{"the board holds pico-matrix 0.1.3",
                                                 "writing pico-matrix 0.2.3, 10240 bytes",
                                                 "read back and found right"});
    CHECK(told.bytes == std::vector<std::size_t>{0, flash_sector, 2 * flash_sector});
    CHECK(told.all_bytes == image.size() - flash_page); // the first page comes last
}

TEST_CASE("an empty board takes any image") {
    const Bytes image = an_image("pico-hall", 2);
    LoaderModel loader;
    CHECK(write_firmware(loader, parsed(image), false, Told().watch()));
    CHECK(holds(loader, image));
}

TEST_CASE("an image for another model is refused before anything is erased, unless it is meant") {
    const Bytes old = an_image("pico-hall", 1), image = an_image("pico-matrix", 2);
    LoaderModel loader;
    hold(loader, old);
    const auto refused = write_firmware(loader, parsed(image), false, Told().watch());
    REQUIRE_FALSE(refused);
    CHECK(refused.error() ==
          "the board is a pico-hall, and the image is for a pico-matrix: take the image of its own model");
    CHECK(holds(loader, old));
    CHECK(loader.rebooted); // with its old firmware
    CHECK(write_firmware(loader, parsed(image), true, Told().watch()));
    CHECK(holds(loader, image));
}

TEST_CASE(
    "wherever the cable comes off, the board starts its loader, the old firmware or the whole new one") {
    const Bytes old = an_image("pico-matrix", 1), image = an_image("pico-matrix", 2);
    int cuts = 0, whole = 0;
    for (int cut = 0;; ++cut) {
        LoaderModel loader;
        hold(loader, old);
        loader.cut_after = cut;
        const auto done = write_firmware(loader, parsed(image), false, Told().watch());
        if (done) break;
        ++cuts;
        INFO("cut at " << cut << ": " << done.error());
        CHECK((!loader.starts() || holds(loader, old) || holds(loader, image)));
        whole += holds(loader, image);
        loader.cut_after.reset();
        loader.in_xip = true; // as after a restart
        CHECK(write_firmware(loader, parsed(image), false, Told().watch()));
        CHECK(holds(loader, image));
    }
    CHECK(cuts > 20);
    CHECK(whole < cuts);
}

TEST_CASE("a flash that does not keep what is written is found out, and is not started") {
    const Bytes image = an_image("pico-matrix", 2);
    for (const std::size_t worn : {std::size_t{3}, std::size_t{256}, std::size_t{7'777}, image.size() - 1}) {
        LoaderModel loader;
        loader.worn_byte = worn;
        const auto done = write_firmware(loader, parsed(image), false, Told().watch());
        if (image[worn] == 0xFF) continue;
        REQUIRE_FALSE(done);
        CHECK(done.error() == "the board's flash does not keep what is written into it (byte " +
                                  std::to_string(worn) + "): try once more, then replace the board's chip");
        CHECK_FALSE(loader.rebooted);
        CHECK_FALSE(loader.starts());
    }
}

TEST_CASE("a command that the loader refuses is told with its reason") {
    LoaderModel loader;
    Picoboot picoboot(loader);
    REQUIRE(picoboot.open());
    const auto odd = picoboot.erase(flash_start + 5, 4096);
    REQUIRE_FALSE(odd);
    CHECK(odd.error() == "the loader does not erase its flash: the address is not on a boundary");
    const auto outside = picoboot.read(0, 4096);
    REQUIRE_FALSE(outside);
    CHECK(outside.error() == "the loader does not read its flash: the address is not in its memory");
    CHECK(picoboot.read(flash_start, 4096)); // goes on after a refusal
}
