#include "tools/adoube/evidence/verify.hpp"

#include "daemon/account/claim_account.hpp"
#include "daemon/account/ply_account.hpp"
#include "daemon/sheet/record_sheet.hpp"
#include "daemon/umpire/game/scoresheet.hpp"
#include "tools/adoube/common/answer.hpp"
#include "tools/adoube/common/files.hpp"
#include "tools/adoube/common/progress.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <ostream>

namespace adoube::tools {
namespace {

std::expected<void, std::string> read_keys(const std::vector<std::string>& texts,
                                           std::vector<tlog::VerifierKey>& keys) {
    for (const auto& text : texts) {
        auto key = tlog::VerifierKey::parse(text);
        if (!key) return std::unexpected(key.error());
        keys.push_back(std::move(*key));
    }
    return {};
}

void print_incident(const umpire::Incident& incident, const evidence::Examination& found,
                    const account::GameTimes& times, std::ostream& out) {
    const auto& replayed = *found.replayed;
    auto head = "  " + times.both(incident.t_ms) + "  " + std::string(to_string(incident.kind));
    if (!incident.article.empty())
        head += ", Article " + incident.article + " of " + std::string(to_string(incident.laws));
    say(out, head + ", inputs " + std::to_string(incident.first_input) + " to " +
                 std::to_string(incident.last_input));
    say(out, "    " + incident.text.told());
    for (const auto& asked : account::asked_of_arbiter(replayed, incident)) say(out, "    " + asked);
    if (const auto by_input = account::dismissed_by(found, incident); by_input != 0)
        say(out, "    dismissed by the arbiter with input " + std::to_string(by_input) + ": it was none");
}

void print_account(const evidence::Examination& found, const account::LocalTime& local, std::ostream& out) {
    const auto& replayed = *found.replayed;
    const account::GameTimes when(replayed.header, local);
    const auto& extract = found.evidence.extract;
    auto game = "Game " + found.evidence.game.id;
    if (extract)
        game += ", plies " + std::to_string(extract->first_ply) + " to " + std::to_string(extract->last_ply) +
                " of it, from " + extract->fen;
    say(out, game);
    say_lines(out, "\n" + chess::to_pgn(umpire::scoresheet(replayed.header, replayed.record)));
    say(out, "Times: " + when.about("account"));
    out << "\nIncidents\n";
    for (const auto& incident : replayed.incidents) print_incident(incident, found, when, out);
    if (replayed.incidents.empty()) out << "  none\n";
    const auto claims = account::claims_of(replayed, found.evidence.first_input());
    if (!claims.empty()) out << "\nClaims\n";
    for (const auto& claim : claims) {
        say(out, "  " + when.both(claim.verdict->t_ms) + "  " + claim.verdict->text.told() + " (Article " +
                     claim.verdict->article + ")");
        for (const auto& earlier : claim.earlier)
            say(out, "    the position stood before " +
                         (earlier.after.empty() ? "at the beginning" : "after " + earlier.after));
    }
    out << "\nEverything that was seen\n";
    for (const auto& ply : account::account_of(replayed, found.evidence.first_input())) {
        say(out, "  " + account::name_of(ply));
        for (const auto& seen : ply.seen)
            if (!seen.routine) say(out, "    " + when.both(seen.t_ms) + "  " + seen.what);
        if (const auto routine = std::ranges::count(ply.seen, true, &account::Seen::routine); routine > 0)
            say(out, "    and the board told " + account::times(static_cast<std::size_t>(routine)) +
                         " what stands on its squares");
    }
    const auto clock_set = account::wall_clock_set(found, when);
    if (!clock_set.empty()) out << "\nThe wall clock\n";
    for (const auto& sentence : clock_set) say(out, "  " + sentence);
    out << "\nWhat the sensors cannot tell\n";
    for (const auto& sentence : account::blind_spots(replayed, extract.has_value()))
        say(out, "  " + sentence);
    out << '\n';
}

} // namespace

std::expected<evidence::Examination, std::string> examine_file(const VerifyOptions& options, Streams io) {
    evidence::Trust trust;
    if (auto keys = read_keys(options.keys, trust.signers); !keys) return std::unexpected(keys.error());
    if (auto keys = read_keys(options.witnesses, trust.witnesses); !keys)
        return std::unexpected(keys.error());
    if (auto keys = read_keys(options.vouchers, trust.vouchers); !keys) return std::unexpected(keys.error());
    for (const auto& file : options.statements) {
        const auto text = read_file(file);
        if (!text) return std::unexpected(text.error());
        auto statements = evidence::parse_statements(*text);
        if (!statements) return std::unexpected(file + " cannot be relied on: " + statements.error());
        std::ranges::move(*statements, std::back_inserter(trust.statements));
    }
    for (const auto& file : options.published) {
        const auto text = read_file(file);
        if (!text) return std::unexpected(text.error());
        auto note = tlog::parse_note(sheet::checkpoint_in(*text));
        if (!note) return std::unexpected(file + " is no checkpoint: " + note.error());
        trust.published.push_back(std::move(*note));
    }
    const auto text = read_file(options.file, io.in);
    if (!text) return std::unexpected(text.error());
    Progress progress(io, options.json);
    auto found = evidence::examine(*text, trust, progress.steps("the game is played again"));
    if (!found.is_evidence)
        return std::unexpected(options.file + " is no evidence file: " +
                               (found.faults.empty() ? "it begins otherwise" : found.faults.front()));
    return found;
}

Verdict verdict_on(const evidence::Examination& found, bool self_consistent) {
    const auto signer = found.vouchers.front().key.to_string();
    if (found.anchored) return {success, {"VERIFIED", " by " + signer, {}}};
    const std::string what =
        "anybody can make a file like this one: its key is named by nobody but itself, and "
        "may be anybody's";
    if (self_consistent)
        return {success,
                {"SELF-CONSISTENT",
                 " under " + signer,
                 {"nothing in it was changed after that key had signed it, and no more than that is shown",
                  what}}};
    return {
        no_anchor,
        {"NOT ANCHORED",
         ": signed by " + signer,
         {what, "say with --key which key the hall has published, or give with --published a checkpoint over "
                "all of it; --self-consistent asks no more than whether it fits together"}}};
}

std::expected<Verified, int> verified_file(const VerifyOptions& options, Streams io,
                                           const std::string& what) {
    auto found = examine_file(options, io);
    if (!found) {
        say(io.err, found.error());
        return std::unexpected(bad_input);
    }
    if (!found->faults.empty()) {
        say(io.err, "NOT VERIFIED, so there is no " + what + ": " + found->faults.front());
        return std::unexpected(failed_check);
    }
    auto [status, told] = verdict_on(*found, options.self_consistent);
    if (status == success) return Verified{std::move(*found), std::move(told)};
    say(io.err, std::string(told.word) + told.of + ", so there is no " + what);
    for (const auto& sentence : told.meaning) say(io.err, "  " + sentence);
    return std::unexpected(status);
}

namespace {

int put_verdict(const evidence::Examination& found, const VerifyOptions& options, std::ostream& out) {
    boost::json::object object{{"faults", boost::json::array(found.faults.begin(), found.faults.end())}};
    int status = failed_check;
    if (found.faults.empty()) {
        const auto verdict = verdict_on(found, options.self_consistent);
        const auto on = account::grounds(found);
        object["verdict"] = verdict.told.word;
        object["signer"] = found.vouchers.front().key.to_string();
        object["grounds"] = boost::json::array(on.begin(), on.end());
        status = verdict.status;
    } else {
        object["verdict"] = "NOT VERIFIED";
    }
    object["status"] = status;
    put_json(out, object);
    return status;
}

} // namespace

int run_verify(const VerifyOptions& options, Streams io) {
    const auto local = account::LocalTime::of(options.time_zone);
    if (!local) {
        say(io.err, local.error());
        return bad_input;
    }
    const auto found = examine_file(options, io);
    if (!found) {
        say(io.err, found.error());
        return bad_input;
    }
    if (options.json) return put_verdict(*found, options, io.out);
    if (!found->faults.empty()) {
        io.out << "NOT VERIFIED\n";
        for (const auto& fault : found->faults) say(io.out, "  " + fault);
        return failed_check;
    }
    if (!options.brief) print_account(*found, *local, io.out);
    const auto verdict = verdict_on(*found, options.self_consistent);
    say(io.out, std::string(verdict.told.word) + verdict.told.of);
    for (const auto& sentence : verdict.told.meaning) say(io.out, "  " + sentence);
    for (const auto& line : account::grounds(*found)) say(io.out, "  " + line);
    return verdict.status;
}

} // namespace adoube::tools
