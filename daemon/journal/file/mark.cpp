#include "daemon/journal/file/mark.hpp"

#include "daemon/journal/record.hpp"

#include <openssl/sha.h>
#include <sqlite3.h>

#include <algorithm>
#include <charconv>
#include <ranges>
#include <span>

namespace adoube::journal {
namespace {

constexpr int place_size = 1 << 16;
constexpr std::string_view magic = "adoube-mark 1 ";
/// Against intermittent disk errors.
constexpr int most_tries = 4;

Chain digest(std::string_view text) {
    Chain hash;
    SHA256(reinterpret_cast<const unsigned char*>(text.data()), text.size(), hash.data());
    return hash;
}

std::string_view bytes_of(const Chain& chain) {
    return {reinterpret_cast<const char*>(chain.data()), chain.size()};
}

std::string hex(std::span<const std::uint8_t> bytes) {
    std::string text;
    for (const auto byte : bytes) {
        text += "0123456789abcdef"[byte >> 4];
        text += "0123456789abcdef"[byte & 15];
    }
    return text;
}

class Words {
  public:
    explicit Words(std::string_view line) : line_(line) {}
    std::string_view word() {
        const auto word = line_.substr(0, line_.find(' '));
        line_.remove_prefix(std::min(line_.size(), word.size() + 1));
        return word;
    }
    std::uint64_t number() {
        const auto text = word();
        std::uint64_t value = 0;
        std::from_chars(text.data(), text.data() + text.size(), value);
        return value;
    }
    std::string_view rest() const { return line_; }

  private:
    std::string_view line_;
};

Chain parse_chain(std::string_view text) {
    Chain chain{};
    for (std::size_t at = 0; at < chain.size() && 2 * at + 2 <= text.size(); ++at)
        std::from_chars(text.data() + 2 * at, text.data() + 2 * at + 2, chain[at], 16);
    return chain;
}

std::string to_line(const Marked::Game& game) {
    return std::to_string(game.inputs) + (game.over ? " over " : " open ") + hex(game.chain) + ' ' + game.id +
           '\n';
}

/// GENERATION RECORDS, then the games that fit, last written first.
std::string body_of(std::uint64_t generation, const Marked& marked, std::size_t longest) {
    auto text = std::to_string(generation) + ' ' + std::to_string(marked.records) + '\n';
    for (const auto& game : marked.games | std::views::reverse) {
        const auto line = to_line(game);
        if (text.size() + line.size() > longest) break;
        text += line;
    }
    return text;
}

std::string head_of(std::string_view body) {
    return std::string(magic) + std::to_string(body.size()) + ' ' + hex(digest(body)) + '\n';
}

Marked parse_body(std::string_view body, std::uint64_t& generation) {
    Words first(body.substr(0, body.find('\n')));
    generation = first.number();
    Marked marked{first.number(), {}};
    body.remove_prefix(std::min(body.size(), body.find('\n') + 1));
    while (!body.empty()) {
        Words line(body.substr(0, body.find('\n')));
        Marked::Game game;
        game.inputs = line.number();
        game.over = line.word() == "over";
        game.chain = parse_chain(line.word());
        game.id = line.rest();
        marked.games.push_back(std::move(game));
        body.remove_prefix(std::min(body.size(), body.find('\n') + 1));
    }
    std::ranges::reverse(marked.games);
    return marked;
}

} // namespace

Chain chain_of(const GameEntry& game) {
    return digest("game\n" + game.id + '\n' + game.header + '\n' +
                  std::to_string(game.created_utc_ms.count()));
}

Chain chain_with(const Chain& before, const Entry& input) {
    auto text = std::string(bytes_of(before)) + input.line + '\n' + std::to_string(input.host_utc_ms.count());
    if (const auto& origin = input.origin)
        text += '\n' + origin->board_id + '\n' + std::to_string(origin->boot_id) + '\n' +
                (origin->sequence ? std::to_string(*origin->sequence) : "-") + '\n' +
                std::to_string(origin->board_us.count());
    return digest(text);
}

void Mark::Close::operator()(sqlite3_file* file) const {
    if (file->pMethods) file->pMethods->xClose(file);
    ::operator delete(file);
}

Mark::Mark(const std::filesystem::path& journal, const char* vfs) : vfs_(sqlite3_vfs_find(vfs)) {
    std::string full(static_cast<std::size_t>(vfs_->mxPathname) + 1, '\0');
    const auto given = vfs ? journal : std::filesystem::absolute(journal);
    if (const int code = vfs_->xFullPathname(vfs_, given.c_str(), vfs_->mxPathname, full.data());
        (code & 0xff) == SQLITE_OK)
        path_ = full.c_str();
    else
        path_ = given.string();
    path_ += "-mark";
}
Mark::~Mark() = default;
Mark::Mark(Mark&&) noexcept = default;
Mark& Mark::operator=(Mark&&) noexcept = default;

int Mark::open(bool create) {
    if (file_) return SQLITE_OK;
    auto* const file = static_cast<sqlite3_file*>(::operator new(static_cast<std::size_t>(vfs_->szOsFile)));
    file->pMethods = nullptr;
    // Created as a WAL: SQLite then gives it the journal's permissions and syncs its folder. A WAL without
    // its journal cannot be opened.
    const int kind = create ? SQLITE_OPEN_WAL | SQLITE_OPEN_CREATE : SQLITE_OPEN_SUPER_JOURNAL;
    const int code = vfs_->xOpen(vfs_, path_.c_str(), file, kind | SQLITE_OPEN_READWRITE, nullptr);
    std::unique_ptr<sqlite3_file, Close> opened(file);
    if (code == SQLITE_OK) file_ = std::move(opened);
    return code;
}

Mark::Place Mark::read_place(int place) {
    std::string text(place_size, '\0');
    int code = SQLITE_IOERR;
    for (int tries = 0; tries < most_tries && code != SQLITE_OK && code != SQLITE_IOERR_SHORT_READ; ++tries)
        code = file_->pMethods->xRead(file_.get(), text.data(), place_size,
                                      static_cast<sqlite3_int64>(place) * place_size);
    if (!text.starts_with(magic)) return {};
    Words head(std::string_view(text).substr(magic.size(), text.find('\n') - magic.size()));
    const auto size = head.number();
    const auto body = std::string_view(text).substr(text.find('\n') + 1, size);
    if (body.size() != size || head.word() != hex(digest(body))) return {};
    Place found;
    found.marked = parse_body(body, found.generation);
    return found;
}

std::optional<Marked> Mark::read() {
    int is_there = 0;
    vfs_->xAccess(vfs_, path_.c_str(), SQLITE_ACCESS_EXISTS, &is_there);
    for (int tries = 0; is_there && !file_ && tries < most_tries; ++tries) (void)open(false);
    if (!file_) return std::nullopt;
    Place places[] = {read_place(0), read_place(1)};
    const int newest = places[1].marked && places[1].generation >= places[0].generation ? 1 : 0;
    generation_ = std::max(places[0].generation, places[1].generation);
    // If both are whole, the newest may be unsynced after a kill: only the other counts.
    synced_ = places[1 - newest].marked ? 1 - newest : newest;
    return std::move(places[newest].marked);
}

/// So that later writes only overwrite: fast, and possible on a full disk.
int Mark::make_room() {
    if (const int code = open(true); code != SQLITE_OK || has_room_) return code;
    sqlite3_int64 size = 0;
    int code = file_->pMethods->xFileSize(file_.get(), &size);
    const std::string empty(place_size, '\0'); // SQLite writes less than 128 KiB at once
    for (; code == SQLITE_OK && size < 2 * place_size; size += place_size)
        code = file_->pMethods->xWrite(file_.get(), empty.data(), place_size, size);
    has_room_ = code == SQLITE_OK;
    return code;
}

int Mark::write(const Marked& marked, bool over_all) {
    if (const int code = make_room(); code != SQLITE_OK) return code;
    constexpr std::size_t longest_head = 128;
    const auto body = body_of(++generation_, marked, place_size - longest_head);
    auto text = head_of(body) + body;
    if (over_all) text.resize(place_size);
    return file_->pMethods->xWrite(file_.get(), text.data(), static_cast<int>(text.size()),
                                   static_cast<sqlite3_int64>(1 - synced_) * place_size);
}

int Mark::sync() {
    const int code = file_->pMethods->xSync(file_.get(), SQLITE_SYNC_NORMAL | SQLITE_SYNC_DATAONLY);
    if (code == SQLITE_OK) synced_ = 1 - synced_;
    return code;
}

} // namespace adoube::journal
