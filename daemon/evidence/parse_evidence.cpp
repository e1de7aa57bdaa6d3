// Parses evidence files strictly, but to the end, to report every fault.

#include "daemon/evidence/evidence.hpp"
#include "daemon/record/sensor_log.hpp"
#include "daemon/tlog/leaf.hpp"

#include <algorithm>
#include <charconv>

namespace adoube::evidence {
namespace {

constexpr std::size_t most_faults_read = 20, most_keys = 64;

std::string input_name(std::uint64_t n) { return "input " + std::to_string(n); }
std::string inputs_name(std::uint64_t first, std::uint64_t last) {
    return first == last ? input_name(first) + " is"
                         : "inputs " + std::to_string(first) + " to " + std::to_string(last) + " are";
}

class Parser {
  public:
    explicit Parser(std::string_view text) : text_(text) {}

    ParsedEvidence parse() && {
        if (text_.size() > most_bytes_in_file) {
            parsed_.is_evidence = false;
            blame("it is larger than 32 MiB");
            return std::move(parsed_);
        }
        const auto checkpoint = tlog::parse_checkpoint(text_);
        if (!checkpoint || checkpoint->extensions.empty() ||
            checkpoint->extensions[0] != "adoube-evidence/v1") {
            // It may be evidence with a damaged head.
            parsed_.is_evidence = text_.find("\nadoube-evidence/v1\n") != std::string_view::npos;
            blame(checkpoint ? "line 4 does not say that this is evidence"
                             : "its head is damaged: " + checkpoint.error());
            return std::move(parsed_);
        }
        evidence().origin = checkpoint->origin;
        evidence().size = checkpoint->size;
        evidence().root = checkpoint->root;
        lines_ = checkpoint->extensions;
        take_head();
        take_leaves();
        take_salts();
        take_rest();
        check_numbers();
        if (parsed_.faults.empty() && to_text(evidence()) != text_) blame("it is not written as it must be");
        return std::move(parsed_);
    }

  private:
    Evidence& evidence() { return parsed_.evidence; }
    void blame(std::string fault) {
        if (parsed_.faults.size() < most_faults_read) parsed_.faults.push_back(std::move(fault));
    }
    /// Three lines precede the extensions.
    void blame_line(const std::string& fault) { blame("line " + std::to_string(at_ + 4) + " " + fault); }

    bool at_end() const { return at_ == lines_.size(); }
    bool begins(std::string_view word) const { return !at_end() && lines_[at_].starts_with(word); }
    std::string_view after(std::string_view word) const {
        return std::string_view(lines_[at_]).substr(word.size());
    }

    void take_head() {
        for (at_ = 1; begins("key "); ++at_) take_key();
        if (evidence().keys.size() > most_keys) blame("it names more than 64 keys");
        if (evidence().keys.empty()) blame_line("should name the key that signs the file");
        const auto time = begins("exported ") ? tlog::parse_decimal(after("exported ")) : std::nullopt;
        if (!time) blame_line("should say when the file was made");
        evidence().exported_utc_s = time.value_or(0);
        if (!at_end()) ++at_;
        if (begins("extract ")) {
            if (!take_extract()) blame_line("does not say which part of the game this is");
        } else if (at_end() || lines_[at_] != "all") {
            blame_line("does not say which part of the game this is");
        }
        if (!at_end()) ++at_;
    }

    void take_key() {
        const auto key = tlog::VerifierKey::parse(after("key "));
        if (!key) return blame_line("holds a damaged key");
        if (evidence().keys.size() > most_keys) return; // reported once
        if (std::ranges::count(evidence().keys, *key)) return blame_line("names a key again");
        evidence().keys.push_back(*key);
    }

    bool take_extract() {
        auto rest = after("extract ");
        std::array<std::uint64_t, 4> numbers{};
        for (auto& number : numbers) {
            const auto space = rest.find(' ');
            const auto read =
                space == std::string_view::npos ? std::nullopt : tlog::parse_decimal(rest.substr(0, space));
            if (!read || *read == 0 || *read > 1'000'000'000) return false;
            number = *read;
            rest.remove_prefix(space + 1);
        }
        if (numbers[0] > numbers[1] || numbers[2] > numbers[3] || rest.empty()) return false;
        evidence().extract = Extract{
            numbers[0], static_cast<int>(numbers[2]), static_cast<int>(numbers[3]), std::string(rest), {}};
        last_of_extract_ = numbers[1];
        return true;
    }

    void take_leaves() {
        const auto game =
            at_end() ? std::unexpected(std::string("the file ends")) : tlog::parse_game_leaf(lines_[at_]);
        if (game) {
            evidence().game = *game;
            if (evidence().origin != tlog::origin_of(game->id))
                blame("its first line names another game than its header");
            ++at_;
        } else {
            blame_line("should be the header of the game: " + game.error());
            if (!begins("adoube-input ") && !at_end()) ++at_;
        }
        for (; begins("adoube-input "); ++at_) {
            auto leaf = tlog::parse_input_leaf(lines_[at_]);
            if (!leaf) {
                blame_line("is no input: " + leaf.error());
                continue;
            }
            if (game && leaf->game_id != game->id)
                blame_line("is an input of another game, " + leaf->game_id);
            if (evidence().extract && leaf->n < evidence().first_input() && corrects_tags(leaf->entry)) {
                take_correction({leaf->n, std::move(leaf->entry)});
                continue;
            }
            numbers_.push_back(leaf->n);
            evidence().inputs.push_back(std::move(leaf->entry));
        }
    }

    static bool corrects_tags(const record::Entry& entry) {
        const auto input = record::parse_input(entry.line, record::Sensing::presence);
        return input && std::holds_alternative<record::SetTags>(input->what);
    }

    void take_correction(Correction correction) {
        auto& all = evidence().extract->corrections;
        if (!evidence().inputs.empty() || (!all.empty() && all.back().input >= correction.input))
            blame(input_name(correction.input) + " stands in another place than it must");
        all.push_back(std::move(correction));
    }

    void take_salts() {
        for (; begins("salt "); ++at_) {
            if (!tlog::is_salt(after("salt "))) blame_line("is no salt");
            evidence().salts.emplace_back(after("salt "));
        }
        const auto lines = 1 + evidence().corrections().size() + evidence().inputs.size();
        if (const auto salts = evidence().salts.size(); salts != 0 && salts != lines)
            blame("it has not one salt for each line of the record");
    }

    void take_rest() {
        for (; begins("proof "); ++at_) take_hash(evidence().proof, "proof ");
        while (begins("checkpoint") && lines_[at_] == "checkpoint" && signatures_ <= most_signatures_in_file)
            take_checkpoint();
        if (signatures_ > most_signatures_in_file) return blame("it holds more than 32768 signatures");
        if (!at_end()) blame_line("is nothing that evidence holds in this place");
    }

    void take_hash(std::vector<tlog::Hash>& hashes, std::string_view word) {
        if (const auto hash = tlog::parse_hash(after(word)))
            hashes.push_back(*hash);
        else
            blame_line("is no hash");
    }

    void take_checkpoint() {
        const auto first = at_++;
        std::string text;
        for (; begins(">"); ++at_) {
            if (lines_[at_] != ">" && !lines_[at_].starts_with("> "))
                blame_line("is not written as it must be");
            text += lines_[at_].substr(std::min<std::size_t>(lines_[at_].size(), 2)) + "\n";
        }
        auto note = tlog::parse_note(text);
        if (!note)
            return blame("the checkpoint in line " + std::to_string(first + 4) +
                         " is damaged: " + note.error());
        signatures_ += note->signatures.size();
        evidence().checkpoints.push_back({std::move(*note), {}});
        for (; begins("consistent "); ++at_)
            take_hash(evidence().checkpoints.back().consistency, "consistent ");
    }

    void check_numbers() {
        auto sorted = numbers_;
        std::ranges::sort(sorted);
        for (std::size_t at = 1; at < sorted.size(); ++at)
            if (sorted[at] == sorted[at - 1] && (at == 1 || sorted[at - 2] != sorted[at]))
                blame(input_name(sorted[at]) + " stands there more than once");
        const auto end =
            evidence().extract ? last_of_extract_ + 1 : std::max<std::uint64_t>(evidence().size, 1);
        auto next = evidence().first_input();
        for (const auto n : sorted) {
            if (n > next && n <= end) blame(inputs_name(next, n - 1) + " missing");
            next = std::max(next, n + 1);
        }
        if (next < end) blame("the end is cut: " + inputs_name(next, end - 1) + " missing");
        if (!sorted.empty() && (sorted.back() >= end || sorted.front() < evidence().first_input()))
            blame("there are inputs in it beyond those that it says it holds");
        for (std::size_t at = 1; at < numbers_.size(); ++at)
            if (numbers_[at] < numbers_[at - 1])
                return blame(input_name(numbers_[at]) + " stands after " + input_name(numbers_[at - 1]) +
                             ": the order was changed");
    }

    std::string_view text_;
    ParsedEvidence parsed_;
    std::vector<std::string> lines_;
    std::size_t at_ = 0;
    std::vector<std::uint64_t> numbers_;
    std::uint64_t last_of_extract_ = 0;
    std::size_t signatures_ = 0;
};

} // namespace

ParsedEvidence parse_evidence(std::string_view text) { return Parser(text).parse(); }

} // namespace adoube::evidence
