#pragma once
// A round of a lichess broadcast, as far as its documentation and its users tell how it takes pushed games:
// written apart from what pushes them.

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace adoube::tests {

class LichessModel {
  public:
    static constexpr std::size_t most_bytes = 512 * 1024;

    struct Move {
        std::string san, clock;
        friend bool operator==(const Move&, const Move&) = default;
    };
    struct Chapter {
        std::map<std::string, std::string> tags;
        std::vector<Move> mainline;
        int variations = 0;
    };

    struct Response {
        unsigned status;
        std::string body;
    };
    Response push(std::string_view body);
    void reset() { chapters.clear(); }

    /// By GameId.
    std::map<std::string, Chapter> chapters;
    bool pulls_from_url = false; // then each game gets an error
    bool was_stopped = false;    // by an empty PGN
};

/// The games of a PGN text, also where no lichess is asked.
std::vector<LichessModel::Chapter> games_in(std::string_view pgn);

} // namespace adoube::tests
