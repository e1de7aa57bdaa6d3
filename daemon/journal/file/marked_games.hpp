#pragma once
// The games of a mark while a journal is written, last written last. How many there are makes none of these
// slower, as each input of each board comes here.

#include "daemon/journal/file/mark.hpp"

#include <unordered_map>

namespace adoube::journal {

class MarkedGames {
  public:
    explicit MarkedGames(Marked marked);

    const Marked& marked() const { return marked_; }
    bool has(const std::string& id) const { return places_.contains(id); }
    /// Its id is in none yet.
    Marked::Game& add(Marked::Game game);
    /// It becomes the last; null if there is none.
    Marked::Game* touch(const std::string& id);
    /// Also forgets the finished game written longest ago, if there are more than `most_over`.
    void finish(const std::string& id, std::size_t most_over);
    void remove(const std::string& id);

    void count_record() { ++marked_.records; }

  private:
    Marked marked_;
    std::unordered_map<std::string, std::list<Marked::Game>::iterator> places_; // by id
    std::size_t over_ = 0;
};

} // namespace adoube::journal
