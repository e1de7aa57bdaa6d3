#include "tools/adoube/board/firmware_image.hpp"

#include "daemon/text/sha256.hpp"
#include "firmware/rp2040/second_stage.hpp"

#include <algorithm>

namespace adoube::tools {
namespace {

constexpr std::size_t header_at = 0x1C0; // after the vector table
constexpr std::string_view magic("ADOUBE\0\1", 8);
constexpr std::size_t model_at = header_at + 8, model_size = 16, version_at = 0x1D8, length_at = 0x1DC;
constexpr std::size_t most_bytes = 2 * 1024 * 1024; // a Pico's flash
constexpr std::size_t hash_size = sizeof(text::Sha256);

using Bytes = std::span<const std::uint8_t>;

std::uint32_t u32_at(Bytes bytes, std::size_t at) {
    std::uint32_t value = 0;
    for (std::size_t byte = 4; byte-- > 0;) value = value << 8 | bytes[at + byte];
    return value;
}

/// The boot ROM starts no other.
bool second_stage_is_sealed(Bytes image) {
    return rp2040::second_stage_crc(image.first<rp2040::second_stage_crc_at>()) ==
           u32_at(image, rp2040::second_stage_crc_at);
}

bool hash_is_right(Bytes image) {
    const auto body = image.first(image.size() - hash_size);
    return std::ranges::equal(text::sha256(body), image.last(hash_size));
}

// --- UF2: github.com/microsoft/uf2 ---

constexpr std::size_t block_size = 512;
constexpr std::uint32_t first_magic = 0x0A324655, second_magic = 0x9E5D5157, last_magic = 0x0AB16F30;
constexpr std::uint32_t family_is_present = 0x2000, rp2040_family = 0xE48BFF56;

bool is_uf2(Bytes file) { return file.size() >= block_size && u32_at(file, 0) == first_magic; }

std::expected<std::vector<std::uint8_t>, std::string> content_of_uf2(Bytes file) {
    std::vector<std::uint8_t> content;
    if (file.size() % block_size != 0)
        return std::unexpected("is a UF2 file that is cut off: fetch or build it again");
    const std::size_t blocks = file.size() / block_size;
    for (std::size_t n = 0; n < blocks; ++n) {
        const Bytes block = file.subspan(n * block_size, block_size);
        const bool whole = u32_at(block, 0) == first_magic && u32_at(block, 4) == second_magic &&
                           u32_at(block, 508) == last_magic && u32_at(block, 16) == flash_page &&
                           u32_at(block, 20) == n && u32_at(block, 24) == blocks &&
                           u32_at(block, 12) == flash_start + n * flash_page;
        if (!whole)
            return std::unexpected("is a UF2 file with a damaged or missing block " + std::to_string(n) +
                                   ": fetch or build it again");
        if ((u32_at(block, 8) & family_is_present) == 0 || u32_at(block, 28) != rp2040_family)
            return std::unexpected("is a UF2 file for another chip than the RP2040");
        const Bytes payload = block.subspan(32, flash_page);
        content.insert(content.end(), payload.begin(), payload.end());
    }
    return content;
}

} // namespace

std::string to_string(const ImageName& name) {
    return name.model + ' ' + std::to_string(name.version[0]) + '.' + std::to_string(name.version[1]) + '.' +
           std::to_string(name.version[2]);
}

std::optional<ImageName> image_name_in(std::span<const std::uint8_t> flash) {
    if (flash.size() < image_name_end) return std::nullopt;
    if (!std::ranges::equal(flash.subspan(header_at, magic.size()), magic, {}, {},
                            [](char c) { return static_cast<std::uint8_t>(c); }))
        return std::nullopt;
    ImageName name;
    for (const std::uint8_t letter : flash.subspan(model_at, model_size)) {
        if (letter == 0) break;
        const bool printable = letter > ' ' && letter < 0x7F;
        if (!printable) return std::nullopt;
        name.model += static_cast<char>(letter);
    }
    if (name.model.empty()) return std::nullopt;
    std::ranges::copy(flash.subspan(version_at, name.version.size()), name.version.begin());
    return name;
}

std::expected<FirmwareImage, std::string> firmware_image_from(std::string_view content) {
    const Bytes file(reinterpret_cast<const std::uint8_t*>(content.data()), content.size());
    FirmwareImage image;
    if (is_uf2(file)) {
        auto unpacked = content_of_uf2(file);
        if (!unpacked) return std::unexpected(unpacked.error());
        image.bytes = std::move(*unpacked);
    } else {
        image.bytes.assign(file.begin(), file.end());
    }
    const auto name = image_name_in(image.bytes);
    if (!name) return std::unexpected("is no firmware of an Adoube board: name the .bin or .uf2 of one");
    image.name = *name;
    const std::size_t said = std::size_t{u32_at(image.bytes, length_at)} + hash_size;
    if (image.bytes.size() != said || said % flash_page != 0 || said > most_bytes)
        return std::unexpected("has " + std::to_string(image.bytes.size()) + " bytes but says that it has " +
                               std::to_string(said) + ": fetch or build it again");
    if (!hash_is_right(image.bytes) || !second_stage_is_sealed(image.bytes))
        return std::unexpected("is damaged, its checksum is wrong: fetch or build it again");
    return image;
}

} // namespace adoube::tools
