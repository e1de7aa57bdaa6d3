#include "daemon/adoubed/inquiries.hpp"

#include "daemon/server/token_desk.hpp"
#include "daemon/sheet/page.hpp"
#include "daemon/sheet/pdf.hpp"
#include "daemon/tlog/checkpoint.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <algorithm>

namespace adoube::adoubed {
namespace {

namespace asio = boost::asio;
using server::refusal;
using What = Inquiries::Asked::What;

constexpr struct {
    std::string_view name;
    What what;
} questions[] = {{"inputs", What::inputs},
                 {"reading", What::reading},
                 {"claims", What::claims},
                 {"evidence", What::evidence},
                 {"evidence.txt", What::evidence_file},
                 {"sheet", What::sheet},
                 {"sheet.pdf", What::sheet_file}};

constexpr std::uint64_t most_counted = 100'000; // plies, incidents

/// A number in the query; empty if there is none, an error if it is no number.
std::expected<std::optional<std::uint64_t>, server::Response> number_in(std::string_view target,
                                                                        std::string_view name) {
    const auto text = server::query_value(target, name);
    if (text.empty()) return std::nullopt;
    const auto number = tlog::parse_decimal(text);
    if (!number)
        return std::unexpected(refusal(422, std::string(name) + " must be a number, 1 for the first"));
    return number;
}

std::expected<inquiry::Inquiry::Part, server::Response> part_in(std::string_view target) {
    const auto incident = number_in(target, "incident"), from = number_in(target, "from"),
               to = number_in(target, "to");
    for (const auto* number : {&incident, &from, &to})
        if (!*number) return std::unexpected(number->error());
    if (*incident && **incident > 0 && **incident <= most_counted)
        return inquiry::Inquiry::Part{.incident = static_cast<int>(**incident)};
    if (!*incident && !*from && !*to) return inquiry::Inquiry::Part{};
    const auto first = from->value_or(1), last = to->value_or(first);
    if (*incident || first < 1 || first > last || last > most_counted)
        return std::unexpected(refusal(422, "ask for ?incident=N, or ?from=PLY&to=PLY, 1 for the first"));
    return inquiry::Inquiry::Part{.span = inquiry::Span{static_cast<int>(first), static_cast<int>(last)}};
}

std::expected<sheet::Options, server::Response> sheet_options_in(std::string_view target,
                                                                 chess::Notation letters) {
    if (const auto name = server::query_value(target, "letters"); !name.empty()) {
        const auto named = sheet::letters_named(name);
        if (!named) // without its full stop
            return std::unexpected(refusal(422, named.error().substr(0, named.error().size() - 1)));
        letters = *named;
    }
    return sheet::Options{letters, server::query_value(target, "times") != "no", {}};
}

server::Response nothing_of(const std::string& game) {
    return refusal(404, "nothing is recorded of game " + game + " yet");
}

server::Response answer_of(std::expected<std::string, std::string> json, const std::string& game) {
    if (!json) return refusal(404, json.error());
    if (json->empty()) return nothing_of(game);
    return {.type = "application/json", .body = std::move(*json) + '\n', .etag = {}, .fields = {}};
}

} // namespace

std::string_view Inquiries::game_in(std::string_view target) {
    const auto path = server::path_of(target).substr(server::games_path.size());
    return path.substr(0, path.find('/'));
}

std::expected<Inquiries::Asked, server::Response> Inquiries::asked(std::string_view target,
                                                                   const access::Grant& who) const {
    auto path = server::path_of(target);
    path.remove_prefix(server::games_path.size());
    const auto slash = path.find('/');
    const auto* const question = slash == std::string_view::npos
                                     ? std::end(questions)
                                     : std::ranges::find(questions, path.substr(slash + 1),
                                                         [](const auto& each) { return each.name; });
    if (question == std::end(questions))
        return std::unexpected(
            refusal(404, "of a game's record there is inputs, reading, claims, evidence and sheet"));
    Asked asked{.what = question->what, .game = std::string(game_in(target))};
    if (auto refused = boards_.refuse(asked.game, who, access::Thing::arbiters_view))
        return std::unexpected(std::move(*refused));
    return with_details(std::move(asked), target);
}

std::expected<Inquiries::Asked, server::Response> Inquiries::with_details(Asked asked,
                                                                          std::string_view target) const {
    if (asked.what == What::evidence || asked.what == What::evidence_file) {
        auto part = part_in(target);
        if (!part) return std::unexpected(part.error());
        asked.part = *part;
        return asked;
    }
    if (asked.what == What::sheet || asked.what == What::sheet_file) {
        auto options = sheet_options_in(target, letters_);
        if (!options) return std::unexpected(options.error());
        asked.sheet = *options;
        return asked;
    }
    const auto number = number_in(target, asked.what == What::reading ? "input" : "from");
    if (!number) return std::unexpected(number.error());
    asked.input = number->value_or(1);
    return asked;
}

asio::awaitable<server::Response> Inquiries::answer(Asked asked, access::Grant who, UtcMs now) {
    const auto place = waiting_.take(who);
    if (!place) co_return refusal(503, "too much is asked at once: ask again in a moment");
    co_return co_await asio::co_spawn(looks_, look_aside(std::move(asked), now), asio::use_awaitable);
}

asio::awaitable<server::Response> Inquiries::look_aside(Asked asked, UtcMs now) {
    co_return answer_asked(asked, now);
}

server::Response Inquiries::answer_asked(const Asked& asked, UtcMs now) {
    switch (asked.what) {
    case What::inputs: return answer_of(inquiry_.inputs(asked.game, asked.input), asked.game);
    case What::reading: return answer_of(inquiry_.reading(asked.game, asked.input), asked.game);
    case What::claims: return answer_of(inquiry_.claims(asked.game), asked.game);
    case What::sheet:
    case What::sheet_file: return scoresheet(asked);
    case What::evidence:
    case What::evidence_file: break;
    }
    return evidence(asked, now);
}

server::Response Inquiries::evidence(const Asked& asked, UtcMs now) const {
    auto made = inquiry_.evidence(asked.game, asked.part, now.count() / 1000);
    if (!made) return refusal(409, made.error());
    if (!*made) return nothing_of(asked.game);
    const bool is_file = asked.what == What::evidence_file;
    return {.type = is_file ? "text/plain; charset=utf-8" : "text/html; charset=utf-8",
            .body = std::move(is_file ? (*made)->file : (*made)->page),
            .etag = {},
            .fields = {}};
}

server::Response Inquiries::scoresheet(const Asked& asked) const {
    const auto sheet = inquiry_.scoresheet(asked.game, asked.sheet);
    if (!sheet) return refusal(404, sheet.error());
    if (!*sheet) return nothing_of(asked.game);
    if (asked.what == What::sheet)
        return {.type = "text/html; charset=utf-8", .body = page_of(**sheet), .etag = {}, .fields = {}};
    auto pdf = sheet::pdf_of({&**sheet, 1});
    if (!pdf) return refusal(503, pdf.error());
    return {.type = "application/pdf", .body = std::move(pdf->bytes), .etag = {}, .fields = {}};
}

} // namespace adoube::adoubed
