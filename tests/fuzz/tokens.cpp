// Any bytes as a token list, header fields and boards: refused, with a reason if there is one to tell, or
// written back unchanged; what nobody was given opens nothing.

#include "daemon/access/tokens.hpp"
#include "daemon/access/authorization.hpp"
#include "tests/fuzz/fuzz.hpp"

using namespace adoube::access;
using adoube::fuzz::promise;

namespace {

void try_list(std::string_view text) {
    const auto tokens = Tokens::parse(text);
    if (!tokens) return adoube::fuzz::promise_sentence(tokens.error());
    promise(tokens->to_text() == text, "a list is written back as it was");
    promise(!tokens->grant({}, 0) || tokens->all().size() > 0, "no token opens nothing");
    for (const Token& token : tokens->all()) {
        const auto grant = tokens->grant(token.hash, token.made_s);
        promise(grant.has_value() == token.is_good(token.made_s), "a token opens while it is good");
        promise(!grant || (*grant == token.grant() && grant->role != Role::public_), "and what it is for");
        adoube::fuzz::promise_sentence(token.grant().who());
        promise(!Tokens(*tokens).revoke(token.id, token.made_s) == token.revoked_s.has_value(),
                "a token is revoked once");
    }
}

void try_line(std::string_view line) {
    if (const auto boards = Boards::parse(line))
        promise(Boards::parse(boards->to_string()) == boards, "boards are read as they are written");
    const auto shown = token_in({line}), offered = token_in({{}, line});
    promise(line.empty() || shown || shown.error() == NoToken::wrong, "what is shown is a token or wrong");
    promise(shown.has_value() + offered.has_value() < 2, "a field has one meaning");
    if (is_token_text(line))
        promise(token_in({"Bearer " + std::string(line)}) == hash_of(line), "a token is one");
    promise(!offers_feed(line) || line.contains(feed_protocol), "only what is offered is taken");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string_view text(reinterpret_cast<const char*>(data), size);
    try_list(text);
    while (!text.empty()) {
        const auto line = text.substr(0, text.find('\n'));
        try_line(line);
        text.remove_prefix(std::min(line.size() + 1, text.size()));
    }
    return 0;
}
