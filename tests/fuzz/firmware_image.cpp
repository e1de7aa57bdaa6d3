// Any bytes as a firmware file, raw and sealed: an accepted image is whole pages that fit the flash, names a
// board, and survives the other file format; a refusal is a sentence.

#include "tools/adoube/board/firmware_image.hpp"
#include "tests/fuzz/fuzz.hpp"

#include <openssl/sha.h>

#include <algorithm>

using namespace adoube::tools;
using adoube::fuzz::promise;

namespace {

using Bytes = std::vector<std::uint8_t>;

constexpr std::size_t second_stage = 256, name_at = 0x1C0, length_at = 0x1DC,
                      hash_size = SHA256_DIGEST_LENGTH;

void put_u32(Bytes& bytes, std::size_t at, std::uint32_t value) {
    for (int byte = 0; byte < 4; ++byte) bytes[at++] = static_cast<std::uint8_t>(value >> (8 * byte));
}

std::string_view text_of(const Bytes& bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// As the boot ROM checks the second stage: CRC-32/MPEG-2.
std::uint32_t crc_of_second_stage(const Bytes& image) {
    std::uint32_t crc = 0xFFFFFFFF;
    for (std::size_t at = 0; at < second_stage - 4; ++at)
        for (int bit = 7; bit >= 0; --bit) {
            const bool flip = (crc >> 31 ^ (image[at] >> bit & 1u)) != 0;
            crc = crc << 1 ^ (flip ? 0x04C11DB7u : 0u);
        }
    return crc;
}

/// Whole pages with proper magic, length, checksum and hash.
Bytes sealed(std::span<const std::uint8_t> body) {
    Bytes image(body.begin(), body.end());
    const std::size_t pages = std::max<std::size_t>(2, (image.size() + hash_size - 1) / flash_page + 1);
    image.resize(pages * flash_page);
    std::ranges::copy(std::string_view("ADOUBE\0\1", 8), image.begin() + name_at);
    put_u32(image, length_at, static_cast<std::uint32_t>(image.size() - hash_size));
    put_u32(image, second_stage - 4, crc_of_second_stage(image));
    SHA256(image.data(), image.size() - hash_size, &image[image.size() - hash_size]);
    return image;
}

/// github.com/microsoft/uf2
Bytes uf2_of(const Bytes& image) {
    constexpr std::size_t block_size = 512;
    const auto blocks = static_cast<std::uint32_t>(image.size() / flash_page);
    Bytes file(blocks * block_size);
    for (std::uint32_t n = 0; n < blocks; ++n) {
        const std::size_t at = n * block_size;
        const std::array<std::uint32_t, 8> head{0x0A324655, 0x9E5D5157, 0x2000, flash_start + n * flash_page,
                                                flash_page, n,          blocks, 0xE48BFF56};
        for (std::size_t word = 0; word < head.size(); ++word) put_u32(file, at + 4 * word, head[word]);
        std::copy_n(image.begin() + n * flash_page, flash_page, file.begin() + at + 32);
        put_u32(file, at + block_size - 4, 0x0AB16F30);
    }
    return file;
}

std::optional<FirmwareImage> read(std::string_view content) {
    const auto image = firmware_image_from(content);
    if (!image) {
        adoube::fuzz::promise_sentence(image.error());
        return std::nullopt;
    }
    promise(!image->bytes.empty() && image->bytes.size() % flash_page == 0, "an image is whole pages");
    promise(image->bytes.size() <= 2u << 20, "an image fits into the flash");
    promise(!image->name.model.empty() && image->name.model.size() <= 16, "an image names a board's model");
    promise(image_name_in(image->bytes) == image->name, "the name in the flash is that of the image");
    adoube::fuzz::promise_sentence(to_string(image->name));
    return *image;
}

void check_other_form(const FirmwareImage& image) {
    const auto again = read(text_of(uf2_of(image.bytes)));
    promise(again && again->bytes == image.bytes, "the other form of file has the same image");
}

void check_seal(const Bytes& image, std::size_t at) {
    Bytes damaged = image;
    damaged[at % damaged.size()] ^= 1;
    promise(!read(text_of(damaged)), "a changed bit is noticed");
    promise(!read(text_of(image).substr(0, at % image.size())), "a cut end is noticed");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (const auto image = read({reinterpret_cast<const char*>(data), size})) check_other_form(*image);
    const Bytes image = sealed({data, size});
    if (!read(text_of(image))) return 0;
    check_other_form({*image_name_in(image), image});
    check_seal(image, size > 0 ? data[0] + 251u * data[size / 2] : 0);
    return 0;
}
