#pragma once
// The PGN tags that may leave the hall: who plays whom, where, in which round, at which rate of play. A tag
// such as Termination ("rules infraction") or Annotator tells of the players' conduct or of claims; it is not
// in the list and therefore cannot be held.

#include <map>
#include <string>
#include <string_view>

namespace adoube::broadcast {

class PublicTags {
  public:
    using Map = std::map<std::string, std::string, std::less<>>;

    /// The tags that `is_public`, ready to be shown: UTF-8 (what is not is read as ISO 8859-1, PGN 1994
    /// chapter 4.1), control characters made spaces.
    static bool is_public(std::string_view name);

    PublicTags() = default;
    /// Keeps of `tags` what is public.
    PublicTags(const Map& tags); // not explicit: a log's tags are given as they are

    /// False, and nothing kept, where the tag is not public.
    bool set(std::string_view name, std::string_view value);
    /// Empty where there is none.
    std::string_view operator[](std::string_view name) const;

    auto begin() const { return tags_.begin(); }
    auto end() const { return tags_.end(); }
    friend bool operator==(const PublicTags&, const PublicTags&) = default;

  private:
    Map tags_;
};

} // namespace adoube::broadcast
