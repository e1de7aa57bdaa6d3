#include "daemon/upload/access.hpp"

#include "daemon/files/read.hpp"

#include <algorithm>

namespace adoube::upload {
namespace {

namespace fs = std::filesystem;

std::unexpected<std::string> fault(const char* what, const fs::path& file, const std::string& is) {
    return std::unexpected(std::string(what) + ' ' + file.string() + ' ' + is);
}

std::string advice(const files::Unreadable& why, const fs::path& file) {
    return why.why == files::Unreadable::Why::open_to_others
               ? "is open to others: say chmod 600 " + file.string() + ", and better use a new one"
               : why.text;
}

/// One line, with or without its end.
std::expected<std::string, std::string> read_line(const char* what, const fs::path& file) {
    constexpr std::size_t longest = 4096;
    if (file.empty()) return std::string();
    auto text = files::read_secret(file, longest);
    if (!text) return fault(what, file, advice(text.error(), file));
    while (text->ends_with('\n') || text->ends_with('\r')) text->pop_back();
    const bool is_line = std::ranges::none_of(*text, [](unsigned char c) { return c < ' ' || c == 0x7f; });
    if (text->empty() || !is_line) return fault(what, file, "must hold one line, and nothing else");
    return *text;
}

} // namespace

std::expected<Secrets, std::string> read_secrets(const Access& access) {
    constexpr std::size_t longest_key = 64 << 10, longest_list = 16 << 20;
    Secrets secrets;
    for (const auto& [what, file, secret] :
         {std::tuple("token_file", &access.token_file, &secrets.token),
          std::tuple("password_file", &access.password_file, &secrets.password)}) {
        auto line = read_line(what, *file);
        if (!line) return std::unexpected(line.error());
        *secret = std::move(*line);
    }
    if (!access.key_file.empty())
        if (const auto key = files::read_secret(access.key_file, longest_key); !key)
            return fault("key_file", access.key_file, advice(key.error(), access.key_file));
    for (const auto& [what, file] :
         {std::pair("known_hosts", &access.known_hosts), std::pair("ca", &access.ca)})
        if (!file->empty())
            if (const auto read = files::read(*file, longest_list); !read)
                return fault(what, *file, read.error().text);
    return secrets;
}

std::string without_secrets(std::string text, const Secrets& secrets) {
    for (const auto* secret : {&secrets.token, &secrets.password})
        for (std::size_t at = 0; !secret->empty() && (at = text.find(*secret, at)) != std::string::npos;)
            text.replace(at, secret->size(), "…");
    return text;
}

} // namespace adoube::upload
