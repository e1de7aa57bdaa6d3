#include "daemon/access/rights.hpp"

#include <algorithm>

namespace adoube::access {
namespace {

struct Row {
    Reach of_public, of_arbiter, of_fair_play, of_monitor, of_operator;
};

/// No `default`: a missing row does not compile.
constexpr Row row(Thing thing) {
    using enum Reach;
    switch (thing) {
    case Thing::public_view: return {everywhere, everywhere, everywhere, everywhere, everywhere};
    case Thing::arbiters_view: return {nowhere, own_boards, nowhere, nowhere, everywhere};
    case Thing::arbiters_word: return {nowhere, own_boards, nowhere, nowhere, everywhere};
    case Thing::games_at_once: return {nowhere, nowhere, everywhere, nowhere, everywhere};
    case Thing::arming: return {nowhere, own_boards, nowhere, nowhere, everywhere};
    case Thing::board_exchange: return {nowhere, nowhere, nowhere, nowhere, everywhere};
    case Thing::records: return {nowhere, nowhere, nowhere, nowhere, everywhere};
    case Thing::status: return {nowhere, nowhere, nowhere, nowhere, everywhere};
    case Thing::metrics: return {nowhere, nowhere, nowhere, everywhere, everywhere};
    case Thing::delay: return {nowhere, nowhere, nowhere, nowhere, everywhere};
    case Thing::targets: return {nowhere, nowhere, nowhere, nowhere, everywhere};
    case Thing::round_files: return {nowhere, nowhere, nowhere, nowhere, everywhere};
    case Thing::round_acts: return {nowhere, nowhere, nowhere, nowhere, everywhere};
    case Thing::settings: return {nowhere, nowhere, nowhere, nowhere, everywhere};
    case Thing::printing: return {nowhere, nowhere, nowhere, nowhere, everywhere};
    case Thing::cosigning: return {nowhere, own_boards, nowhere, nowhere, everywhere};
    case Thing::tokens: return {nowhere, nowhere, nowhere, nowhere, everywhere};
    }
    return {nowhere, nowhere, nowhere, nowhere, nowhere};
}

} // namespace

std::string_view to_string(Role role) {
    switch (role) {
    case Role::public_: return "public";
    case Role::arbiter: return "arbiter";
    case Role::fair_play: return "fair-play";
    case Role::monitor: return "monitor";
    case Role::operator_: return "operator";
    }
    return {};
}

std::optional<Role> role_from(std::string_view name) {
    for (const Role role : roles)
        if (to_string(role) == name) return role;
    return std::nullopt;
}

Reach reach(Role role, Thing thing) {
    switch (role) {
    case Role::public_: return row(thing).of_public;
    case Role::arbiter: return row(thing).of_arbiter;
    case Role::fair_play: return row(thing).of_fair_play;
    case Role::monitor: return row(thing).of_monitor;
    case Role::operator_: return row(thing).of_operator;
    }
    return Reach::nowhere;
}

std::string Grant::who() const {
    return token == 0 ? std::string() : name + " (token " + std::to_string(token) + ")";
}

bool may(const Grant& grant, Thing thing, std::optional<int> board) {
    switch (reach(grant.role, thing)) {
    case Reach::nowhere: return false;
    case Reach::own_boards: return board && grant.boards.contains(*board);
    case Reach::everywhere: return true;
    }
    return false;
}

bool may_make_token(Role role, Role of) {
    return reach(role, Thing::tokens) == Reach::everywhere && of == Role::arbiter;
}

} // namespace adoube::access
