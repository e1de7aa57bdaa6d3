#pragma once
// PGN files on a server, each replaced as a whole: one with the games that are on the boards, and one for
// each game. Whatever was shown before, the newest file heals it.

#include "daemon/targets/site.hpp"

#include <map>

namespace adoube::targets {

class PublishedFiles : public Site {
  public:
    /// Between two uploads of one file.
    static constexpr std::int64_t spacing_ms = 5'000;
    /// A refused file is tried again, as a full disk may be cleared.
    static constexpr std::int64_t refused_wait_ms = 300'000;
    /// An upload without an answer may still replace the file so long.
    static constexpr std::int64_t settled_after_ms = 30'000;
    /// Beyond this the file is forgotten that has not changed for longest.
    static constexpr std::size_t most_games = 1024;

    /// As in Settings.
    PublishedFiles(std::string url, std::string each_game, bool post)
        : url_(std::move(url)), each_game_(std::move(each_game)), post_(post) {}

    void put(SiteGame game) override;
    std::optional<HallMs> due() const override;
    std::optional<Request> next(HallMs now) override;
    Answer answered(Answer answer, HallMs now) override;
    void push_again() override;
    void reset() override { push_again(); }
    std::size_t behind() const override;
    void report(Report& report) const override;
    std::vector<Note> take_notes() override { return std::exchange(notes_, {}); }

  private:
    struct File {
        int board = 0;               // 0: the file with all boards' games
        std::string newest, players; // of one game
        bool is_behind = false;
        std::string refused;
        std::optional<HallMs> taken; // last
        HallMs not_before = HallMs::min();
        HallMs settled = HallMs::min(); // an upload without an answer is over
        std::uint64_t put = 0;          // since when it waits
    };
    using Files = std::map<std::string, File, std::less<>>; // by game id; "": of all boards

    void changed(File& file);
    void forget_one();
    std::string text_of(const Files::value_type& file) const;
    std::string name_of(const Files::value_type& file) const;
    Files::const_iterator first_due() const;

    std::string url_, each_game_;
    bool post_;
    Files files_;
    std::map<int, SiteGame> boards_; // what the file of all boards holds
    std::size_t games_ = 0;
    std::uint64_t put_ = 0;
    std::optional<std::string> open_; // key of the file that is sent
    std::vector<Note> notes_;
};

} // namespace adoube::targets
