#include "daemon/journal/file/mark.hpp"

#include "daemon/journal/record.hpp"
#include "daemon/text/hex.hpp"
#include "daemon/text/sha256.hpp"

#include <sqlite3.h>

#include <algorithm>
#include <charconv>
#include <ranges>
#include <span>

namespace adoube::journal {
namespace {

constexpr int place_size = 1 << 16;
constexpr std::string_view magic = "adoube-mark 1 ", change_magic = "adoube-mark-change 1 ";
constexpr std::size_t longest_head = 128;
/// Of a place, for changes: the states of some tens of games.
constexpr std::size_t room_for_changes = 1 << 13;
/// Against intermittent disk errors.
constexpr int most_tries = 4;

std::string_view bytes_of(const Chain& chain) {
    return {reinterpret_cast<const char*>(chain.data()), chain.size()};
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

void append_number(std::string& text, std::uint64_t number) {
    std::array<char, 20> digits{};
    text.append(digits.data(), std::to_chars(digits.begin(), digits.end(), number).ptr);
}

void append_line(std::string& text, const Marked::Game& game) {
    append_number(text, game.inputs);
    text += game.over ? " over " : " open ";
    text::append_hex(text, game.chain);
    text += ' ';
    text += game.id;
    text += '\n';
}

/// GENERATION RECORDS, then the games that fit, at most so many, last written first.
std::string body_of(std::uint64_t generation, const Marked& marked, std::size_t most, std::size_t longest) {
    auto text = std::to_string(generation) + ' ' + std::to_string(marked.records) + '\n';
    for (const auto& game : marked.games | std::views::reverse | std::views::take(most)) {
        const auto whole = text.size();
        append_line(text, game);
        if (text.size() <= longest) continue;
        text.resize(whole);
        break;
    }
    return text;
}

std::string with_head(std::string_view first_word, std::string_view body) {
    std::string text(first_word);
    append_number(text, body.size());
    text += ' ';
    text::append_hex(text, text::sha256(body));
    text += '\n';
    return text += body;
}

/// Taken off `text`; empty if it does not begin so, or is not whole.
std::optional<std::string_view> take_body(std::string_view first_word, std::string_view& text) {
    if (!text.starts_with(first_word)) return std::nullopt;
    const auto head_end = text.find('\n');
    if (head_end == std::string_view::npos) return std::nullopt;
    Words head(text.substr(first_word.size(), head_end - first_word.size()));
    const auto size = head.number();
    const auto body = text.substr(head_end + 1, size);
    if (body.size() != size || head.word() != text::to_hex(text::sha256(body))) return std::nullopt;
    text.remove_prefix(head_end + 1 + size);
    return body;
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

void change(Marked& marked, Marked&& by) {
    marked.records = by.records;
    for (const auto& game : by.games)
        std::erase_if(marked.games, [&](const auto& one) { return one.id == game.id; });
    marked.games.splice(marked.games.end(), by.games);
}

} // namespace

Chain chain_of(const GameEntry& game) {
    return text::sha256("game\n" + game.id + '\n' + game.header + '\n' +
                        std::to_string(game.created_utc_ms.count()));
}

Chain chain_with(const Chain& before, const Entry& input) {
    std::string text;
    text.reserve(before.size() + input.line.size() + 128);
    text += bytes_of(before);
    text += input.line;
    text += '\n' + std::to_string(input.host_utc_ms.count());
    if (const auto& origin = input.origin) {
        text += '\n' + origin->board_id + '\n';
        append_number(text, origin->boot_id);
        text += '\n';
        if (origin->sequence)
            append_number(text, *origin->sequence);
        else
            text += '-';
        text += '\n';
        append_number(text, origin->board_us.count());
    }
    return text::sha256(text);
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
    std::string_view rest = text;
    const auto body = take_body(magic, rest);
    if (!body) return {};
    Place found;
    found.marked = parse_body(*body, found.generation);
    while (const auto changes = take_body(change_magic, rest)) {
        std::uint64_t generation = 0;
        auto changed = parse_body(*changes, generation);
        if (generation != found.generation) break; // of a state that was here before
        change(*found.marked, std::move(changed));
    }
    return found;
}

std::optional<Marked> Mark::read() {
    int is_there = 0;
    vfs_->xAccess(vfs_, path_.c_str(), SQLITE_ACCESS_EXISTS, &is_there);
    for (int tries = 0; is_there && !file_ && tries < most_tries; ++tries) (void)open(false);
    if (!file_) return std::nullopt;
    Place places[] = {read_place(0), read_place(1)};
    const int newest = places[1].marked && places[1].generation >= places[0].generation ? 1 : 0;
    end_ = 0;
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

/// In the place that is not synced.
int Mark::write_at(std::size_t offset, std::string_view text) {
    const auto end = offset + text.size();
    std::string ended(text); // no change of a state that was torn here may follow
    ended.resize(text.size() + std::min(change_magic.size(), static_cast<std::size_t>(place_size) - end));
    const int code = file_->pMethods->xWrite(file_.get(), ended.data(), static_cast<int>(ended.size()),
                                             static_cast<sqlite3_int64>(1 - synced_) * place_size +
                                                 static_cast<sqlite3_int64>(offset));
    end_ = code == SQLITE_OK ? end : 0;
    return code;
}

int Mark::write(const Marked& marked, bool over_all) {
    if (const int code = make_room(); code != SQLITE_OK) return code;
    constexpr auto longest = place_size - longest_head - room_for_changes;
    auto text = with_head(magic, body_of(++generation_, marked, marked.games.size(), longest));
    const auto size = text.size();
    if (over_all) text.resize(place_size);
    const int code = write_at(0, text);
    if (code == SQLITE_OK) end_ = size;
    return code;
}

std::optional<int> Mark::add(const Marked& marked, std::size_t changed) {
    if (end_ == 0 || end_ + longest_head >= place_size) return std::nullopt;
    const auto room = place_size - longest_head - end_;
    const auto body = body_of(generation_, marked, changed, room);
    if (static_cast<std::size_t>(std::ranges::count(body, '\n')) != changed + 1) return std::nullopt;
    return write_at(end_, with_head(change_magic, body));
}

int Mark::sync() {
    const int code = file_->pMethods->xSync(file_.get(), SQLITE_SYNC_NORMAL | SQLITE_SYNC_DATAONLY);
    end_ = 0; // a failed sync may have dropped it
    if (code == SQLITE_OK) synced_ = 1 - synced_;
    return code;
}

} // namespace adoube::journal
