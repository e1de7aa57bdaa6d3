#include "daemon/nats/connection.hpp"

namespace adoube::nats {
namespace {

constexpr std::int64_t longest_wait_ms = 3'000;
/// Of a stream that sends faster than it is read; beyond it the reading breaks off.
constexpr int most_unread = 1 << 17, most_unread_bytes = 1 << 28;

std::unexpected<std::string> trouble(const Settings& settings, const std::string& what, natsStatus status,
                                     jsErrCode code = {}) {
    std::string why = natsStatus_GetText(status);
    if (code != jsErrCode{}) why += " (JetStream " + std::to_string(static_cast<int>(code)) + ")";
    return std::unexpected("stream " + settings.url + ": " + what + ": " + why);
}

/// Null: none came within `longest`.
std::expected<MessagePtr, std::string> next_message(natsSubscription* subscription,
                                                    std::chrono::milliseconds longest) {
    natsMsg* came = nullptr;
    const auto status = natsSubscription_NextMsg(&came, subscription, longest.count());
    if (status == NATS_OK || status == NATS_TIMEOUT) return MessagePtr(came);
    return std::unexpected(std::string(natsStatus_GetText(status)));
}

std::string text_of(const natsMsg* message) {
    return {natsMsg_GetData(message), static_cast<std::size_t>(natsMsg_GetDataLength(message))};
}

using OptionsPtr = std::unique_ptr<natsOptions, Freed<natsOptions_Destroy>>;

natsStatus set(natsOptions* options, const Settings& settings) {
    natsStatus status = natsOptions_SetURL(options, settings.url.c_str());
    const auto then = [&](auto&& next) {
        if (status == NATS_OK) status = next();
    };
    constexpr std::int64_t ping_every_ms = 2'000;
    constexpr int pings_without_answer = 2;
    const auto name = "adoube " + settings.event + (settings.hall.empty() ? "" : "." + settings.hall);
    then([&] { return natsOptions_SetName(options, name.c_str()); });
    then([&] { return natsOptions_SetTimeout(options, longest_wait_ms); });
    then([&] { return natsOptions_SetAllowReconnect(options, false); });
    then([&] { return natsOptions_SetPingInterval(options, ping_every_ms); });
    then([&] { return natsOptions_SetMaxPingsOut(options, pings_without_answer); });
    then([&] { return natsOptions_SetNoEcho(options, true); });
    if (!settings.credentials.empty())
        then([&] {
            return natsOptions_SetUserCredentialsFromFiles(options, settings.credentials.c_str(), nullptr);
        });
    return status;
}

} // namespace

std::expected<Connection, std::string> Connection::open(const Settings& settings) {
    natsOptions* made = nullptr;
    auto status = natsOptions_Create(&made);
    const OptionsPtr options(made);
    if (status == NATS_OK) status = set(options.get(), settings);
    natsConnection* connection = nullptr;
    if (status == NATS_OK) status = natsConnection_Connect(&connection, options.get());
    if (status != NATS_OK) return trouble(settings, "it cannot be reached", status);
    Connection open(settings, connection);
    auto stream = open.jet_stream(settings.domain), log = open.jet_stream({});
    if (!stream || !log) return std::unexpected(stream ? log.error() : stream.error());
    open.stream_ = std::move(*stream);
    open.log_ = std::move(*log);
    return open;
}

std::expected<Connection::JetStream, std::string> Connection::jet_stream(const std::string& domain) const {
    jsOptions options;
    jsOptions_Init(&options);
    options.Wait = longest_wait_ms;
    if (!domain.empty()) options.Domain = domain.c_str();
    jsCtx* made = nullptr;
    const auto status = natsConnection_JetStream(&made, connection_.get(), &options);
    JetStream stream(made);
    if (status != NATS_OK) return trouble(settings_, "it has no JetStream", status);
    return stream;
}

std::expected<void, std::string> Connection::have(const JetStream& where, const std::string& name,
                                                  jsStreamConfig config) {
    jsErrCode code{};
    jsStreamInfo* found = nullptr;
    auto status = js_GetStreamInfo(&found, where.get(), name.c_str(), nullptr, &code);
    const std::unique_ptr<jsStreamInfo, Freed<jsStreamInfo_Destroy>> info(found);
    if (status == NATS_OK) return {};
    if (status != NATS_NOT_FOUND)
        return trouble(settings_, "the stream " + name + " cannot be looked at", status, code);
    config.Name = name.c_str();
    config.SubjectsLen = 1;
    config.Storage = js_FileStorage;
    status = js_AddStream(nullptr, where.get(), &config, nullptr, &code);
    if (status != NATS_OK) return trouble(settings_, "the stream " + name + " cannot be made", status, code);
    return {};
}

std::expected<void, std::string> Connection::have_stream() {
    const auto subject = settings_.event + ".>";
    const char* subjects[] = {subject.c_str()};
    jsStreamConfig config;
    jsStreamConfig_Init(&config);
    config.Subjects = subjects;
    config.MaxMsgsPerSubject = 1;
    return have(stream_, stream_name(settings_), config);
}

std::expected<void, std::string> Connection::have_log() {
    const auto subject = log_subject(settings_);
    const char* subjects[] = {subject.c_str()};
    jsStreamConfig config;
    jsStreamConfig_Init(&config);
    config.Subjects = subjects;
    return have(log_, log_name(settings_), config);
}

std::expected<void, std::string> Connection::store_in_log(const std::string& bytes) {
    const auto subject = log_subject(settings_);
    jsErrCode code{};
    const auto status = js_Publish(nullptr, log_.get(), subject.c_str(), bytes.data(),
                                   static_cast<int>(bytes.size()), nullptr, &code);
    if (status != NATS_OK) return trouble(settings_, subject + " cannot be stored", status, code);
    return {};
}

std::expected<void, std::string> Connection::empty_log() {
    jsErrCode code{};
    const auto status = js_PurgeStream(log_.get(), log_name(settings_).c_str(), nullptr, &code);
    if (status != NATS_OK)
        return trouble(settings_, log_name(settings_) + " cannot be emptied", status, code);
    return {};
}

std::expected<void, std::string> Connection::say(const std::string& subject, const std::string& bytes) {
    auto status = natsConnection_Publish(connection_.get(), subject.c_str(), bytes.data(),
                                         static_cast<int>(bytes.size()));
    if (status != NATS_OK) return trouble(settings_, subject + " cannot be sent", status);
    return {};
}

std::expected<Connection::Listening, std::string> Connection::listen(const std::string& subject) {
    natsSubscription* made = nullptr;
    const auto status = natsConnection_SubscribeSync(&made, connection_.get(), subject.c_str());
    SubscriptionPtr subscription(made);
    if (status != NATS_OK) return trouble(settings_, subject + " cannot be heard", status);
    return Listening(std::move(subscription));
}

std::expected<std::optional<std::string>, std::string>
Connection::Listening::next(std::chrono::milliseconds longest) {
    const auto message = next_message(subscription_.get(), longest);
    if (!message) return std::unexpected(message.error());
    return *message ? std::optional(text_of(message->get())) : std::nullopt;
}

std::expected<void, std::string> Connection::store(const stream::HallStream::Message& message) {
    natsMsg* made = nullptr;
    const auto subject = settings_.event + '.' + settings_.hall + '.' + message.subject;
    auto status = natsMsg_Create(&made, subject.c_str(), nullptr, message.text.data(),
                                 static_cast<int>(message.text.size()));
    const MessagePtr sent(made);
    if (status == NATS_OK)
        status = natsMsgHeader_Set(made, version_header, to_string(message.version).c_str());
    jsErrCode code{};
    if (status == NATS_OK) status = js_PublishMsg(nullptr, stream_.get(), made, nullptr, &code);
    if (status != NATS_OK) return trouble(settings_, subject + " cannot be stored", status, code);
    return {};
}

std::expected<Connection::Reading, std::string> Connection::read(bool of_hall_alone, bool versions_alone) {
    jsSubOptions options;
    jsSubOptions_Init(&options);
    options.Config.DeliverPolicy = js_DeliverLastPerSubject;
    options.Config.HeadersOnly = versions_alone;
    return read(stream_, stream_name(settings_),
                settings_.event + (of_hall_alone ? "." + settings_.hall : "") + ".>", options);
}

std::expected<Connection::Reading, std::string> Connection::read_log() {
    jsSubOptions options;
    jsSubOptions_Init(&options);
    options.Config.DeliverPolicy = js_DeliverAll;
    return read(log_, log_name(settings_), log_subject(settings_), options);
}

std::expected<Connection::Reading, std::string> Connection::read(const JetStream& where,
                                                                 const std::string& name,
                                                                 const std::string& subject,
                                                                 jsSubOptions options) {
    options.Stream = name.c_str();
    options.Config.AckPolicy = js_AckNone;
    options.Config.MemoryStorage = true;
    natsSubscription* made = nullptr;
    jsErrCode code{};
    auto status = js_SubscribeSync(&made, where.get(), subject.c_str(), nullptr, &options, &code);
    SubscriptionPtr subscription(made);
    if (status == NATS_OK) status = natsSubscription_SetPendingLimits(made, most_unread, most_unread_bytes);
    jsConsumerInfo* found = nullptr;
    if (status == NATS_OK) status = natsSubscription_GetConsumerInfo(&found, made, nullptr, &code);
    const std::unique_ptr<jsConsumerInfo, Freed<jsConsumerInfo_Destroy>> info(found);
    if (status != NATS_OK) return trouble(settings_, "the stream " + name + " cannot be read", status, code);
    return Reading(std::move(subscription), info->NumPending + info->Delivered.Consumer);
}

std::expected<std::optional<Connection::Told>, std::string>
Connection::Reading::next(std::chrono::milliseconds longest) {
    const auto message = next_message(subscription_.get(), longest);
    if (!message) return std::unexpected(message.error());
    natsMsg* const came = message->get();
    if (!came) return std::nullopt;
    jsMsgMetaData* found = nullptr;
    if (natsMsg_GetMetaData(&found, came) != NATS_OK) return std::nullopt; // the server's own words
    const std::unique_ptr<jsMsgMetaData, Freed<jsMsgMetaData_Destroy>> meta(found);
    Told told{natsMsg_GetSubject(came), text_of(came), std::nullopt, meta->Sequence.Consumer,
              meta->NumPending};
    const char* version = nullptr;
    if (natsMsgHeader_Get(came, version_header, &version) == NATS_OK && version)
        told.version = stream::version_from(version);
    return told;
}

std::expected<stream::HallStream::Held, std::string> Connection::held() {
    auto reading = read(true, true);
    if (!reading) return std::unexpected(reading.error());
    stream::HallStream::Held held;
    const auto prefix = settings_.event.size() + settings_.hall.size() + 2;
    for (std::uint64_t waiting = reading->held(); waiting > 0;) {
        const auto told = reading->next(std::chrono::milliseconds(longest_wait_ms));
        if (!told || !*told)
            return std::unexpected("stream " + settings_.url + ": looking through it takes too long");
        waiting = (*told)->waiting;
        if ((*told)->version && (*told)->subject.size() > prefix)
            held.insert_or_assign((*told)->subject.substr(prefix), *(*told)->version);
    }
    return held;
}

} // namespace adoube::nats
