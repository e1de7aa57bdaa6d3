#include "daemon/boost/parse_json.hpp"

#include <boost/json/parse.hpp>

namespace adoube {
namespace {

namespace json = boost::json;

/// In valid JSON, each colon outside strings is a member of an object.
std::size_t members_written(std::string_view text) {
    std::size_t count = 0;
    bool in_string = false;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] == '"') in_string = !in_string;
        if (text[at] == '\\') ++at;
        count += !in_string && text[at] == ':';
    }
    return count;
}

/// Boost keeps the last of equal keys, and limits the depth of nesting.
std::size_t members_kept(const json::value& value) {
    std::size_t count = 0;
    if (const auto* object = value.if_object())
        for (const auto& member : *object) count += 1 + members_kept(member.value());
    if (const auto* array = value.if_array())
        for (const auto& element : *array) count += members_kept(element);
    return count;
}

} // namespace

std::expected<json::value, std::string> parse_json(std::string_view text) {
    boost::system::error_code error;
    auto value = json::parse(json::string_view(text.data(), text.size()), error);
    if (error) return std::unexpected("no JSON: " + error.message());
    if (members_kept(value) != members_written(text))
        return std::unexpected("a key stands twice in one object");
    return value;
}

std::string text_in(const json::object& object, std::string_view key) {
    const auto* const value = object.if_contains(key);
    return value && value->is_string() ? std::string(value->get_string()) : std::string();
}

} // namespace adoube
