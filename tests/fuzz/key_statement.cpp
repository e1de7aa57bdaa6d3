// Any bytes as key statements and as a key's copy: refused with a reason or written back unchanged; what
// neither owner nor co-signer signed neither follows nor revokes a key.

#include "daemon/evidence/key_history.hpp"
#include "daemon/tlog/key_copy.hpp"
#include "tests/fuzz/fuzz.hpp"

using namespace adoube::evidence;
using namespace adoube::tlog;
using adoube::fuzz::promise;

namespace {

/// As in the corpus.
VerifierKey key_of(const char* name, SignatureType type, std::uint8_t byte) {
    SigningKey::Seed seed{};
    seed.fill(byte);
    return SigningKey(name, type, seed).verifier();
}
const auto hall = key_of("hall.example/a", SignatureType::note, 1);
const auto arbiter = key_of("arbiter.example/anna", SignatureType::cosignature, 3);

bool is_said_by(const SignedStatement& statement, const VerifierKey& key) {
    return statement.said.key == hall && is_signed_by(statement.note, key) == Signed::yes;
}

void try_history(const std::vector<SignedStatement>& statements) {
    const std::vector trusted{arbiter};
    const KeyHistory history(statements, trusted);
    for (const auto& fault : history.faults()) promise(!fault.empty(), "a fault has a sentence");
    bool anybody = false;
    for (const auto& each : statements) {
        anybody = anybody || is_said_by(each, hall) || is_said_by(each, arbiter);
        promise(each.by_key == (is_signed_by(each.note, each.said.key) == Signed::yes),
                "who signed a statement was checked");
        if (each.said.next)
            promise(is_signed_by(each.note, *each.said.next) == Signed::yes, "the next key has signed");
        for (const auto* key : {&each.said.key, &hall})
            if (const auto way = history.way(*key, each.said.key))
                promise(way->empty() == (*key == each.said.key), "a way leads somewhere");
    }
    if (!anybody) promise(!history.next_of(hall) && !history.revoked(hall), "nobody can speak for a key");
    if (history.revoked(hall)) promise(!told(hall, *history.revoked(hall)).empty(), "why is told");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    if (const auto statements = parse_statements(text)) {
        promise(to_text(*statements) == text, "statements have one spelling");
        try_history(*statements);
    } else {
        promise(!statements.error().empty(), "a refusal has a reason");
    }
    // Opening a copy is slow on purpose: stop short of that.
    if (text.find("-----BEGIN") == std::string_view::npos)
        promise(!from_key_copy(text, "x").has_value(), "a copy without its key is none");
    return 0;
}
