#pragma once
// How much a journal held, in a small file of its own beside it (hall.journal-mark), so that a log of SQLite
// that is cut, damaged or taken away takes nothing along in silence.
//
// The file has two places of a fixed size, and each state is written whole into one of them. The other keeps
// the last state that was synced, so that one of the two is whole after a power cut, at any moment. A state
// is written after what it speaks of is on the disk: the mark is behind the journal or with it, and a journal
// behind its mark has lost something.

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

struct sqlite3_file;
struct sqlite3_vfs;

namespace adoube::record {
struct GameEntry;
struct Entry;
} // namespace adoube::record

namespace adoube::journal {

/// Fixes a game's header and its inputs so far, and their order.
using Chain = std::array<std::uint8_t, 32>;
Chain chain_of(const record::GameEntry& game);
Chain chain_with(const Chain& before, const record::Entry& input);

struct Marked {
    struct Game {
        std::string id;
        std::uint64_t inputs = 0;
        Chain chain{};
        bool over = false;
        friend bool operator==(const Game&, const Game&) = default;
    };
    std::uint64_t records = 0; // ever written
    std::vector<Game> games;   // the one written to last is the last; not all that there are
    friend bool operator==(const Marked&, const Marked&) = default;
};

class Mark {
  public:
    /// Of the journal at `journal`; `vfs` as Journal::open has it. Opens nothing yet.
    Mark(const std::filesystem::path& journal, const char* vfs);
    ~Mark();
    Mark(Mark&&) noexcept;
    Mark& operator=(Mark&&) noexcept;

    /// The last that was written and is whole; empty where there is none.
    std::optional<Marked> read();
    /// Both are SQLite's codes. What is written is seen after a kill, and after a power cut once it is
    /// synced. What is more than fits is left out, the games first that were written to longest ago.
    /// `over_all`: nothing of what was written in its place before is left.
    int write(const Marked& marked, bool over_all = false);
    int sync();
    const std::string& path() const { return path_; }

  private:
    struct Close {
        void operator()(sqlite3_file* file) const;
    };
    struct Place {
        std::uint64_t generation = 0;
        std::optional<Marked> marked; // empty: not whole
    };
    int open(bool create);
    int make_room();
    Place read_place(int place);

    sqlite3_vfs* vfs_;
    std::string path_;
    std::unique_ptr<sqlite3_file, Close> file_;
    std::uint64_t generation_ = 0; // the last that was written
    int synced_ = 1;               // the place that is left alone
    bool has_room_ = false;        // for both places
};

} // namespace adoube::journal
