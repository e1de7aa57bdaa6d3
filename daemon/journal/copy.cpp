#include "daemon/journal/copy.hpp"

#include "daemon/journal/file/copy_store.hpp"
#include "daemon/journal/file/open_to_look.hpp"
#include "daemon/journal/file/schema.hpp"
#include "daemon/journal/file/store.hpp"
#include "daemon/journal/look.hpp"

#include <sys/stat.h>

#include <condition_variable>
#include <mutex>
#include <thread>

namespace adoube::journal {
namespace {

namespace fs = std::filesystem;

struct Place {
    dev_t disk;
    ino_t file;
    friend bool operator==(const Place&, const Place&) = default;
};

std::optional<Place> place_of(const fs::path& path) {
    struct stat found {};
    if (::stat(path.c_str(), &found) != 0) return std::nullopt;
    return Place{found.st_dev, found.st_ino};
}

fs::path folder_of(const fs::path& file) { return fs::absolute(file).parent_path(); }

std::expected<void, std::string> check_folder(const fs::path& copy) {
    if (place_of(folder_of(copy))) return {};
    return std::unexpected(folder_of(copy).string() +
                           " is not there: plug in what it is on, or name another place");
}

std::expected<void, std::string> check_places(const fs::path& journal, const fs::path& copy) {
    if (!place_of(journal))
        return std::unexpected("journal " + journal.string() + " is not there: name one that is");
    if (const auto place = place_of(copy); place && place == place_of(journal))
        return std::unexpected(copy.string() + " is the journal itself: name another place for its copy");
    return check_folder(copy);
}

std::expected<CopyStore, std::string> open_copy(const fs::path& journal, const fs::path& copy) {
    if (auto places = check_places(journal, copy); !places) return std::unexpected(places.error());
    return CopyStore::open(copy, journal);
}

/// Copies into a new file, then upgrades that. Never overwrites: no older daemon could keep the copy any
/// more.
std::expected<Copied, std::string> copy_older(Reader& journal, const fs::path& copy) {
    if (place_of(copy))
        return std::unexpected("journal " + journal.database().path().string() +
                               " is of an older version, and is not copied over " + copy.string() +
                               ": start this adoubed with it once, or name a new file for the copy");
    if (auto written = write_into(copy, journal); !written) return std::unexpected(written.error());
    auto store = Store::open(copy, nullptr);
    if (!store) return std::unexpected(store.error());
    return store->reader().counted();
}

std::expected<void, std::string> copy_all(CopyStore& store,
                                          const std::function<void(std::size_t)>& told = {}) {
    for (std::size_t parts = 0;; ++parts) {
        if (told) told(parts);
        const auto more = store.copy_more();
        if (!more) return std::unexpected(more.error());
        if (!*more) return {};
    }
}

} // namespace

std::expected<Copied, std::string> copy_journal(const fs::path& journal, const fs::path& copy,
                                                const std::function<void(std::size_t parts)>& told) {
    if (auto places = check_places(journal, copy); !places) return std::unexpected(places.error());
    if (auto looked = open_to_look(journal); looked && is_of_older_version(looked->database()))
        return copy_older(*looked, copy);
    auto store = open_copy(journal, copy);
    if (!store) return std::unexpected(store.error());
    if (auto all = copy_all(*store, told); !all) return std::unexpected(all.error());
    return store->reader().counted();
}

std::expected<void, std::string> check_can_be_copy(const fs::path& copy) {
    auto folder = check_folder(copy);
    return folder ? check_can_be_opened(copy) : folder;
}

class FollowingCopy::Follower {
  public:
    Follower(fs::path journal, fs::path copy, CopyEvents events, std::chrono::milliseconds interval)
        : journal_(std::move(journal)), copy_(std::move(copy)), events_(std::move(events)),
          interval_(interval), thread_([this] { run(); }) {}
    ~Follower() {
        {
            const std::lock_guard lock(mutex_);
            stopping_ = true;
        }
        wake_.notify_one();
        thread_.join();
    }

  private:
    void run() {
        for (bool last = false; !last;) {
            {
                std::unique_lock lock(mutex_);
                last = wake_.wait_for(lock, interval_, [this] { return stopping_; });
            }
            report(follow());
        }
    }

    std::expected<void, std::string> follow() {
        if (place_of(copy_) != place_ || place_of(journal_) != from_) store_.reset();
        if (auto all = store_ ? copy_all(*store_) : begin(); !all) {
            store_.reset();
            return all;
        }
        return {};
    }

    std::expected<void, std::string> begin() {
        // An unmounted stick may leave an empty folder, which is on another disk.
        const auto disk = place_of(folder_of(copy_));
        if (disk_ && disk && disk->disk != *disk_ && on_one_disk())
            return std::unexpected(folder_of(copy_).string() + " is empty: put back what was mounted there");
        auto store = open_copy(journal_, copy_);
        if (!store) return std::unexpected(store.error());
        store_ = std::move(*store);
        place_ = place_of(copy_);
        from_ = place_of(journal_);
        disk_ = place_ ? std::optional(place_->disk) : std::nullopt;
        return copy_all(*store_);
    }

    bool on_one_disk() const {
        const auto one = place_of(folder_of(journal_)), other = place_of(folder_of(copy_));
        return one && other && one->disk == other->disk;
    }

    void report(const std::expected<void, std::string>& followed) {
        auto said = followed ? std::string() : followed.error();
        if (said_ == said) return;
        said_ = std::move(said);
        if (followed && events_.kept) events_.kept(on_one_disk());
        if (!followed && events_.trouble) events_.trouble(*said_);
    }

    const fs::path journal_, copy_;
    const CopyEvents events_;
    const std::chrono::milliseconds interval_;
    // The thread's own:
    std::optional<CopyStore> store_;
    std::optional<Place> place_;      // of the open copy
    std::optional<Place> from_;       // of the journal, which may be rewritten
    std::optional<dev_t> disk_;       // of the last copy
    std::optional<std::string> said_; // last trouble; empty: none
    // Shared:
    std::mutex mutex_;
    std::condition_variable wake_;
    bool stopping_ = false;
    std::thread thread_;
};

FollowingCopy::FollowingCopy(fs::path journal, fs::path copy, CopyEvents events,
                             std::chrono::milliseconds interval)
    : follower_(
          std::make_unique<Follower>(std::move(journal), std::move(copy), std::move(events), interval)) {}
FollowingCopy::~FollowingCopy() = default;
FollowingCopy::FollowingCopy(FollowingCopy&&) noexcept = default;
FollowingCopy& FollowingCopy::operator=(FollowingCopy&&) noexcept = default;

} // namespace adoube::journal
