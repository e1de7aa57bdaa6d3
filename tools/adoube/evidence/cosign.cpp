#include "tools/adoube/evidence/cosign.hpp"

#include "tools/adoube/common/files.hpp"
#include "tools/adoube/common/say.hpp"
#include "tools/adoube/evidence/live_cosigner.hpp"

#include <chrono>
#include <ctime>
#include <ostream>
#include <thread>
#include <utility>

namespace adoube::tools {
namespace {

using namespace evidence;
using namespace tlog;

constexpr auto pause = std::chrono::seconds(5); // 200 boards, two requests each: below a hall's limit

std::uint64_t now_utc_s() { return static_cast<std::uint64_t>(std::time(nullptr)); }

Or<std::optional<VerifierKey>> log_of(const CosignOptions& options) {
    if (options.log.empty()) return std::nullopt;
    auto key = VerifierKey::parse(options.log);
    if (!key) return bad(key.error());
    return std::move(*key);
}

Or<CosignRequest> read_request(const CosignOptions& options, std::istream& in) {
    const auto text = read_file(options.file, in);
    if (!text) return bad(text.error());
    if (text->starts_with("old ")) {
        auto request = parse_cosign_request(*text);
        if (!request) return bad(options.file + ": " + request.error());
        return std::move(*request);
    }
    auto note = parse_note(*text);
    if (!note) return bad(options.file + ": " + note.error());
    return CosignRequest{0, {}, std::move(*note)};
}

Or<std::string> cosigned(const CosignOptions& options, std::istream& in) {
    const auto cosigner = Cosigner::open(options.key, options.memory);
    if (!cosigner) return bad(cosigner.error());
    auto request = read_request(options, in);
    if (!request) return std::unexpected(request.error());
    const auto log = log_of(options);
    if (!log) return std::unexpected(log.error());
    auto candidate = candidate_of(std::move(*request), options.file, *log);
    if (!candidate) return std::unexpected(candidate.error());
    const auto note = cosigner->cosign(std::move(*candidate), now_utc_s());
    if (!note) return std::unexpected(note.error());
    return to_text(*note);
}

Or<LiveCosigner> live_cosigner(const CosignOptions& options, HallClient& hall) {
    auto cosigner = Cosigner::open(options.key, options.memory);
    if (!cosigner) return bad(cosigner.error());
    auto log = log_of(options);
    if (!log) return std::unexpected(log.error());
    if (!*log) return bad("say with --log whose record this is: the verifier key of the hall");
    return LiveCosigner(std::move(*cosigner), std::move(**log),
                        [&hall](const HallRequest& request) { return hall.ask(request); });
}

int cosign_live(const CosignOptions& options, Streams io) {
    const auto failed = [&](const std::string& sentence) {
        say(io.err, sentence);
        return bad_input;
    };
    if (!options.file.empty() || !options.output.empty())
        return failed("what is co-signed with --hall goes there: leave FILE and --output out");
    auto hall = HallClient::make(options.hall);
    if (!hall) return failed(hall.error());
    auto cosigner = live_cosigner(options, *hall);
    if (!cosigner) return failed(cosigner.error().sentence);
    std::string trouble;
    while (true) {
        const auto pass = cosigner->pass(now_utc_s);
        for (const auto& news : pass.news) say(news.trouble ? io.err : io.out, news.sentence) << std::flush;
        if (pass.ended && (options.once || pass.ended->for_good)) return failed(pass.ended->why);
        if (options.once) return pass.refused > 0 ? failed_check : success;
        const auto why = pass.ended ? pass.ended->why : std::string();
        if (std::exchange(trouble, why) != why)
            say(io.err, why.empty() ? "the hall answers again" : why + "; trying again") << std::flush;
        std::this_thread::sleep_for(pause);
    }
}

} // namespace

int run_evidence_cosign(const CosignOptions& options, Streams io) {
    if (!options.hall.url.empty()) return cosign_live(options, io);
    if (options.file.empty()) {
        io.err << "name what is to be co-signed: a FILE, or with --hall a hall\n";
        return bad_input;
    }
    const auto text = cosigned(options, io.in);
    if (!text) {
        say(io.err, text.error().sentence);
        return text.error().status;
    }
    if (options.output.empty()) {
        io.out << *text;
        return success;
    }
    const auto written = write_file(options.output, *text);
    if (!written) say(io.err, written.error());
    return written ? success : bad_input;
}

} // namespace adoube::tools
