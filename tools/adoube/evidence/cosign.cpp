#include "tools/adoube/evidence/cosign.hpp"

#include "tools/adoube/evidence/cosigner.hpp"
#include "tools/adoube/files.hpp"

#include <ctime>
#include <ostream>

namespace adoube::tools {
namespace {

using namespace evidence;

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
    std::optional<VerifierKey> log;
    if (!options.log.empty()) {
        auto key = VerifierKey::parse(options.log);
        if (!key) return bad(key.error());
        log = std::move(*key);
    }
    auto candidate = candidate_of(std::move(*request), options.file, log);
    if (!candidate) return std::unexpected(candidate.error());
    const auto note = cosigner->cosign(std::move(*candidate), static_cast<std::uint64_t>(std::time(nullptr)));
    if (!note) return std::unexpected(note.error());
    return to_text(*note);
}

} // namespace

int run_evidence_cosign(const CosignOptions& options, std::istream& in, std::ostream& out,
                        std::ostream& err) {
    const auto text = cosigned(options, in);
    if (!text) {
        err << text.error().sentence << '\n';
        return text.error().status;
    }
    if (options.output.empty()) {
        out << *text;
        return success;
    }
    const auto written = write_file(options.output, *text);
    if (!written) err << written.error() << '\n';
    return written ? success : bad_input;
}

} // namespace adoube::tools
