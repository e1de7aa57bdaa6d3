#include "daemon/server/document.hpp"

#include "daemon/text/hex.hpp"
#include "daemon/text/sha256.hpp"

#include <stdexcept>
#include <zlib.h>

namespace adoube::server {
namespace {

std::string tag_of(std::string_view text) {
    constexpr std::size_t bytes = 12; // of 32: nobody gains by two texts of one tag
    const auto hash = text::sha256(text);
    return '"' + text::to_hex(std::span(hash).first(bytes)) + '"';
}

/// RFC 1952, without a time, so that equal texts are equal bytes.
std::string compressed(std::string_view text) {
    constexpr int with_gzip_header = 15 + 16, usual_memory = 8;
    z_stream stream{};
    if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, with_gzip_header, usual_memory,
                     Z_DEFAULT_STRATEGY) != Z_OK)
        throw std::bad_alloc();
    std::string bytes(deflateBound(&stream, static_cast<uLong>(text.size())), '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data())); // only read
    stream.avail_in = static_cast<uInt>(text.size());
    stream.next_out = reinterpret_cast<Bytef*>(bytes.data());
    stream.avail_out = static_cast<uInt>(bytes.size());
    const int done = deflate(&stream, Z_FINISH);
    bytes.resize(stream.total_out);
    deflateEnd(&stream);
    if (done != Z_STREAM_END) throw std::logic_error("zlib took less than deflateBound promised");
    return bytes;
}

std::string_view trimmed(std::string_view text) {
    const auto first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

/// The next item of a list with commas, which is taken off `list`.
std::string_view take_item(std::string_view& list) {
    const auto item = list.substr(0, list.find(','));
    list.remove_prefix(std::min(list.size(), item.size() + 1));
    return trimmed(item);
}

} // namespace

Document::Document(broadcast::Text text) : text_(std::move(text)), tag_(tag_of(*text_)) {}

std::string Document::gzip_tag() const { return tag_.substr(0, tag_.size() - 1) + "-gzip\""; }

const broadcast::Text& Document::gzip() const {
    if (!gzip_) gzip_ = std::make_shared<const std::string>(compressed(*text_));
    return gzip_;
}

const Document& Documents::of(std::string_view path, const broadcast::Text& text) {
    return of(path, text, [&] { return text; });
}

const Document& Documents::of(std::string_view key, const broadcast::Text& source,
                              const std::function<broadcast::Text()>& make) {
    const auto known = documents_.find(key);
    if (known != documents_.end() && known->second.source == source) return known->second.document;
    forget_unread();
    return documents_.insert_or_assign(std::string(key), Made{source, Document(make())})
        .first->second.document;
}

/// Each time there are twice as many.
void Documents::forget_unread() {
    if (documents_.size() < 2 * looked_at_ + few) return;
    const auto holds = [](const Made& made) { return made.document.text() == made.source ? 2 : 1; };
    std::map<const std::string*, long> held_here; // by source
    for (const auto& [path, made] : documents_) held_here[made.source.get()] += holds(made);
    std::erase_if(documents_, [&](const auto& each) {
        auto& here = held_here[each.second.source.get()];
        if (each.second.source.use_count() > here) return false; // somebody else reads it
        here -= holds(each.second);
        return true;
    });
    if (documents_.size() >= most) documents_.clear();
    looked_at_ = documents_.size();
}

bool names_tag(std::string_view if_none_match, std::string_view tag) {
    while (!if_none_match.empty()) {
        auto item = take_item(if_none_match);
        if (item.starts_with("W/")) item.remove_prefix(2);
        if (item == "*" || item == tag) return true;
    }
    return false;
}

bool takes_gzip(std::string_view accept_encoding) {
    bool any = false;
    while (!accept_encoding.empty()) {
        const auto item = take_item(accept_encoding);
        const auto name = trimmed(item.substr(0, item.find(';')));
        const auto weight = item.find("q=");
        const bool wanted = weight == std::string_view::npos ||
                            item.substr(weight + 2).find_first_of("123456789") != std::string_view::npos;
        if (name == "gzip" || name == "x-gzip") return wanted;
        if (name == "*") any = wanted;
    }
    return any;
}

} // namespace adoube::server
