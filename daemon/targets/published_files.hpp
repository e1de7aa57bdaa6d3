#pragma once
// Files on a server, each replaced as a whole: PGN of the games that are on the boards, PGN of each game, and
// a folder as of LiveChess Cloud. Whatever was shown before, the newest file heals it.

#include "daemon/targets/site.hpp"

#include <deque>
#include <map>
#include <set>

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
    PublishedFiles(std::string url, std::string each_game, std::string cloud, bool post)
        : url_(std::move(url)), each_game_(std::move(each_game)), cloud_(std::move(cloud)), post_(post) {}

    void put(const broadcast::PublicGame& game) override;
    void correct(const broadcast::PublicGame& standing) override;
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
        int board = 0;               // 0: of more than one
        std::string newest, players; // but of the file of all boards
        bool is_behind = false;
        std::string refused;
        std::optional<HallMs> taken; // last
        HallMs not_before = HallMs::min();
        HallMs settled = HallMs::min(); // an upload without an answer is over
        std::uint64_t put = 0;          // since when it waits
    };
    /// By game id; "": of all boards; with a slash before it, by path in the cloud's folder.
    using Files = std::map<std::string, File, std::less<>>;

    void put_own(const broadcast::PublicGame& state, const SiteGame& game);
    void put_on_board(SiteGame game);
    void put_cloud(const broadcast::PublicGame& game, const std::string& players);
    std::set<std::string> unsent_in(const std::string& name) const;
    File& store(const std::string& name, std::string text);
    void changed(File& file);
    void forget_one();
    std::string url_of(const std::string& name) const;
    std::string text_of(const Files::value_type& file) const;
    std::string name_of(const Files::value_type& file) const;
    bool is_refused_for(const std::string& reason) const;
    Files::const_iterator first_due() const;

    std::string url_, each_game_, cloud_;
    bool post_;
    Files files_;
    std::map<int, SiteGame> boards_;                // what the file of all boards holds
    std::deque<broadcast::PublicGame> cloud_games_; // the one that changed last at the end
    std::set<std::string> unsent_;                  // games of which no file has what was put last
    std::uint64_t put_ = 0;
    std::optional<std::string> open_;  // key of the file that is sent
    std::set<std::string> open_games_; // of `unsent_` before
    std::vector<Note> notes_;
};

} // namespace adoube::targets
