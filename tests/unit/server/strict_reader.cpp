#include "tests/unit/server/strict_reader.hpp"

#include <algorithm>
#include <arpa/inet.h>

namespace adoube::server {
namespace {

using Fields = std::vector<std::pair<std::string, std::string>>;

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_blank(char c) { return c == ' ' || c == '\t'; }
bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }
bool is_token_char(char c) {
    return is_digit(c) || is_letter(c) || std::string_view("!#$%&'*+-.^_`|~").contains(c);
}
bool is_token(std::string_view text) { return !text.empty() && std::ranges::all_of(text, is_token_char); }
bool is_number(std::string_view text) { return !text.empty() && std::ranges::all_of(text, is_digit); }

std::string lower(std::string_view text) {
    std::string low(text);
    for (char& c : low)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return low;
}

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
    return text;
}

class Cursor {
  public:
    explicit Cursor(std::string_view left) : left_(left) {}

    std::string_view left() const { return left_; }
    bool takes(std::string_view text) {
        if (!left_.starts_with(text)) return false;
        left_.remove_prefix(text.size());
        return true;
    }
    template<class Is>
    std::string_view while_(Is is) {
        const auto end = std::ranges::find_if_not(left_, is);
        return some(static_cast<std::size_t>(end - left_.begin()));
    }
    std::string_view some(std::size_t count) {
        const auto taken = left_.substr(0, count);
        left_.remove_prefix(taken.size());
        return taken;
    }
    /// Up to CRLF; nothing if the line ends otherwise or has controls but tabs.
    std::optional<std::string_view> line() {
        const auto text = while_([](char c) { return !is_control(c) || c == '\t'; });
        return takes("\r\n") ? std::optional(text) : std::nullopt;
    }

  private:
    std::string_view left_;
};

bool read_request_line(Cursor& cursor, StrictRequest& request, bool& is_new) {
    request.method = cursor.while_(is_token_char);
    if (request.method.empty() || !cursor.takes(" ")) return false;
    request.target = cursor.while_([](char c) { return c > 0x20 && c < 0x7F; });
    if (request.target.empty() || !cursor.takes(" ")) return false;
    is_new = cursor.takes("HTTP/1.1\r\n");
    return is_new || cursor.takes("HTTP/1.0\r\n");
}

/// Up to the empty line. Folding is harmless in trailers, which nobody heeds.
std::optional<Fields> read_fields(Cursor& cursor, bool folds = false) {
    Fields fields;
    while (!cursor.takes("\r\n")) {
        if (folds && !fields.empty() && !cursor.left().empty() && is_blank(cursor.left()[0])) {
            if (!cursor.line()) return std::nullopt;
            continue;
        }
        const auto name = cursor.while_(is_token_char);
        if (name.empty() || !cursor.takes(":")) return std::nullopt;
        const auto value = cursor.line();
        if (!value) return std::nullopt;
        fields.emplace_back(lower(name), trimmed(*value));
    }
    return fields;
}

std::vector<std::string> all(const Fields& fields, std::string_view name) {
    std::vector<std::string> values;
    for (const auto& [known, value] : fields)
        if (known == name) values.push_back(value);
    return values;
}

/// Real host names and addresses; RFC 3986 allows any percent-encoded name.
bool is_host(std::string_view text) {
    const bool bracketed = text.starts_with('[');
    const auto end = bracketed ? text.find(']') : text.find(':');
    const std::string name(text.substr(bracketed ? 1 : 0, bracketed ? end - 1 : end));
    const auto is_of_name = [](char c) {
        return is_letter(c) || is_digit(c) || c == '-' || c == '.' || c == '_';
    };
    in6_addr address{};
    if (bracketed ? end == text.npos || ::inet_pton(AF_INET6, name.c_str(), &address) != 1
                  : name.empty() || name.size() > 253 || !std::ranges::all_of(name, is_of_name))
        return false;
    if (end == text.npos) return true;
    const auto port = text.substr(end + (bracketed ? 1 : 0));
    if (bracketed && port.empty()) return true;
    return port.starts_with(':') && is_number(port.substr(1)) && port.size() < 16 &&
           std::stoull(std::string(port.substr(1))) < 65'536;
}

/// The names in a list, skipping empty ones; nothing if invalid.
std::optional<std::vector<std::string>> tokens(const std::vector<std::string>& lines) {
    std::vector<std::string> found;
    for (std::string_view rest : lines)
        for (bool more = true; more;) {
            const auto end = rest.find(',');
            const auto name = trimmed(rest.substr(0, end));
            if (!name.empty() && !is_token(name)) return std::nullopt;
            if (!name.empty()) found.push_back(lower(name));
            more = end != rest.npos;
            if (more) rest.remove_prefix(end + 1);
        }
    return found;
}

/// An absolute target's host replaces Host; false if invalid.
bool take_absolute(StrictRequest& request) {
    const auto scheme = lower(request.target.substr(0, request.target.find("//") + 2));
    if (scheme != "http://" && scheme != "https://") return true;
    const auto rest = request.target.substr(scheme.size());
    const auto end = std::min(rest.find_first_of("/?"), rest.size());
    request.host = rest.substr(0, end);
    request.target = (end < rest.size() && rest[end] == '/' ? "" : "/") + rest.substr(end);
    return is_host(request.host);
}

bool skip_extensions(Cursor& cursor) {
    for (;;) {
        const auto blanks = cursor.while_(is_blank);
        if (!cursor.takes(";")) return blanks.empty();
        cursor.while_(is_blank);
        if (cursor.while_(is_token_char).empty()) return false;
        Cursor ahead = cursor;
        ahead.while_(is_blank);
        if (!ahead.takes("=")) continue;
        cursor = ahead;
        cursor.while_(is_blank);
        if (!cursor.takes("\"")) {
            if (cursor.while_(is_token_char).empty()) return false;
            continue;
        }
        while (!cursor.takes("\"")) {
            cursor.takes("\\");
            const auto one = cursor.some(1);
            if (one.empty() || (is_control(one[0]) && one != "\t")) return false;
        }
    }
}

bool read_chunks(Cursor& cursor, std::string& body) {
    for (;;) {
        const std::string digits(
            cursor.while_([](char c) { return std::isxdigit(static_cast<unsigned char>(c)); }));
        const auto significant = digits.substr(std::min(digits.find_first_not_of('0'), digits.size()));
        if (digits.empty() || significant.size() > 15 || !skip_extensions(cursor) || !cursor.takes("\r\n"))
            return false;
        if (significant.empty()) break;
        const auto size = std::stoull(significant, nullptr, 16);
        if (cursor.left().size() < size) return false;
        body += cursor.some(size);
        if (!cursor.takes("\r\n")) return false;
    }
    const auto trailers = read_fields(cursor, true);
    return trailers && all(*trailers, "content-length").empty() &&
           all(*trailers, "transfer-encoding").empty() && tokens(all(*trailers, "connection"));
}

bool read_body(Cursor& cursor, const Fields& fields, bool is_new, StrictRequest& request) {
    const auto lengths = all(fields, "content-length"), codings = all(fields, "transfer-encoding");
    if (lengths.size() + codings.size() > 1) return false;
    if (codings.size() == 1) {
        request.has_body = true;
        return is_new && lower(codings[0]) == "chunked" && read_chunks(cursor, request.body);
    }
    if (lengths.empty()) return true;
    if (!is_number(lengths[0]) || lengths[0].size() > 18) return false;
    const auto size = std::stoull(lengths[0]);
    if (cursor.left().size() < size) return false;
    request.has_body = size > 0;
    request.body = cursor.some(size);
    return true;
}

} // namespace

std::optional<std::pair<StrictRequest, std::string_view>> read_strictly(std::string_view bytes) {
    Cursor cursor(bytes);
    cursor.takes("\r\n");
    StrictRequest request;
    bool is_new = false;
    if (!read_request_line(cursor, request, is_new)) return std::nullopt;
    const auto fields = read_fields(cursor);
    if (!fields) return std::nullopt;
    const auto hosts = all(*fields, "host"), secrets = all(*fields, "authorization");
    if (hosts.size() > 1 || (hosts.empty() && is_new) || (hosts.size() == 1 && !is_host(hosts[0])))
        return std::nullopt;
    if (secrets.size() > 1 || all(*fields, "origin").size() > 1) return std::nullopt;
    if (!hosts.empty()) request.host = hosts[0];
    if (!take_absolute(request)) return std::nullopt;
    if (!secrets.empty()) request.authorization = secrets[0];
    const auto options = tokens(all(*fields, "connection"));
    if (!options) return std::nullopt;
    const auto says = [&](const char* option) {
        return std::ranges::find(*options, option) != options->end();
    };
    request.last = says("close") || (!is_new && !says("keep-alive"));
    if (!read_body(cursor, *fields, is_new, request)) return std::nullopt;
    return std::pair(std::move(request), cursor.left());
}

} // namespace adoube::server
