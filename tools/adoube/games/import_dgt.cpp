#include "tools/adoube/games/import_dgt.hpp"

#include "daemon/text/base64.hpp"
#include "tools/adoube/common/exit_status.hpp"
#include "tools/adoube/common/files.hpp"
#include "tools/adoube/common/say.hpp"
#include "tools/adoube/games/dgt_log.hpp"

#include <algorithm>
#include <ostream>

namespace adoube::tools {
namespace {

namespace dgt = drivers::dgt;

class Recording {
  public:
    static constexpr std::size_t most_faults = 100; // reported one by one

    Recording(std::string name, std::ostream& err) : name_(std::move(name)), err_(err) {}

    void read_raw(std::string_view content, const Steps& told) {
        for (std::size_t at = 0; at < content.size() && !is_noise(); ++at) {
            if (at % told_every == 0) told(at, content.size());
            const auto byte = static_cast<std::uint8_t>(content[at]);
            keep(decoder_.feed({&byte, 1}), "byte " + std::to_string(at + 1));
        }
        if (decoder_.in_message() && !is_noise())
            complain("byte " + std::to_string(content.size()), "the last message is cut off");
    }

    void read_lines(std::string_view content, const Steps& told) {
        const auto all = content.size();
        for (int number = 1; !content.empty() && !is_noise(); ++number) {
            told(all - content.size(), all);
            const auto end = content.find('\n');
            auto line = content.substr(0, end);
            content.remove_prefix(end == std::string_view::npos ? content.size() : end + 1);
            if (line.ends_with('\r')) line.remove_suffix(1);
            if (!line.empty()) read_line(line, std::to_string(number));
        }
    }

    std::span<const dgt::Message> messages() const { return messages_; }
    bool clean() const { return faults_ == 0; }
    /// Not worth reading further.
    bool is_noise() const { return faults_ > most_faults + messages_.size(); }

    void complain(const std::string& place, const std::string& reason) {
        if (++faults_ <= most_faults) say(err_, name_ + ':' + place + ": " + reason);
    }
    void sum_up() {
        if (faults_ > most_faults)
            err_ << name_ << ": " << faults_ - most_faults << " more faults were found"
                 << (is_noise() ? ", and the rest was not read: this is hardly of a DGT board\n" : "\n");
    }

  private:
    static constexpr std::size_t told_every = 4096; // bytes

    void read_line(std::string_view line, const std::string& place) {
        const auto bytes = text::from_base64(line);
        if (!bytes) return complain(place, "this line is no base64");
        keep(decoder_.feed({reinterpret_cast<const std::uint8_t*>(bytes->data()), bytes->size()}), place);
        if (decoder_.in_message()) complain(place, "the message of this line is cut off");
        decoder_.reset();
    }

    void keep(std::vector<std::expected<dgt::Message, std::string>> results, const std::string& place) {
        for (auto& result : results) {
            if (result)
                messages_.push_back(std::move(*result));
            else
                complain(place, result.error());
        }
    }

    std::string name_;
    std::ostream& err_;
    dgt::Decoder decoder_;
    std::vector<dgt::Message> messages_;
    std::size_t faults_ = 0;
};

/// Text has no byte from 80 hex up; every message of a board begins with one.
bool is_raw(std::string_view content) {
    return std::ranges::any_of(content.substr(0, 256),
                               [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
}

} // namespace

int run_import_dgt(const ImportOptions& options, Streams io) {
    const auto content = read_file(options.file, io.in);
    if (!content) {
        say(io.err, content.error());
        return bad_input;
    }
    Recording reading(options.file == "-" ? "standard input" : options.file, io.err);
    Progress progress(io, false);
    if (is_raw(*content))
        reading.read_raw(*content, progress.steps(options.file));
    else
        reading.read_lines(*content, progress.steps(options.file));
    reading.sum_up();
    if (reading.messages().empty()) {
        reading.complain("1", "no message of a DGT board was found");
        return bad_input;
    }
    if (!write_log(transcribe(reading.messages()), options, io)) return bad_input;
    return reading.clean() ? success : bad_input;
}

} // namespace adoube::tools
