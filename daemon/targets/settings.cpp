#include "daemon/targets/settings.hpp"

#include <algorithm>
#include <array>

namespace adoube::targets {
namespace {

using Checked = std::expected<void, std::string>;

std::unexpected<std::string> fault(std::string_view url, const std::string& what) {
    return std::unexpected("\"" + std::string(url) + "\" " + what);
}

/// The URL is not repeated where it may hold a password.
Checked check_url(std::string_view url) {
    const bool printable = std::ranges::all_of(url, [](char c) { return c > ' ' && c < '\x7f'; });
    if (!printable || url.find('#') != std::string_view::npos)
        return std::unexpected("a URL holds no space, no # and no letter outside ASCII: write it as %20");
    const auto host = host_of(url);
    if (host.find('@') != std::string_view::npos)
        return std::unexpected(
            "a URL must not hold a name or a password: name user and password_file instead");
    if (host.empty() || host.front() == ':') return fault(url, "names no server: write it as https://…");
    return {};
}

bool is_one_of(std::string_view scheme, std::initializer_list<std::string_view> known) {
    return std::ranges::find(known, scheme) != known.end();
}

} // namespace

bool Settings::wants(const broadcast::PublicGame& game) const {
    if (!boards.empty() && std::ranges::find(boards, game.board) == boards.end()) return false;
    return round.empty() || game.tags["Round"] == round;
}

const std::string& Settings::any_url() const {
    return !url.empty() ? url : !each_game.empty() ? each_game : cloud;
}

std::string_view scheme_of(std::string_view url) {
    const auto end = url.find("://");
    return end == std::string_view::npos ? std::string_view{} : url.substr(0, end);
}

std::string_view host_of(std::string_view url) {
    const auto scheme = scheme_of(url);
    if (scheme.empty()) return {};
    const auto rest = url.substr(scheme.size() + 3);
    return rest.substr(0, rest.find_first_of("/?"));
}

bool is_this_computer(std::string_view url) {
    auto host = host_of(url);
    if (!host.starts_with('[')) host = host.substr(0, host.rfind(':'));
    return host == "localhost" || host.starts_with("127.") || host.starts_with("[::1]");
}

std::expected<std::string, std::string> lichess_round(std::string_view url) {
    if (const auto checked = check_url(url); !checked) return std::unexpected(checked.error());
    constexpr std::string_view path = "/api/broadcast/round/", push = "/push";
    auto round = url;
    if (round.ends_with(push)) round.remove_suffix(push.size());
    const auto at = round.find(path);
    const auto id = at == std::string_view::npos ? std::string_view{} : round.substr(at + path.size());
    const bool is_round = !id.empty() && std::ranges::all_of(id, [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
    });
    if (!is_one_of(scheme_of(url), {"http", "https"}) || !is_round)
        return fault(url, "is no round of a broadcast: write it as "
                          "https://lichess.org/api/broadcast/round/AbCd1234/push");
    if (scheme_of(url) == "http" && !is_this_computer(url))
        return fault(url, "would send the token in the clear, for everybody on the way to read: write https");
    return std::string(round);
}

std::expected<void, std::string> check_file_url(std::string_view url) {
    if (auto checked = check_url(url); !checked) return checked;
    if (!is_one_of(scheme_of(url), {"http", "https", "ftp", "ftpes", "ftps", "sftp"}))
        return fault(url, "begins with none of https://, http://, sftp://, ftpes://, ftps://, ftp://");
    const auto path = url.substr(scheme_of(url).size() + 3 + host_of(url).size());
    if (!scheme_of(url).starts_with("http") && (path.empty() || path.ends_with('/')))
        return fault(url, "names no file: write it as sftp://files.example/games.pgn");
    return {};
}

std::expected<void, std::string> check_proxy(std::string_view url) {
    if (auto checked = check_url(url); !checked) return checked;
    if (!is_one_of(scheme_of(url), {"http", "https", "socks4", "socks4a", "socks5", "socks5h"}))
        return fault(url, "is no proxy: write it as http://proxy.example:3128");
    return {};
}

} // namespace adoube::targets
