#include "daemon/sheet/qr_code.hpp"

#include <memory>
#include <qrencode.h>

namespace adoube::sheet {

std::optional<QrCode> qr_code(std::string_view bytes) {
    if (bytes.empty()) return std::nullopt;
    const std::unique_ptr<QRcode, decltype(&QRcode_free)> made(
        QRcode_encodeData(static_cast<int>(bytes.size()),
                          reinterpret_cast<const unsigned char*>(bytes.data()), 0, QR_ECLEVEL_L),
        QRcode_free);
    if (!made) return std::nullopt;
    QrCode code{made->width, {}};
    const auto modules = static_cast<std::size_t>(made->width) * static_cast<std::size_t>(made->width);
    for (std::size_t at = 0; at < modules; ++at) code.dark.push_back((made->data[at] & 1) != 0);
    return code;
}

std::string svg_path(const QrCode& code) {
    std::string path;
    for (int row = 0; row < code.side; ++row)
        for (int column = 0; column < code.side; ++column)
            if (code.dark[static_cast<std::size_t>(row * code.side + column)])
                path += "M" + std::to_string(column) + " " + std::to_string(row) + "h1v1h-1z";
    return path;
}

} // namespace adoube::sheet
