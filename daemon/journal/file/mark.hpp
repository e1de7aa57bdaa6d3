#pragma once
// Records how much a journal held, in a small file beside it (hall.journal-mark), so that a cut, damaged or
// removed SQLite log is noticed.
//
// A state is written whole into one of two places of fixed size while the other keeps the last synced state,
// so that one survives a power cut at any moment, and a kill in the middle of a write. What changes until the
// next sync is added behind it. A state is written only after its records are on disk: a journal behind its
// mark has lost something.

#include <array>
#include <cstdint>
#include <filesystem>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

struct sqlite3_file;
struct sqlite3_vfs;

namespace adoube::record {
struct GameEntry;
struct Entry;
} // namespace adoube::record

namespace adoube::journal {

/// Fixes a game's header and inputs, in order.
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
    std::list<Game> games;     // last written last; not all games
    friend bool operator==(const Marked&, const Marked&) = default;
};

class Mark {
  public:
    /// Opens nothing yet. `vfs`: see Journal::open.
    Mark(const std::filesystem::path& journal, const char* vfs);
    ~Mark();
    Mark(Mark&&) noexcept;
    Mark& operator=(Mark&&) noexcept;

    /// The last whole state; empty if none.
    std::optional<Marked> read();
    /// SQLite's codes. A state survives a kill once written, a power cut once synced. If not all games fit,
    /// those written longest ago are left out. `over_all` overwrites the whole place.
    int write(const Marked& marked, bool over_all = false);
    /// A state that differs from the one before in its records and its last `changed` games. Empty: the place
    /// has no room for that, or no state since it was synced; write it whole.
    std::optional<int> add(const Marked& marked, std::size_t changed);
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
    int write_at(std::size_t offset, std::string_view text);
    int make_room();
    Place read_place(int place);

    sqlite3_vfs* vfs_;
    std::string path_;
    std::unique_ptr<sqlite3_file, Close> file_;
    std::uint64_t generation_ = 0; // last written
    int synced_ = 1;               // not to be overwritten
    std::size_t end_ = 0;          // of what was written in the other place; 0: nothing
    bool has_room_ = false;        // for both places
};

} // namespace adoube::journal
