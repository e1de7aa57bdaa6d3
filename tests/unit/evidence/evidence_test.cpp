#include "daemon/evidence/examine.hpp"

#include "recorded_game.hpp"
#include "tests/catch.hpp"

#include <algorithm>
#include <set>

using namespace adoube;
using namespace adoube::evidence;
using namespace adoube::tlog;
using tests::arbiter_key;
using tests::hall_key;
using tests::other_key;
using tests::RecordedGame;

namespace {

const VerifierKey& hall() { return hall_key.verifier(); }

Note extract_of(const RecordedGame& recorded, int first_ply, int last_ply,
                const std::vector<Note>& checkpoints = {}) {
    const auto part = part_of_game(recorded.game, recorded.inputs, first_ply, last_ply).value();
    return make_evidence(hall_key, 1'763'650'000, recorded.game, recorded.inputs, checkpoints,
                         {arbiter_key.verifier()}, part.extract, part.inputs);
}

std::string only_fault(const std::string& file, const std::vector<VerifierKey>& keys = {hall()}) {
    const auto found = examine(file, {keys, {}, {}});
    std::string all;
    for (const auto& fault : found.faults) all += (all.empty() ? "" : "; ") + fault;
    return all;
}

bool says(const std::string& text, const std::string& part) {
    INFO(text);
    CHECK(text.find(part) != std::string::npos);
    return true;
}

/// Lines with their newlines.
std::vector<std::string> lines_of(std::string_view file) {
    std::vector<std::string> lines;
    while (!file.empty()) {
        const auto length = file.find('\n') + 1;
        lines.emplace_back(file.substr(0, length));
        file.remove_prefix(length);
    }
    return lines;
}
std::string joined(const std::vector<std::string>& lines) {
    std::string file;
    for (const auto& line : lines) file += line;
    return file;
}
std::size_t line_of_input(const std::vector<std::string>& lines, int n) {
    const auto begin = "adoube-input Open-r1-b3 " + std::to_string(n) + " ";
    return static_cast<std::size_t>(
        std::ranges::find_if(lines, [&](const auto& line) { return line.starts_with(begin); }) -
        lines.begin());
}

/// Signs a changed file anew, as a key holder can.
std::string signed_anew(std::string text, const SigningKey& key = hall_key) {
    auto signature = sign(key, text);
    return to_text(Note{std::move(text), {std::move(signature)}});
}

} // namespace

TEST_CASE("a whole game is verified, replayed, and says on whose word it rests") {
    const RecordedGame recorded;
    const auto found = examine(to_text(recorded.whole()), Trust{{hall()}, {}, {}});
    CHECK(found.faults.empty());
    CHECK(found.evidence.inputs == recorded.inputs);
    auto told = recorded.game;
    told.secret.clear();
    CHECK(found.evidence.game == told);
    CHECK(found.replayed->record.result == chess::Result::white_wins);
    CHECK(found.replayed->record.game.moves().size() == 33);
    REQUIRE_FALSE(found.replayed->incidents.empty());
    CHECK(found.replayed->incidents[0].kind == umpire::IncidentKind::touch_move);
    CHECK(found.replayed->incidents[0].ply == 3);
    REQUIRE(found.vouchers.size() == 1);
    CHECK(found.vouchers[0].key == hall());
    CHECK(found.vouchers[0].until_input == recorded.inputs.size());
    CHECK(found.signed_while_played == 33);
    CHECK(found.signed_until_input == recorded.inputs.size());
}

TEST_CASE("an extract is verified and replayed from the position that it states") {
    const RecordedGame recorded;
    for (const auto& [first, last] : {std::pair(3, 3), {1, 1}, {7, 12}, {33, 33}, {1, 33}}) {
        INFO(first << " to " << last);
        const auto found = examine(to_text(extract_of(recorded, first, last)), Trust{{hall()}, {}, {}});
        CHECK(found.faults.empty());
        CHECK(found.evidence.extract->first_ply == first);
        REQUIRE(found.replayed);
        CHECK(static_cast<int>(found.replayed->record.game.moves().size()) == last - first + 1);
        const bool has_touch = first <= 3 && last >= 3;
        CHECK(found.replayed->incidents.empty() != has_touch);
        if (!has_touch) continue;
        CHECK(found.replayed->incidents[0].ply == 3);
        const auto whole = replay(recorded.game, recorded.inputs)->incidents[0];
        CHECK(found.replayed->incidents[0].first_input == whole.first_input);
        CHECK(found.replayed->incidents[0].t_ms == whole.t_ms);
    }
    CHECK(part_of_game(recorded.game, recorded.inputs, 30, 34).error() ==
          "game Open-r1-b3 has plies 1 to 33: name some of them");
    CHECK_FALSE(part_of_game(recorded.game, recorded.inputs, 5, 4));
}

TEST_CASE("players who were named after their game was opened are not named in an extract, or falsely") {
    for (const auto* drawn : {"drawn", ""}) {
        const auto recorded = RecordedGame::with_corrections(drawn);
        const auto file = to_text(extract_of(recorded, 7, 12));
        const auto found = examine(file, Trust{{hall()}, {}, {}});
        CHECK(found.faults.empty());
        REQUIRE(found.evidence.corrections().size() == 2);
        CHECK(found.evidence.corrections()[0].entry == recorded.inputs[2]);
        CHECK(found.evidence.corrections()[1].input == 6);
        REQUIRE(found.replayed);
        auto tags = found.replayed->header.tags;
        CHECK(tags["White"] == "Zoe Zett");
        CHECK(tags["Black"] == "Ben Baker");
        CHECK(tags["Round"] == "1");
        CHECK(found.replayed->record.game.moves().size() == 6);
        CHECK(examine(to_text(recorded.whole()), Trust{{hall()}, {}, {}}).evidence.corrections().empty());

        const auto text = parse_note(file)->text;
        const auto lines = lines_of(text);
        const auto first = line_of_input(lines, 3), second = line_of_input(lines, 6);
        REQUIRE(second == first + 1);
        auto swapped = lines;
        std::swap(swapped[first], swapped[second]);
        says(only_fault(signed_anew(joined(swapped))), "input 3 stands in another place than it must");
        auto late = lines;
        std::rotate(late.begin() + std::ptrdiff_t(first), late.begin() + std::ptrdiff_t(first) + 1,
                    late.begin() + std::ptrdiff_t(second) + 2);
        says(only_fault(signed_anew(joined(late))), "input 3 stands in another place than it must");
        auto renamed = lines;
        renamed[second].replace(renamed[second].find("Zoe Zett"), 8, "Eve Evil");
        says(only_fault(signed_anew(joined(renamed))), "they do not lead to the root that was signed");
        auto other = lines; // true, and no correction
        other[first] =
            lines_of(parse_note(to_text(recorded.whole()))
                         ->text)[line_of_input(lines_of(parse_note(to_text(recorded.whole()))->text), 2)];
        says(only_fault(signed_anew(joined(other))), "there are inputs in it beyond those");
    }
}

TEST_CASE("what was co-signed is told from what rests on one key, in a whole game and in an extract") {
    RecordedGame recorded;
    auto& seen = recorded.checkpoints[10];
    const auto until = parse_checkpoint(seen.text)->size - 1;
    seen.signatures.push_back(cosign(arbiter_key, seen.text, 1'763'648'000));
    const Trust trust{{hall()}, {arbiter_key.verifier()}, {}};
    for (const auto& note : {recorded.whole(), extract_of(recorded, 3, 5, {seen})}) {
        const auto found = examine(to_text(note), trust);
        CHECK(found.faults.empty());
        REQUIRE(found.vouchers.size() == 2);
        CHECK(found.vouchers[1].key == arbiter_key.verifier());
        CHECK(found.vouchers[1].until_input == until);
        CHECK(found.vouchers[1].cosigned_utc_s == 1'763'648'000);
    }
    SECTION("without its key it is named, and not checked") {
        const auto found = examine(to_text(recorded.whole()), Trust{{hall()}, {}, {}});
        CHECK(found.faults.empty());
        CHECK(found.vouchers.size() == 1);
        CHECK(found.unchecked == std::vector<std::string>{"arbiter.example/anna"});
    }
    SECTION("the whole file co-signed") {
        auto note = recorded.whole();
        note.signatures.push_back(cosign(arbiter_key, note.text, 1'763'651'000));
        const auto found = examine(to_text(note), {{hall(), arbiter_key.verifier()}, {}, {}});
        CHECK(found.faults.empty());
        CHECK(found.vouchers[1].until_input == recorded.inputs.size());
        CHECK(found.vouchers[1].cosigned_utc_s == 1'763'651'000);
    }
    SECTION("a co-signature that is missing") {
        const auto never = to_text(RecordedGame().whole());
        says(examine(never, trust).faults.at(0), "nothing in it is signed by arbiter.example/anna+");
        says(only_fault(never, {hall(), arbiter_key.verifier()}),
             "it is not signed by arbiter.example/anna+");
        says(only_fault(to_text(recorded.whole()), {hall(), arbiter_key.verifier()}),
             "it is not signed by arbiter.example/anna+");
    }
}

TEST_CASE("who holds the key can sign a new history: what was seen elsewhere tells") {
    const RecordedGame recorded;
    RecordedGame altered;
    altered.inputs[40].host_utc_ms += 1000;
    altered.checkpoints.clear();
    const auto file = to_text(altered.whole());
    CHECK(examine(file, Trust{{hall()}, {}, {}}).faults.empty());
    const auto& published = recorded.checkpoints[20];
    const auto found = examine(file, Trust{{hall()}, {}, {published}});
    REQUIRE(found.faults.size() == 1);
    says(found.faults[0], "there are two histories of this game");
    const auto right =
        examine(to_text(recorded.whole()), Trust{{hall()}, {}, {published, recorded.checkpoints.back()}});
    CHECK(right.faults.empty());
    REQUIRE(right.published.size() == 2);
    says(right.published[0], "are what was published elsewhere");
    SECTION("an extract tells what it can") {
        const auto part = examine(to_text(extract_of(recorded, 3, 3)), Trust{{hall()}, {}, {published}});
        CHECK(part.faults.empty());
        says(part.published.at(0), "an extract cannot tell");
    }
    SECTION("of another game") {
        const auto other =
            signed_checkpoint(hall_key, "adoube/game/g2", 4, recorded.size() ? Hash{} : Hash{});
        says(examine(file, Trust{{}, {}, {other}}).faults.at(0), "is none of this game");
    }
    SECTION("signed by nobody who is known") {
        const auto other = signed_checkpoint(other_key, "adoube/game/Open-r1-b3", 4, Hash{});
        says(examine(file, Trust{{}, {}, {other}}).faults.at(0), "is not signed by a key that is known");
    }
}

TEST_CASE("keys") {
    const RecordedGame recorded;
    const auto file = to_text(recorded.whole());
    CHECK(only_fault(file, {}).empty()); // on its own word
    says(only_fault(file, {other_key.verifier()}), "it is not signed by hall.example/b+");
    says(only_fault(file, {other_key.verifier()}),
         "signed by " + hall().to_string() + ", which is none of the keys");
    says(only_fault(to_text(recorded.whole(other_key))), "none of the keys that were given");
    const Trust rotated{{other_key.verifier()}, {hall()}, {}};
    CHECK(examine(to_text(recorded.whole(other_key)), rotated).faults.empty());
    SECTION("a signature by another key in its place") {
        says(only_fault(signed_anew(recorded.whole().text, other_key)),
             "it is not signed by the key that it names");
    }
    SECTION("a key of the same name") {
        const auto namesake = tests::key_named("hall.example/a", SignatureType::note, 9);
        says(only_fault(to_text(recorded.whole(namesake))), "none of the keys that were given");
        says(only_fault(to_text(recorded.whole(namesake)), {}), "");
    }
}

TEST_CASE("every kind of damage is told for what it is") {
    const RecordedGame recorded;
    const auto note = recorded.whole();
    auto lines = lines_of(to_text(note));
    const auto at = line_of_input(lines, 17);
    REQUIRE(at < lines.size());
    const auto place = lines.begin() + static_cast<std::ptrdiff_t>(at);
    std::string fault;
    SECTION("a changed byte of an input") {
        lines[at].replace(lines[at].find("176"), 3, "177");
        // between the neighbouring checkpoints
        fault = "one of inputs 15 to 17 was changed: it is not what was signed";
    }
    SECTION("a changed square") {
        lines[at].back() = '\n';
        auto& line = lines[at];
        const auto text = line.find("\"t\":") + 4;
        line[text] = line[text] == '1' ? '2' : '1';
        fault = "was changed: it is not what was signed";
    }
    SECTION("a missing input") {
        lines.erase(place);
        fault = "input 17 is missing";
    }
    SECTION("several") {
        lines.erase(place, place + 4);
        fault = "inputs 17 to 20 are missing";
    }
    SECTION("a doubled input") {
        lines.insert(place, lines[at]);
        fault = "input 17 stands there more than once";
    }
    SECTION("two in the other order") {
        std::swap(lines[at], lines[at + 1]);
        fault = "input 17 stands after input 18: the order was changed";
    }
    SECTION("a moved input") {
        std::rotate(place, place + 1, place + 6);
        fault = "the order was changed";
    }
    SECTION("a cut end") {
        lines.resize(at);
        fault = "the end is cut: inputs 17 to " + std::to_string(recorded.inputs.size()) + " are missing";
    }
    SECTION("a cut end in the middle of a line") {
        auto file = joined(lines);
        lines = {file.substr(0, file.size() - 30)};
        fault = "the signatures cannot be read";
    }
    SECTION("the last inputs gone") {
        const auto last = line_of_input(lines, static_cast<int>(recorded.inputs.size()));
        lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(last));
        fault = "the end is cut: input " + std::to_string(recorded.inputs.size()) + " is missing";
    }
    SECTION("the header of the game") {
        auto& line =
            *std::ranges::find_if(lines, [](const auto& each) { return each.starts_with("adoube-game"); });
        line.replace(line.find("Ann"), 3, "Amy");
        fault = "the header or one of inputs 1 to ";
    }
    SECTION("the root") {
        lines[2] = "AAAA" + lines[2].substr(4);
        fault = "the root of the record was changed";
    }
    SECTION("when it was exported") {
        auto& line =
            *std::ranges::find_if(lines, [](const auto& each) { return each.starts_with("exported"); });
        line.replace(line.size() - 2, 1, "7");
        fault = "the record is what was signed, but another byte of the file was changed";
    }
    SECTION("the signature") {
        auto& line = lines.back();
        line[line.size() - 20] = line[line.size() - 20] == 'a' ? 'b' : 'a';
        fault = "the record is what was signed, but another byte of the file was changed";
    }
    SECTION("no signature") {
        lines.pop_back();
        fault = "its end with the signatures is missing";
    }
    SECTION("a checkpoint in it") {
        auto& line =
            *std::ranges::find_if(lines, [](const auto& each) { return each.starts_with("> \u2014"); });
        line[line.size() - 20] = line[line.size() - 20] == 'a' ? 'b' : 'a';
        fault = "the checkpoint over inputs 1 to 3 is not signed by a key that is known";
    }
    SECTION("a checkpoint gone") {
        const auto first = std::ranges::find(lines, "checkpoint\n");
        lines.erase(first, first + 6);
        fault = "another byte of the file was changed";
    }
    SECTION("an input that is none") {
        lines[at].insert(lines[at].find(" 17 "), " ");
        fault = "is no input";
    }
    SECTION("of another game") {
        lines[at].replace(lines[at].find("Open-r1-b3"), 10, "Open-r1-b4");
        fault = "is an input of another game, Open-r1-b4";
    }
    SECTION("a line too many") {
        lines.insert(place, "adoube-result 1-0\n");
        fault = "is nothing that evidence holds in this place";
    }
    const auto found = examine(joined(lines), Trust{{hall()}, {}, {}});
    CHECK(found.is_evidence);
    REQUIRE_FALSE(found.faults.empty());
    std::string all;
    for (const auto& one : found.faults) all += one + "; ";
    says(all, fault);
}

namespace {

/// How many inputs outside an extract are found by trying their known lines with every salt in it.
int found_beside(const RecordedGame& recorded, int first_ply, int last_ply) {
    const auto extract =
        parse_evidence(extract_of(recorded, first_ply, last_ply, recorded.checkpoints).text).evidence;
    std::set<Hash> hashes(extract.proof.begin(), extract.proof.end());
    for (const auto& checkpoint : extract.checkpoints)
        hashes.insert(checkpoint.consistency.begin(), checkpoint.consistency.end());
    auto salts = extract.salts;
    salts.emplace_back();
    int found = 0;
    for (std::uint64_t n = 1; n <= recorded.inputs.size(); ++n) {
        if (n >= extract.first_input() && n < extract.end_input()) continue;
        const auto leaf = to_leaf(recorded.game.id, n, recorded.inputs[n - 1]);
        found += static_cast<int>(std::ranges::count_if(
            salts, [&](const auto& salt) { return hashes.contains(salted_hash(leaf, salt)); }));
    }
    return found;
}

} // namespace

TEST_CASE("an input beside an extract can be guessed from the hashes that prove it") {
    const RecordedGame recorded, unsalted(tests::short_game, "");
    int could = 0;
    for (int first = 1; first <= 30; ++first)
        for (int last = first; last < first + 3; ++last) {
            CHECK(found_beside(recorded, first, last) == 0);
            could += found_beside(unsalted, first, last);
        }
    CHECK(could > 30);
}

TEST_CASE("a secret is in a file, or a salt of an input that is not") {
    const RecordedGame recorded;
    for (const auto& file : {to_text(recorded.whole()), to_text(extract_of(recorded, 5, 8))}) {
        CHECK(file.find(recorded.game.secret) == std::string::npos);
        const auto evidence = parse_evidence(file.substr(0, file.rfind("\n\n") + 1)).evidence;
        CHECK(evidence.salts.size() == 1 + evidence.inputs.size());
        for (std::uint64_t n = 1; n <= recorded.inputs.size(); ++n)
            CHECK((file.find("salt " + salt_of(recorded.game, n)) != std::string::npos) ==
                  (n >= evidence.first_input() && n < evidence.end_input()));
    }
}

TEST_CASE("an extract cannot be made smaller or moved, even where all that it holds is true") {
    const RecordedGame recorded;
    const auto note = extract_of(recorded, 5, 8);
    auto smaller = parse_evidence(note.text).evidence;
    smaller.inputs.pop_back();
    smaller.salts.pop_back();
    std::vector<std::uint64_t> indexes{0};
    for (auto n = smaller.first_input(); n < smaller.end_input(); ++n) indexes.push_back(n);
    smaller.proof = tree_of(recorded.game, recorded.inputs).inclusion(indexes, recorded.size());
    const auto file = to_text(Note{to_text(smaller), note.signatures});
    CHECK(parse_evidence(to_text(smaller)).faults.empty());
    says(only_fault(file), "the record is what was signed, but another byte of the file was changed");
}

TEST_CASE("what is signed and still wrong is told") {
    const RecordedGame recorded;
    auto evidence = parse_evidence(recorded.whole().text).evidence;
    SECTION("a line that is none of a sensor log") {
        auto inputs = recorded.inputs;
        inputs[4].line = R"({"t":1,"jump":"e4"})";
        says(only_fault(to_text(make_evidence(hall_key, 1, recorded.game, inputs, {}, {}))),
             "input 5 cannot be read: unknown input");
    }
    SECTION("time goes back") {
        auto inputs = recorded.inputs;
        std::swap(inputs[4].line, inputs[5].line);
        says(only_fault(to_text(make_evidence(hall_key, 1, recorded.game, inputs, {}, {}))),
             "time goes back at input 6");
    }
    SECTION("a checkpoint of other inputs") {
        auto inputs = recorded.inputs;
        inputs[4].host_utc_ms += 1;
        says(only_fault(to_text(make_evidence(hall_key, 1, recorded.game, inputs, recorded.checkpoints, {}))),
             "the checkpoint over inputs 1 to 6 does not fit the record");
    }
    SECTION("checkpoints out of order") {
        std::swap(evidence.checkpoints[3], evidence.checkpoints[4]);
        says(only_fault(signed_anew(to_text(evidence))), "is out of order");
    }
    SECTION("a checkpoint of another game") {
        evidence.checkpoints[0].note = signed_checkpoint(hall_key, "adoube/game/g2", 3, Hash{});
        says(only_fault(signed_anew(to_text(evidence))), "a checkpoint in it is none of this game");
    }
    SECTION("a header of another game") {
        evidence.origin = "adoube/game/g2";
        says(only_fault(signed_anew(to_text(evidence))), "names another game than its header");
    }
    SECTION("proofs that nobody needs") {
        evidence.proof.push_back(Hash{});
        says(only_fault(signed_anew(to_text(evidence))), "proofs besides");
    }
    SECTION("keys without end") {
        for (std::uint8_t seed = 100; seed < 180; ++seed)
            evidence.keys.push_back(tests::key_named("k", SignatureType::note, seed).verifier());
        says(only_fault(signed_anew(to_text(evidence))), "it names more than 64 keys");
    }
    SECTION("a position that is none") {
        auto part = parse_evidence(extract_of(recorded, 5, 8).text).evidence;
        part.extract->fen = "nonsense";
        says(only_fault(signed_anew(to_text(part))), "the position that it begins with is none");
    }
}

TEST_CASE("other files are known as such") {
    for (const auto& file :
         {std::string(), std::string("1. e4 e5\n"), std::string("{\"log\":\"adoube-sensor-log\"}\n\n\n"),
          to_text(signed_checkpoint(hall_key, "adoube/game/g1", 3, Hash{}))}) {
        INFO(file);
        CHECK_FALSE(examine(file).is_evidence);
    }
}
