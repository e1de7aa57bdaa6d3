#include "tools/adoube/evidence/passphrase.hpp"

#include "tools/adoube/common/files.hpp"

#include <fcntl.h>
#include <openssl/evp.h>
#include <unistd.h>

#include <array>

namespace adoube::tools {
namespace {

constexpr std::size_t shortest_new = 12;

Or<std::string> ask(bool is_new) {
    const int terminal = ::open("/dev/tty", O_RDWR | O_CLOEXEC);
    if (terminal < 0)
        return bad("there is no terminal to ask for the passphrase: say with --passphrase where it is");
    ::close(terminal);
    std::array<char, 1024> text{};
    if (EVP_read_pw_string(text.data(), text.size() - 1, "Passphrase of the copy: ", is_new) != 0)
        return bad("no passphrase was given");
    return std::string(text.data());
}

} // namespace

Or<std::string> read_passphrase(const std::string& file, std::istream& in, bool is_new) {
    std::string passphrase;
    if (file.empty()) {
        auto asked = ask(is_new);
        if (!asked) return asked;
        passphrase = std::move(*asked);
    } else {
        const auto text = read_file(file, in);
        if (!text) return bad(text.error());
        passphrase = text->substr(0, text->find_first_of("\r\n"));
    }
    if (is_new && passphrase.size() < shortest_new)
        return bad("this passphrase can be guessed: take six words or more that do not belong together");
    return passphrase;
}

} // namespace adoube::tools
