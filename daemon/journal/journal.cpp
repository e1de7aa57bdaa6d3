#include "daemon/journal/journal.hpp"

#include "daemon/journal/file/store.hpp"

#include <algorithm>
#include <condition_variable>
#include <iterator>
#include <limits>
#include <mutex>
#include <thread>

namespace adoube::journal {
namespace {

/// The mark's lag after a power cut: a sync per transaction would double its time.
constexpr auto mark_after = std::chrono::milliseconds(100);

/// A transaction costs nearly the same however many records are in it. Where several are put meanwhile, as in
/// a hall with hundreds of events a second, the next begins so long after the last one, or with `enough`.
constexpr auto gather_for = std::chrono::milliseconds(5);
constexpr double several = 4;
constexpr std::size_t enough = 64;

} // namespace

struct Journal::Opened {
    ~Opened() {
        if (store) store->close();
    }
    std::optional<Store> store; // empty once started
    std::vector<Lost> lost;
    std::chrono::milliseconds retry_after;
};

class Recorder::Writer {
  public:
    Writer(Store store, std::chrono::milliseconds retry_after, Events events)
        : store_(std::move(store)), retry_after_(retry_after), events_(std::move(events)),
          erase_owed_(store_.owes_erasure()), thread_([this] { run(); }) {}

    ~Writer() { close(); }

    Ticket close() {
        {
            const std::lock_guard lock(mutex_);
            stopping_ = true;
        }
        wake_.notify_one();
        if (thread_.joinable()) thread_.join();
        store_.close();
        return last_ticket_ - durable_;
    }

    Ticket put(std::vector<Record> records) {
        const std::lock_guard lock(mutex_);
        std::ranges::move(records, std::back_inserter(waiting_));
        ++puts_;
        if (waiting_.size() >= wakes_at_) wake_.notify_one();
        return last_ticket_ += records.size();
    }

    const std::filesystem::path& path() const { return store_.path(); }

    void tidy() {
        const std::lock_guard lock(mutex_);
        tidy_ = true;
        wake_.notify_one();
    }

  private:
    void run() {
        store_.forget_read();
        for (;;) {
            std::unique_lock lock(mutex_);
            wait_for_work(lock);
            if (store_.mark_is_behind() && std::chrono::steady_clock::now() >= mark_due_) {
                lock.unlock();
                sync_mark();
                continue;
            }
            if (waiting_.empty() && stopping_) return;
            if (waiting_.empty()) {
                tidy_ = false;
                lock.unlock();
                erase();
                continue;
            }
            gather(lock);
            std::vector<Record> batch;
            batch.swap(waiting_);
            puts_at_a_time_ += (static_cast<double>(std::exchange(puts_, 0)) - puts_at_a_time_) / 8;
            lock.unlock();
            if (!write_until_done(batch)) return;
            store_.tidy_up();
        }
    }

    /// Also returns when the mark needs a sync.
    void wait_for_work(std::unique_lock<std::mutex>& lock) {
        const auto there_is = [this] { return stopping_ || tidy_ || !waiting_.empty(); };
        while (!there_is() && store_.is_untidy()) {
            lock.unlock();
            store_.tidy_up();
            lock.lock();
        }
        wakes_at_ = 1;
        if (store_.mark_is_behind())
            wake_.wait_until(lock, mark_due_, there_is);
        else
            wake_.wait(lock, there_is);
        wakes_at_ = never;
    }

    void gather(std::unique_lock<std::mutex>& lock) {
        if (puts_at_a_time_ < several) return;
        wakes_at_ = enough;
        wake_.wait_until(lock, begun_ + gather_for,
                         [this] { return stopping_ || waiting_.size() >= enough; });
        wakes_at_ = never;
    }

    void sync_mark() {
        const auto synced = store_.sync_mark();
        const auto trouble = synced ? std::string() : synced.error();
        if (!synced) mark_due_ = std::chrono::steady_clock::now() + retry_after_;
        if (std::exchange(mark_trouble_, trouble) != trouble && !trouble.empty() && events_.unmarked)
            events_.unmarked(trouble);
    }

    void erase() {
        if (!erase_owed_) return;
        const auto erased = store_.erase_deleted();
        erase_owed_ = !erased || !*erased;
        const auto trouble = erased ? std::string() : erased.error();
        if (std::exchange(erase_trouble_, trouble) != trouble && !trouble.empty() && events_.trouble)
            events_.trouble(trouble);
        if (!erase_owed_ && events_.erased) events_.erased();
    }

    /// False if the journal closes first.
    bool write_until_done(std::vector<Record>& batch) {
        for (;;) {
            begun_ = std::chrono::steady_clock::now();
            if (!store_.mark_is_behind()) mark_due_ = begun_ + mark_after;
            const auto refused = store_.write(batch);
            if (refused) {
                const auto took = std::chrono::duration_cast<std::chrono::milliseconds>(
                    std::chrono::steady_clock::now() - begun_);
                erase_owed_ |= deletes(batch);
                if (!stays_in_place()) return false;
                const auto count = batch.size();
                report_written(batch, *refused);
                report_durable(count, *refused, took);
                return true;
            }
            report_trouble(refused.error());
            std::unique_lock lock(mutex_);
            if (stopping_) return false;
            wake_.wait_for(lock, retry_after_, [this] { return stopping_; });
        }
    }

    /// Records in a file that nobody finds are not durable. False if the journal closes first.
    bool stays_in_place() {
        for (;;) {
            const auto done = store_.stay_in_place();
            if (!done || !done->empty()) report_trouble(done ? *done : done.error());
            if (done) return true;
            std::unique_lock lock(mutex_);
            if (stopping_) return false;
            wake_.wait_for(lock, retry_after_, [this] { return stopping_; });
        }
    }

    void report_written(std::vector<Record>& batch, const std::vector<std::size_t>& refused) {
        if (!events_.written) return;
        const auto up_to = durable_ + batch.size();
        for (auto at = refused.rbegin(); at != refused.rend(); ++at)
            batch.erase(batch.begin() + static_cast<std::ptrdiff_t>(*at));
        const auto position = store_.records();
        events_.written(std::move(batch), position, up_to);
    }

    void report_durable(std::size_t count, const std::vector<std::size_t>& refused,
                        std::chrono::milliseconds took) {
        if (!trouble_.empty() && events_.recovered) events_.recovered();
        trouble_.clear();
        std::vector<Ticket> tickets;
        for (const std::size_t at : refused) tickets.push_back(durable_ + at + 1);
        durable_ += count;
        if (events_.durable) events_.durable(durable_, std::move(tickets), took);
    }

    void report_trouble(const std::string& sentence) {
        if (sentence == trouble_) return;
        trouble_ = sentence;
        if (events_.trouble) events_.trouble(sentence);
    }

    Store store_;
    const std::chrono::milliseconds retry_after_;
    const Events events_;
    // The writing thread's own:
    Ticket durable_ = 0;
    std::string trouble_, erase_trouble_, mark_trouble_;
    std::chrono::steady_clock::time_point mark_due_, begun_; // the last transaction
    double puts_at_a_time_ = 0;                              // in the mean of the last transactions
    bool erase_owed_;
    // Shared:
    std::mutex mutex_;
    static constexpr std::size_t never = std::numeric_limits<std::size_t>::max();
    std::condition_variable wake_;
    std::size_t wakes_at_ = never; // how many waiting records wake the thread
    std::vector<Record> waiting_;
    std::size_t puts_ = 0; // of these
    Ticket last_ticket_ = 0;
    bool stopping_ = false, tidy_ = false;
    std::thread thread_;
};

std::expected<Journal, std::string> Journal::open(const std::filesystem::path& path,
                                                  std::chrono::milliseconds retry_after, const char* vfs) {
    auto store = Store::open(path, vfs);
    if (!store) return std::unexpected(store.error());
    auto found = compare_with_mark(store->reader());
    if (!found) return std::unexpected(found.error());
    auto lost = vfs ? std::vector<Lost>() : read_lost(path);
    for (const auto& one : found->lost)
        if (std::ranges::count(lost, one) == 0) lost.push_back(one);
    // Advances the mark only once the loss it shows is saved.
    if (vfs || found->lost.empty() || write_lost(path, lost))
        (void)store->begin_mark(std::move(found->there));
    return Journal(std::make_unique<Opened>(std::move(*store), std::move(lost), retry_after));
}

Journal::Journal(std::unique_ptr<Opened> opened) : opened_(std::move(opened)) {}
Journal::~Journal() = default;
Journal::Journal(Journal&&) noexcept = default;
Journal& Journal::operator=(Journal&&) noexcept = default;

const std::vector<Lost>& Journal::lost() const { return opened_->lost; }
std::uint64_t Journal::position() const { return opened_->store->records(); }
Reader& Journal::reader() { return opened_->store->reader(); }
std::expected<bool, std::string> Journal::erase_deleted() { return opened_->store->erase_deleted(); }

Recorder Journal::start(Events events) && {
    auto store = std::move(*opened_->store);
    opened_->store.reset();
    return Recorder(
        std::make_unique<Recorder::Writer>(std::move(store), opened_->retry_after, std::move(events)));
}

Recorder::Recorder(std::unique_ptr<Writer> writer) : writer_(std::move(writer)) {}
Recorder::~Recorder() = default;
Recorder::Recorder(Recorder&&) noexcept = default;
Recorder& Recorder::operator=(Recorder&&) noexcept = default;

Ticket Recorder::put(std::vector<Record> records) { return writer_->put(std::move(records)); }
Ticket Recorder::put(Record record) {
    std::vector<Record> one;
    one.push_back(std::move(record));
    return put(std::move(one));
}

void Recorder::tidy() { writer_->tidy(); }

void Recorder::keep_copy(const std::filesystem::path& copy, CopyEvents events) {
    copy_.emplace(writer_->path(), copy, std::move(events));
}

std::uint64_t Recorder::close() {
    const auto lost = writer_->close();
    copy_.reset();
    return lost;
}

} // namespace adoube::journal
