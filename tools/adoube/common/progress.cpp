#include "tools/adoube/common/progress.hpp"

#include "daemon/text/quoting.hpp"
#include "daemon/text/utf8.hpp"

#include <algorithm>
#include <array>
#include <ostream>
#include <streambuf>
#include <utility>

namespace adoube::tools {
namespace {

using std::chrono::seconds;

/// The first so many characters.
std::string_view cut(std::string_view text, std::size_t columns) {
    std::size_t size = 0;
    for (; columns > 0 && size < text.size(); --columns)
        size += std::max<std::size_t>(1, text::utf8_length(text.substr(size)));
    return text.substr(0, size);
}

/// As what was done so far lets expect; empty while that is too little.
std::string time_left(std::size_t percent, seconds took) {
    constexpr std::size_t least_percent = 5;
    constexpr seconds least_time(5);
    if (percent < least_percent || percent >= 100 || took < least_time) return {};
    const auto left_s =
        took.count() * static_cast<std::int64_t>(100 - percent) / static_cast<std::int64_t>(percent);
    if (left_s < 60) return ", less than a minute left";
    return ", about " + std::to_string((left_s + 30) / 60) + " min left";
}

} // namespace

class Progress::Line {
  public:
    explicit Line(Streams io)
        : columns_(static_cast<std::size_t>(io.err_columns)), others_{Other(io.err, *this),
                                                                      Other(io.out, *this)} {}

    void show(std::string_view text) {
        put("\r" + std::string(cut(text, columns_ - 1)) + "\x1b[K");
        is_shown_ = true;
    }
    void take_away() {
        if (std::exchange(is_shown_, false)) put("\r\x1b[K");
    }

  private:
    /// What others write to a stream.
    class Other final : public std::streambuf {
      public:
        Other(std::ostream& stream, Line& line) : stream_(stream), to_(stream.rdbuf(this)), line_(line) {}
        ~Other() override {
            line_.take_away();
            stream_.rdbuf(to_);
        }
        Other(const Other&) = delete;
        Other& operator=(const Other&) = delete;
        std::streambuf& to() { return *to_; }

      private:
        int_type overflow(int_type letter) override {
            line_.take_away();
            if (traits_type::eq_int_type(letter, traits_type::eof())) return traits_type::not_eof(letter);
            return to_->sputc(traits_type::to_char_type(letter));
        }
        std::streamsize xsputn(const char* text, std::streamsize size) override {
            line_.take_away();
            return to_->sputn(text, size);
        }
        int sync() override { return to_->pubsync(); }

        std::ostream& stream_;
        std::streambuf* to_;
        Line& line_;
    };

    void put(const std::string& text) {
        auto& err = others_.front().to();
        err.sputn(text.data(), static_cast<std::streamsize>(text.size()));
        err.pubsync();
    }

    std::size_t columns_;
    bool is_shown_ = false;
    std::array<Other, 2> others_; // standard error, standard output
};

Progress::Progress(Streams io, bool as_json, Now now)
    : line_(io.err_columns > 0 && !as_json ? std::make_unique<Line>(io) : nullptr), now_(std::move(now)),
      begun_(now_()), told_(begun_) {}

Progress::~Progress() = default;

void Progress::tell(std::size_t done, std::size_t all, std::string_view what) {
    if (!line_) return;
    const auto at = now_();
    if (at - begun_ < shown_after || at - told_ < shown_every) return;
    told_ = at;
    const auto shown = text::shown(what);
    if (all == 0) return line_->show(std::to_string(done) + ' ' + shown);
    const auto percent = std::min<std::size_t>(100, 100 * done / all);
    line_->show(std::to_string(percent) + " %" +
                time_left(percent, std::chrono::duration_cast<seconds>(at - begun_)) + ": " + shown);
}

Steps Progress::steps(std::string what) {
    return [this, what = std::move(what)](std::size_t done, std::size_t all) { tell(done, all, what); };
}

} // namespace adoube::tools
