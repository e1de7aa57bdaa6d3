#pragma once
// One connection to a NATS server, by libnats. It is never mended: whoever loses it makes another one, and
// reads the stream from its start, which is what keeps the reading right whatever the server has lost. For
// one thread.

#include "daemon/nats/settings.hpp"
#include "daemon/stream/hall_stream.hpp"

#include <nats/nats.h>

#include <chrono>
#include <expected>
#include <memory>
#include <optional>

namespace adoube::nats {

/// After a connection was lost, or could not be had.
inline constexpr std::chrono::seconds tries_again_after{1};

template<auto destroy>
struct Freed {
    template<class T>
    void operator()(T* one) const {
        destroy(one);
    }
};
using SubscriptionPtr = std::unique_ptr<natsSubscription, Freed<natsSubscription_Destroy>>;
using MessagePtr = std::unique_ptr<natsMsg, Freed<natsMsg_Destroy>>;

class Connection {
  public:
    /// Errors, here and below, are one sentence.
    static std::expected<Connection, std::string> open(const Settings& settings);

    /// The event's stream is made where it is not there.
    std::expected<void, std::string> have_stream();
    /// Returns once the server has the message in its stream, though maybe not on its disk.
    std::expected<void, std::string> store(const stream::HallStream::Message& message);
    /// The versions of all that the stream holds of this hall.
    std::expected<stream::HallStream::Held, std::string> held();

    /// The hall's log is made where it is not there.
    std::expected<void, std::string> have_log();
    std::expected<void, std::string> store_in_log(const std::string& bytes);
    std::expected<void, std::string> empty_log();

    /// To whoever listens now, without an answer.
    std::expected<void, std::string> say(const std::string& subject, const std::string& bytes);
    class Listening {
      public:
        /// Empty: nothing came within `longest`. An error: nothing more can come.
        std::expected<std::optional<std::string>, std::string> next(std::chrono::milliseconds longest);

      private:
        friend class Connection;
        explicit Listening(SubscriptionPtr subscription) : subscription_(std::move(subscription)) {}
        SubscriptionPtr subscription_;
    };
    /// What other connections say.
    std::expected<Listening, std::string> listen(const std::string& subject);

    struct Told {
        std::string subject, text;
        std::optional<stream::Version> version;
        std::uint64_t place = 0;   // in this reading, from 1 without a gap
        std::uint64_t waiting = 0; // messages behind it that are in the stream already
    };
    class Reading {
      public:
        /// Empty: none came within `longest`. An error: the reading has broken off.
        std::expected<std::optional<Told>, std::string> next(std::chrono::milliseconds longest);
        /// What the stream held when the reading began.
        std::uint64_t held() const { return held_; }

      private:
        friend class Connection;
        Reading(SubscriptionPtr subscription, std::uint64_t held)
            : subscription_(std::move(subscription)), held_(held) {}
        SubscriptionPtr subscription_;
        std::uint64_t held_;
    };
    /// Of each subject of the event, or of this hall, the newest message, then all that come.
    std::expected<Reading, std::string> read(bool of_hall_alone = false, bool versions_alone = false);
    /// All that the hall's log holds, then all that comes.
    std::expected<Reading, std::string> read_log();

  private:
    Connection(Settings settings, natsConnection* connection)
        : settings_(std::move(settings)), connection_(connection) {}
    using JetStream = std::unique_ptr<jsCtx, Freed<jsCtx_Destroy>>;
    std::expected<JetStream, std::string> jet_stream(const std::string& domain) const;
    std::expected<void, std::string> have(const JetStream& where, const std::string& name,
                                          jsStreamConfig config);
    std::expected<Reading, std::string> read(const JetStream& where, const std::string& name,
                                             const std::string& subject, jsSubOptions options);

    Settings settings_;
    std::unique_ptr<natsConnection, Freed<natsConnection_Destroy>> connection_;
    JetStream stream_, log_; // the event's, and the hall's: the server's own
};

} // namespace adoube::nats
