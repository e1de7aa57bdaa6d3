#include "faulty_disk.hpp"

#include <sqlite3.h>

#include <algorithm>

namespace adoube::tests {
namespace {

constexpr std::uint64_t block = 512;

} // namespace

std::uint64_t FaultyDisk::changes() const {
    const std::lock_guard lock(mutex_);
    return changes_;
}
std::uint64_t FaultyDisk::calls() const {
    const std::lock_guard lock(mutex_);
    return calls_;
}
void FaultyDisk::end_in(End end, std::uint64_t changes) {
    const std::lock_guard lock(mutex_);
    end_ = end;
    end_at_ = changes_ + changes;
}
bool FaultyDisk::alive() const {
    const std::lock_guard lock(mutex_);
    return alive_;
}
void FaultyDisk::start_again() {
    const std::lock_guard lock(mutex_);
    if (!alive_ && end_ == End::power_cut) lose_power();
    end_at_ = 0;
    alive_ = true;
}
void FaultyDisk::cut_power() {
    const std::lock_guard lock(mutex_);
    lose_power();
}
void FaultyDisk::fail(std::function<int(Call, std::uint64_t)> with) {
    const std::lock_guard lock(mutex_);
    fail_ = std::move(with);
}
void FaultyDisk::set_room(std::uint64_t bytes) {
    const std::lock_guard lock(mutex_);
    room_ = bytes;
}
std::uint64_t FaultyDisk::used() const {
    const std::lock_guard lock(mutex_);
    return room_taken();
}
bool FaultyDisk::holds(const std::string& bytes) const {
    const std::lock_guard lock(mutex_);
    return std::ranges::any_of(
        folder_, [&](const auto& file) { return file.second->now.find(bytes) != std::string::npos; });
}
void FaultyDisk::hold_syncs(bool held) {
    const std::lock_guard lock(mutex_);
    syncs_held_ = held;
    syncs_go_on_.notify_all();
}
int FaultyDisk::syncs() const {
    const std::lock_guard lock(mutex_);
    return syncs_;
}
void FaultyDisk::lie(std::string but_of) {
    const std::lock_guard lock(mutex_);
    lies_ = true;
    honest_about_ = std::move(but_of);
}

bool FaultyDisk::is_synced(const std::string& path) const {
    const std::lock_guard lock(mutex_);
    const auto file = folder_.find(path);
    return file != folder_.end() && file->second->unsynced.empty();
}
std::map<std::string, std::string> FaultyDisk::files() const {
    const std::lock_guard lock(mutex_);
    std::map<std::string, std::string> files;
    for (const auto& [path, file] : folder_) files[path] = file->now;
    return files;
}
void FaultyDisk::set_files(const std::map<std::string, std::string>& files) {
    const std::lock_guard lock(mutex_);
    folder_.clear();
    for (const auto& [path, content] : files)
        folder_[path] = std::make_shared<File>(File{path, content, content, {}});
    durable_folder_ = folder_;
}

void FaultyDisk::take_away(const std::string& path) {
    const std::lock_guard lock(mutex_);
    folder_.erase(path);
    durable_folder_.erase(path);
}

void FaultyDisk::forget_unsynced() {
    const std::lock_guard lock(mutex_);
    for (const auto& [path, file] : folder_) {
        if (!path.ends_with("-wal")) continue;
        file->now = file->durable;
        for (const auto& change : file->unsynced) apply(file->now, change);
    }
}

void FaultyDisk::lose_power() {
    Folder after;
    for (const auto& [path, file] : durable_folder_) {
        const auto at = folder_.find(path);
        const bool deleted = at == folder_.end() || at->second != file;
        if (!deleted || random(2) == 0) after[path] = file;
    }
    for (const auto& [path, file] : folder_)
        if (!after.contains(path) && random(2) == 0) after[path] = file;
    for (const auto& [path, file] : after) {
        keep_any_part(*file);
        file->now = file->durable;
    }
    folder_ = durable_folder_ = after;
}

/// Counts a call; returns its failure or SQLITE_OK.
int FaultyDisk::begin(Call call) {
    if (!alive_) return SQLITE_IOERR;
    ++calls_;
    if (call != Call::open && call != Call::read && ++changes_ == end_at_) alive_ = false;
    return fail_ ? fail_(call, calls_) : SQLITE_OK;
}

std::shared_ptr<FaultyDisk::File> FaultyDisk::open(const std::string& path, bool create, int& code) {
    const std::lock_guard lock(mutex_);
    code = begin(Call::open);
    if (code != SQLITE_OK) return nullptr;
    auto at = folder_.find(path);
    if (at == folder_.end() && create)
        at = folder_.emplace(path, std::make_shared<File>(File{path, {}, {}, {}})).first;
    if (at != folder_.end()) return at->second;
    code = SQLITE_CANTOPEN;
    return nullptr;
}

int FaultyDisk::read(const File& file, std::uint64_t offset, char* to, std::size_t size) {
    const std::lock_guard lock(mutex_);
    std::fill_n(to, size, '\0'); // what is missing, as SQLite requires
    if (const int code = begin(Call::read); code != SQLITE_OK) return code;
    const auto there = offset < file.now.size() ? std::min<std::size_t>(size, file.now.size() - offset) : 0;
    std::copy_n(file.now.data() + std::min<std::size_t>(offset, file.now.size()), there, to);
    return there == size ? SQLITE_OK : SQLITE_IOERR_SHORT_READ;
}

int FaultyDisk::write(File& file, std::uint64_t offset, std::string bytes) {
    const std::lock_guard lock(mutex_);
    if (!alive_) return SQLITE_IOERR;
    int code = begin(Call::write);
    if (code != SQLITE_OK || (!alive_ && end_ == End::kill)) bytes.resize(random(bytes.size() + 1));
    const auto taken = room_taken(), end = offset + bytes.size();
    if (const auto grows = end > file.now.size() ? end - file.now.size() : 0; taken + grows > room_) {
        const auto too_much = std::min<std::uint64_t>(taken + grows - room_, grows);
        bytes.resize(bytes.size() - std::min<std::uint64_t>(too_much, bytes.size()));
        if (code == SQLITE_OK) code = SQLITE_FULL;
    }
    if (!bytes.empty()) {
        file.unsynced.push_back({offset, std::move(bytes)});
        apply(file.now, file.unsynced.back());
    }
    return alive_ ? code : SQLITE_IOERR_WRITE;
}

int FaultyDisk::truncate(File& file, std::uint64_t size) {
    const std::lock_guard lock(mutex_);
    if (const int code = begin(Call::truncate); code != SQLITE_OK) return code;
    file.unsynced.push_back({size, {}});
    apply(file.now, file.unsynced.back());
    return alive_ ? SQLITE_OK : SQLITE_IOERR_TRUNCATE;
}

int FaultyDisk::sync(File& file, bool folder_too) {
    std::unique_lock lock(mutex_);
    const int code = begin(Call::sync);
    if (!alive_) return SQLITE_IOERR_FSYNC;
    if (code != SQLITE_OK)
        keep_any_part(file);
    else if (!lies_ || file.path == honest_about_) {
        keep_all(file);
        if (folder_too && !lies_) durable_folder_ = folder_;
        if (folder_too) durable_folder_[file.path] = folder_[file.path];
    }
    ++syncs_;
    syncs_go_on_.wait(lock, [this] { return !syncs_held_; });
    return code;
}

int FaultyDisk::remove(const std::string& path, bool sync_folder) {
    const std::lock_guard lock(mutex_);
    if (const int code = begin(Call::remove); code != SQLITE_OK) return code;
    if (folder_.erase(path) == 0) return SQLITE_IOERR_DELETE_NOENT;
    if (!alive_) return SQLITE_IOERR_DELETE;
    if (sync_folder && !lies_) durable_folder_ = folder_;
    return SQLITE_OK;
}

/// At once, its folder synced.
int FaultyDisk::move(const std::string& from, const std::string& to) {
    const std::lock_guard lock(mutex_);
    if (const int code = begin(Call::remove); code != SQLITE_OK) return code;
    const auto file = folder_.find(from);
    if (file == folder_.end()) return SQLITE_IOERR_ACCESS;
    file->second->path = to;
    folder_[to] = file->second;
    folder_.erase(from);
    if (!alive_) return SQLITE_IOERR;
    if (!lies_) durable_folder_ = folder_;
    return SQLITE_OK;
}

std::uint64_t FaultyDisk::size(const File& file) const {
    const std::lock_guard lock(mutex_);
    return file.now.size();
}

bool FaultyDisk::exists(const std::string& path) const {
    const std::lock_guard lock(mutex_);
    const auto at = folder_.find(path);
    return at != folder_.end() && !at->second->now.empty(); // as in the Unix VFS
}

bool FaultyDisk::is_in_its_place(const File& file) const {
    const std::lock_guard lock(mutex_);
    const auto there = folder_.find(file.path);
    return there != folder_.end() && there->second.get() == &file;
}

std::uint64_t FaultyDisk::room_taken() const {
    std::uint64_t bytes = 0;
    for (const auto& [path, file] : folder_) bytes += file->now.size();
    return bytes;
}

void FaultyDisk::apply(std::string& content, const Change& change) {
    if (change.bytes.empty()) {
        content.resize(std::min<std::size_t>(content.size(), change.offset));
        return;
    }
    content.resize(std::max<std::size_t>(content.size(), change.offset + change.bytes.size()));
    content.replace(change.offset, change.bytes.size(), change.bytes);
}

void FaultyDisk::keep_all(File& file) {
    for (const auto& change : file.unsynced) apply(file.durable, change);
    file.unsynced.clear();
}

/// Keeps a random share, regardless of order.
void FaultyDisk::keep_any_part(File& file) {
    constexpr std::uint64_t shares[] = {0, 10, 50, 90, 100};
    const auto kept = shares[random(5)], garbled = random(2) * 5;
    for (const Change& change : file.unsynced) {
        if (change.bytes.empty()) {
            if (random(100) < kept) apply(file.durable, change);
            continue;
        }
        for (std::uint64_t from = 0; from < change.bytes.size();) {
            const auto to =
                std::min(change.bytes.size(), (change.offset + from) / block * block + block - change.offset);
            Change part{change.offset + from, change.bytes.substr(from, to - from)};
            from = to;
            if (random(100) < garbled)
                std::ranges::generate(part.bytes, [this] { return static_cast<char>(random(256)); });
            else if (random(100) >= kept)
                continue;
            apply(file.durable, part);
        }
    }
    file.unsynced.clear();
}

} // namespace adoube::tests
