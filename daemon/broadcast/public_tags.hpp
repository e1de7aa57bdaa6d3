#pragma once
// The PGN tags that may leave the hall. Tags that reveal conduct or claims, such as Termination ("rules
// infraction") or Annotator, are not listed and so cannot be held.

#include <map>
#include <string>
#include <string_view>

namespace adoube::broadcast {

class PublicTags {
  public:
    using Map = std::map<std::string, std::string, std::less<>>;

    /// Values are made displayable: UTF-8 (else read as ISO 8859-1, PGN 1994 chapter 4.1), control characters
    /// become spaces.
    static bool is_public(std::string_view name);

    PublicTags() = default;
    /// Keeps only public tags.
    PublicTags(const Map& tags); // implicit, for a log's tags

    /// False: not public, ignored.
    bool set(std::string_view name, std::string_view value);
    /// Empty if absent.
    std::string_view operator[](std::string_view name) const;

    auto begin() const { return tags_.begin(); }
    auto end() const { return tags_.end(); }
    friend bool operator==(const PublicTags&, const PublicTags&) = default;

  private:
    Map tags_;
};

} // namespace adoube::broadcast
