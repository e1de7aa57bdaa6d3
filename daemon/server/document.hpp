#pragma once
// A text that many read again and again, most of them unchanged: with entity tags that are the same for the
// same text after every restart, and compressed once for all who take it so.

#include "daemon/broadcast/live_round.hpp"

#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace adoube::server {

class Document {
  public:
    explicit Document(broadcast::Text text);

    const broadcast::Text& text() const { return text_; }
    /// Strong (RFC 9110, 8.8.3), with its quotes; each form has its own. That of the text is how its SHA-256
    /// begins, in 24 hexadecimal digits.
    const std::string& tag() const { return tag_; }
    std::string gzip_tag() const;
    /// Compressed at the first call.
    const broadcast::Text& gzip() const;

  private:
    broadcast::Text text_;
    std::string tag_;
    mutable broadcast::Text gzip_;
};

/// By path, while somebody else has their sources: what is made of a text that has changed, or of a game that
/// nobody reads any more, is forgotten.
class Documents {
  public:
    const Document& of(std::string_view path, const broadcast::Text& text);
    /// What `make` makes of `source`; made again when that changes.
    const Document& of(std::string_view key, const broadcast::Text& source,
                       const std::function<broadcast::Text()>& make);
    std::size_t size() const { return documents_.size(); }

  private:
    static constexpr std::size_t most = 1024; // more than a round has
    static constexpr std::size_t few = 16;    // not worth a look at all
    struct Made {
        broadcast::Text source;
        Document document;
    };
    void forget_unread();

    std::map<std::string, Made, std::less<>> documents_;
    std::size_t looked_at_ = 0; // so many were left
};

/// Whether If-None-Match names `tag`; compared weakly, as that asks (RFC 9110, 13.1.2).
bool names_tag(std::string_view if_none_match, std::string_view tag);

/// Whether Accept-Encoding allows gzip (RFC 9110, 12.5.3); without one, only the text itself is sure to be
/// understood.
bool takes_gzip(std::string_view accept_encoding);

} // namespace adoube::server
