#pragma once
// What a hall has shown the public, as a stream of messages outside the hall is to hold it: of each subject
// the newest message, whole. So a message that is lost, doubled or late costs nothing, and a stream that came
// back shorter, or empty, is filled again from here. No I/O, clock or thread; the caller stores one message
// after the other, or several at once.
//
// What is put is public already: the delay is over.

#include "daemon/broadcast/public_game.hpp"
#include "daemon/stream/version.hpp"
#include "daemon/time/instant.hpp"

#include <map>
#include <memory>
#include <set>

namespace adoube::stream {

class HallStream {
  public:
    /// Beyond this the message that was stored longest ago is forgotten here: it stays in the stream, unless
    /// that loses it.
    static constexpr std::size_t most_messages = 4'096;
    /// So often the hall says that it is there, and how old what the stream has of it is.
    static constexpr std::int64_t alive_every_ms = 2'000;

    struct Message {
        std::string subject; // below ROOT.HALL, as in subject.hpp
        Version version;
        std::string text;
    };
    /// The newest versions in the stream, by subject.
    using Held = std::map<std::string, Version, std::less<>>;

    void put(const broadcast::PublicGame& game);
    /// One that was public before this start and has left its board; the newest first.
    void recall(const broadcast::PublicGame& game);
    /// Its record was deleted: the stream forgets what it holds of it.
    void forget(const std::string& id);
    /// Those that were deleted before this start; what the stream still holds of them it forgets.
    void know_deleted(std::set<std::string, std::less<>> ids) { deleted_ = std::move(ids); }
    /// JSON as of standings.hpp; "null": none are shown.
    void put_standings(std::string standings);
    void tell_delay(std::int64_t delay_ms);

    /// The stream can be reached, and holds that much of this hall; again whenever it was looked through. The
    /// first time the hall's term begins, above all that are in the stream, and above `least_term`, which its
    /// last run had.
    void joined(const Held& held, UtcMs now, std::uint64_t least_term = 0);
    /// 0: none has begun. To be kept before anything is sent, as displays remember it.
    std::uint64_t term() const { return term_; }
    /// What was on its way may not have arrived.
    void left();
    /// Another daemon speaks for this hall, and began later: nothing more is sent.
    bool is_superseded() const { return is_superseded_; }

    /// The next message to store, each once until left(); empty: there is none now. Who has waited longest
    /// comes first, however often it has changed meanwhile.
    std::optional<Message> next(UtcMs now);
    /// The stream has it.
    void stored(const Message& message);
    /// Messages that the stream is not known to hold.
    std::size_t waiting() const { return waits_.size() + on_its_way_.size(); }

  private:
    struct Slot {
        std::string text;
        std::uint64_t number = 0;
        std::uint64_t came = 0; // to its board, with the message of this number; 0: recalled
        int board = 0;
        std::uint64_t turn = 0; // the number with which it began to wait; 0: it does not
    };
    struct Said {
        std::string text;
        int board = 0; // 0: of none
        bool is_recalled = false, is_deleted = false;
    };
    void put(std::string subject, Said said);
    void wait(const std::string& subject, Slot& slot);
    void forget_oldest();
    bool is_newest(std::uint64_t number, const std::string& subject) const;
    Message message(const std::string& subject) const;
    bool is_time_for_alive(UtcMs now) const;
    Message alive(UtcMs now);

    std::map<std::string, Slot, std::less<>> slots_;       // by subject
    using Subjects = std::map<std::uint64_t, std::string>; // by a slot's turn, or its number
    Subjects waits_, on_its_way_, stored_;
    std::set<std::string, std::less<>> deleted_; // ids
    std::uint64_t term_ = 0, number_ = 0;        // term 0: none has begun
    std::int64_t delay_ms_ = 0;
    std::optional<UtcMs> alive_said_, had_all_; // the stream had all that was shown
    bool is_joined_ = false, is_superseded_ = false;
};

} // namespace adoube::stream
