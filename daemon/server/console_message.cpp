#include "daemon/server/console_message.hpp"

#include "daemon/boost/parse_json.hpp"
#include <boost/json.hpp>

namespace adoube::server {
namespace {

namespace json = boost::json;

constexpr const char* form = R"(an arbiter's page says {"board":3,"case":"i2"}, )"
                             R"({"board":3,"game":"ID","case":"i2","settled":true}, or {})";
constexpr std::size_t longest_of_game = 12;

/// An incident's or a proposal's.
bool is_of_game(std::string_view text) {
    return text.size() >= 2 && text.size() <= longest_of_game && (text[0] == 'i' || text[0] == 'p') &&
           text.substr(1).find_first_not_of("0123456789") == std::string_view::npos;
}

bool is_complaint(std::string_view text) {
    return text.size() >= 2 && text.size() <= Settled::longest_case && text[0] == 'c';
}

int board_in(const json::object& object) {
    const auto* const board = object.if_contains("board");
    const bool is_one =
        board && board->is_int64() && board->get_int64() > 0 && board->get_int64() <= access::Boards::most;
    return is_one ? static_cast<int>(board->get_int64()) : 0;
}

} // namespace

std::expected<ConsoleMessage, std::string> parse_console_message(std::string_view message) {
    boost::system::error_code error;
    const auto value = json::parse(message, error);
    const auto* const object = error ? nullptr : value.if_object();
    if (!object) return std::unexpected(std::string(form));
    if (object->empty()) return LooksAway{};
    const int board = board_in(*object);
    if (board == 0) return std::unexpected(std::string(form));
    const auto one_case = text_in(*object, "case");
    if (const auto* const settled = object->if_contains("settled")) {
        Settled::Mark mark{board, text_in(*object, "game"), one_case};
        if (!settled->is_bool() || mark.game.empty() || !(is_of_game(one_case) || is_complaint(one_case)))
            return std::unexpected(std::string(form));
        mark.settled = settled->get_bool();
        return mark;
    }
    const auto* const told = object->if_contains("case");
    if (told && !told->is_null() && !is_of_game(one_case)) return std::unexpected(std::string(form));
    return Lookers::At{board, one_case};
}

} // namespace adoube::server
