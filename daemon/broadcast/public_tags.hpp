#pragma once
// The PGN tags that may leave the hall. Tags that reveal conduct or claims, such as Termination ("rules
// infraction") or Annotator, are not listed and so cannot be held.

#include <iterator>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace adoube::broadcast {

/// Copies of them, also in other threads, share the text: each state of each game has them.
class PublicTags {
  public:
    using Map = std::map<std::string, std::string, std::less<>>;
    using Tag = std::pair<std::string_view, std::string_view>;

    class Iterator {
      public:
        using value_type = Tag;
        using difference_type = std::ptrdiff_t;
        Iterator() = default;
        explicit Iterator(const char* at) : at_(at) {}
        Tag operator*() const;
        Iterator& operator++();
        Iterator operator++(int) { return std::exchange(*this, ++Iterator(*this)); }
        friend bool operator==(const Iterator&, const Iterator&) = default;

      private:
        const char* at_ = nullptr;
    };

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

    /// By name.
    Iterator begin() const { return Iterator(written_ ? written_->data() : nullptr); }
    Iterator end() const { return Iterator(written_ ? written_->data() + written_->size() : nullptr); }
    friend bool operator==(const PublicTags& one, const PublicTags& other) {
        return one.written_ == other.written_ ||
               (one.written_ && other.written_ && *one.written_ == *other.written_);
    }

  private:
    /// Of each its name, as a number, then its value and a zero. Null: there are none.
    std::shared_ptr<const std::string> written_;
};

} // namespace adoube::broadcast
