#include "daemon/sheet/record_sheet.hpp"

#include "daemon/sheet/address.hpp"
#include "daemon/text/base64.hpp"
#include "daemon/umpire/data/time_control_words.hpp"
#include "daemon/umpire/game/scoresheet.hpp"

#include <algorithm>

namespace adoube::sheet {
namespace {

using chess::Side;

/// Where an offer is noted: with the last move if it is the offering player's, else with his next.
std::optional<std::size_t> ply_of_offer(const umpire::GameRecord& record, Side side, GameMs t_ms) {
    const auto made = static_cast<std::size_t>(
        std::ranges::upper_bound(record.moves, t_ms, {}, &umpire::MoveRecord::made_ms) -
        record.moves.begin());
    const bool to_move = record.game.position_at(made).to_move() == side;
    const auto ply = to_move ? made : made - 1; // without a move, Black's offer counts below 0
    return ply < record.moves.size() ? std::optional(ply) : std::nullopt;
}

std::string side_name(Side side) { return side == Side::white ? "White" : "Black"; }

std::string at_move(const umpire::GameRecord& record, GameMs t_ms) {
    const auto made = static_cast<std::size_t>(
        std::ranges::upper_bound(record.moves, t_ms, {}, &umpire::MoveRecord::made_ms) -
        record.moves.begin());
    if (made == 0) return "Before the first move";
    const auto ply = record.game.plies() - static_cast<int>(record.moves.size() - made);
    const auto mover = record.game.position_at(made - 1).to_move();
    return "After " + side_name(mover) + "’s move " + std::to_string(record.game.move_number(ply));
}

std::string said_of_clock(const record::SetTime& set) {
    std::string text = "the arbiter set the clock:";
    if (set.white_ms) text += " White " + chess::clock_face(*set.white_ms);
    if (set.black_ms) text += (set.white_ms ? ", Black " : " Black ") + chess::clock_face(*set.black_ms);
    return text;
}

/// Empty for what a sheet does not tell.
std::string said_by_arbiter(const record::What& what) {
    if (const auto* set = std::get_if<record::SetTime>(&what)) return said_of_clock(*set);
    if (const auto* back = std::get_if<record::TakeBack>(&what))
        return "the arbiter took back half-moves: " + std::to_string(back->plies);
    if (const auto* set = std::get_if<record::SetPosition>(&what))
        return "the arbiter set up the position " + set->fen;
    return {};
}

struct Note {
    GameMs t_ms;
    std::string text;
};

std::vector<Note> notes_of_laws(const evidence::Replayed& replayed) {
    std::vector<Note> notes;
    for (const auto& proposal : replayed.proposals)
        if (!replayed.dismissed.contains(proposal.incident) && proposal.remedy != umpire::Remedy::sealed_move)
            notes.push_back({proposal.t_ms, "Move " + std::to_string(proposal.move) + ", " +
                                                side_name(proposal.side) + ", Article " + proposal.article +
                                                ", proposed to the arbiter: " + proposal.text.told()});
    return notes;
}

std::vector<Note> notes_of_inputs(const evidence::Replayed& replayed) {
    std::vector<Note> notes;
    for (const auto& input : replayed.inputs) {
        const auto at = at_move(replayed.record, input.t_ms);
        if (const auto said = said_by_arbiter(input.what); !said.empty())
            notes.push_back({input.t_ms, at + ", " + said + "."});
        const auto* offer = std::get_if<record::Offer>(&input.what);
        if (offer && !ply_of_offer(replayed.record, offer->side, input.t_ms))
            notes.push_back({input.t_ms, at + ", " + side_name(offer->side) + " offered a draw (=)."});
    }
    return notes;
}

std::vector<std::string> notes_of(const evidence::Replayed& replayed, const std::string& played_before) {
    auto notes = notes_of_laws(replayed);
    std::ranges::move(notes_of_inputs(replayed), std::back_inserter(notes));
    std::ranges::stable_sort(notes, {}, &Note::t_ms);
    std::vector<std::string> sentences;
    if (!played_before.empty())
        sentences.push_back("Played before the game went on from this position: " + played_before);
    for (auto& note : notes) sentences.push_back(std::move(note.text));
    const auto& ended = replayed.record.termination;
    if (!ended.empty() && ended != "normal") sentences.push_back("The game ended by " + ended + ".");
    return sentences;
}

std::vector<std::size_t> draw_offers_in(const evidence::Replayed& replayed) {
    std::vector<std::size_t> plies;
    for (const auto& input : replayed.inputs) {
        const auto* offer = std::get_if<record::Offer>(&input.what);
        const auto ply = offer ? ply_of_offer(replayed.record, offer->side, input.t_ms) : std::nullopt;
        if (ply && std::ranges::find(plies, *ply) == plies.end()) plies.push_back(*ply);
    }
    return plies;
}

/// Also of a game without a clock of ours.
std::string time_control_of(const record::Header& header) {
    const auto tag = header.tags.find("TimeControl");
    const auto periods = umpire::parse_time_control(
        header.time_control.empty() && tag != header.tags.end() ? tag->second : header.time_control);
    return periods ? umpire::in_words(*periods) : std::string();
}

/// RFC 4648, section 5, unpadded: an address may hold it.
std::string to_base64url(std::string_view bytes) {
    auto text = text::to_base64(bytes);
    std::ranges::replace(text, '+', '-');
    std::ranges::replace(text, '/', '_');
    std::erase(text, '=');
    return text;
}

std::optional<std::string> from_base64url(std::string_view text) {
    std::string padded(text);
    std::ranges::replace(padded, '-', '+');
    std::ranges::replace(padded, '_', '/');
    while (padded.size() % 4 != 0) padded += '=';
    return text::from_base64(padded);
}

/// From the game's id, as the daemon makes it, "Open-r3-b7.2"; empty for another.
std::string board_in(const std::string& id) {
    const auto at = id.rfind("-b");
    if (at == std::string::npos) return {};
    return id.substr(at + 2, id.find_first_not_of("0123456789", at + 2) - at - 2);
}

/// Of a game that goes on: neither has it a result, nor was it left.
bool goes_on(const Recorded& recorded, const evidence::Replayed& replayed) {
    return replayed.record.result == chess::Result::open && replayed.record.termination.empty() &&
           !recorded.game.closed_utc_ms;
}

/// What stands on the board and is not completed yet may still become another move.
void leave_completed_moves(Written& written, const umpire::GameRecord& record) {
    auto completed = record.moves.size();
    while (completed > 0 && !record.moves[completed - 1].completed_ms) --completed;
    auto& moves = written.game.moves;
    moves.erase(moves.begin() + static_cast<std::ptrdiff_t>(std::min(completed, moves.size())), moves.end());
    std::erase_if(written.draw_offers, [&](std::size_t ply) { return ply >= moves.size(); });
}

void add_code(Written& written, const std::string& checkpoint, std::string_view site) {
    if (!site.empty()) written.code = address_of_sheet(site, written.id);
    if (checkpoint.empty()) {
        if (!site.empty()) written.code_says = "The game’s page. Nothing of the record was signed.";
        return;
    }
    written.code = site.empty() ? checkpoint : written.code + '#' + to_base64url(checkpoint);
    written.code_says = site.empty() ? "The signed checkpoint of the record."
                                     : "The game’s page, with the signed checkpoint of the record.";
}

} // namespace

std::expected<Written, std::string> written_of(const Recorded& recorded, std::string_view site) {
    const auto told = evidence::inputs_before_sealed_move(recorded.game, recorded.inputs);
    const auto replayed = evidence::replay(recorded.game, std::span(recorded.inputs).first(told));
    if (!replayed) return std::unexpected("game " + recorded.game.id + ": " + replayed.error());
    Written written;
    written.game = umpire::scoresheet(replayed->header, replayed->record);
    const auto public_id = replayed->header.tags.find("GameId");
    written.id = public_id == replayed->header.tags.end() ? recorded.game.id : public_id->second;
    if (const auto board = board_in(recorded.game.id); !board.empty())
        written.game.tags.try_emplace("Board", board);
    written.time_control = time_control_of(replayed->header);
    written.draw_offers = draw_offers_in(*replayed);
    written.notes = notes_of(*replayed, written.game.comment);
    if (!recorded.now.empty() && goes_on(recorded, *replayed)) {
        written.in_play_at = recorded.now;
        leave_completed_moves(written, replayed->record);
    }
    add_code(written, recorded.checkpoint, site);
    return written;
}

std::string checkpoint_in(std::string_view code) {
    while (code.ends_with("\n\n") && code.size() > 2) code.remove_suffix(1); // readers add line ends
    if (!code.starts_with("http://") && !code.starts_with("https://")) return std::string(code);
    const auto at = code.find('#');
    if (at == std::string_view::npos) return {};
    code.remove_suffix(code.ends_with('\n'));
    return from_base64url(code.substr(at + 1)).value_or("");
}

} // namespace adoube::sheet
