// The golden vectors, encoded and decoded. Another implementation made their bytes from the README.

#include "protocol/receiver.hpp"
#include "tests/catch.hpp"
#include "tests/places.hpp"

#include <boost/json.hpp>

#include <fstream>
#include <set>
#include <vector>

using namespace adoube::wire;
namespace json = boost::json;

namespace {

using Bytes = std::vector<std::uint8_t>;

std::vector<json::object> rows_of(const char* name) {
    std::ifstream file(adoube::tests::project_file("protocol/vectors/") + name);
    REQUIRE(file);
    std::vector<json::object> rows;
    for (std::string line; std::getline(file, line);) rows.push_back(json::parse(line).as_object());
    return rows;
}

Bytes from_hex(const json::value& text) {
    const std::string hex(text.as_string());
    Bytes bytes;
    for (std::size_t at = 0; at < hex.size(); at += 2)
        bytes.push_back(static_cast<std::uint8_t>(std::stoi(hex.substr(at, 2), nullptr, 16)));
    return bytes;
}

/// Sets a message's fields from their meaning in a vector.
class FromMeaning {
  public:
    explicit FromMeaning(const json::object& meaning) : meaning_(meaning) {}

    template<class T>
    FromMeaning& operator()(const char* name, T& value) {
        ++used_;
        set(meaning_.at(name), value);
        return *this;
    }
    template<class T>
    FromMeaning& appended(const char* name, T& value) {
        return (*this)(name, value);
    }
    template<class T>
    FromMeaning& unless_zero(const char* name, T& value) {
        return meaning_.contains(name) ? (*this)(name, value) : *this;
    }
    /// Every key is a field.
    bool complete() const { return used_ == meaning_.size(); }

  private:
    template<class T>
    static void set(const json::value& from, T& value) {
        if constexpr (detail::Composite<T>) {
            FromMeaning inner(from.as_object());
            T::fields(value, inner);
            REQUIRE(inner.complete());
        } else if constexpr (detail::IsList<T>::value) {
            for (const json::value& item : from.as_array()) set(item, value.items.at(value.count++));
        } else if constexpr (detail::IsArray<T>::value) {
            REQUIRE(from.as_array().size() == value.size());
            for (std::size_t at = 0; at < value.size(); ++at) set(from.as_array()[at], value[at]);
        } else if constexpr (sizeof(T) == 8) {
            value = std::stoull(std::string(from.as_string()), nullptr, 16);
        } else {
            value = static_cast<T>(from.to_number<std::uint32_t>());
        }
    }
    const json::object& meaning_;
    std::size_t used_ = 0;
};

/// Checks a vector of this message both ways.
template<class Message>
bool checked_as(std::string_view name, const json::object& row) {
    if (row.at("message").as_string() != name) return false;
    Message message;
    FromMeaning meaning(row.at("fields").as_object());
    Message::fields(message, meaning);
    CHECK(meaning.complete());

    const Bytes payload = from_hex(row.at("payload")), frame = from_hex(row.at("frame"));
    std::array<std::uint8_t, max_frame> room{};
    const std::size_t length = write_frame(message, room);
    CHECK(Bytes(room.begin(), room.begin() + static_cast<std::ptrdiff_t>(length)) == frame);

    FrameReader reader;
    int frames = 0;
    reader.feed(frame, [&](const Frame& found) {
        ++frames;
        CHECK(found.version == protocol_version);
        CHECK(found.type == static_cast<std::uint8_t>(Message::type));
        CHECK(Bytes(found.payload.begin(), found.payload.end()) == payload);
        const auto decoded = decode<Message>(found.payload);
        REQUIRE(decoded);
        CHECK(*decoded == message);
    });
    CHECK(frames == 1);
    return true;
}

template<class Accepts>
void feed(const Bytes& bytes, std::set<std::string>& counted) {
    Receiver<Accepts> receiver;
    receiver.feed(bytes, [](const auto&) { FAIL("a refused frame came through"); });
    const FrameCounters& frames = receiver.frames();
    const MessageCounters& messages = receiver.messages();
    const std::pair<const char*, std::uint32_t> counters[] = {{"too_long", frames.too_long},
                                                              {"bad_stuffing", frames.bad_stuffing},
                                                              {"too_short", frames.too_short},
                                                              {"bad_crc", frames.bad_crc},
                                                              {"other_version", messages.other_version},
                                                              {"unknown_type", messages.unknown_type},
                                                              {"malformed", messages.malformed}};
    for (const auto& [name, count] : counters)
        if (count != 0) counted.insert(name + std::string(count == 1 ? "" : " more than once"));
}

} // namespace

TEST_CASE("every golden vector is encoded to its bytes and decoded to its meaning") {
    std::set<std::string> seen;
    for (const json::object& row : rows_of("messages.jsonl")) {
        INFO(row.at("name").as_string().c_str());
        seen.emplace(row.at("message").as_string());
        CHECK((checked_as<Hello>("hello", row) || checked_as<Events>("events", row) ||
               checked_as<Snapshot>("snapshot", row) || checked_as<Gap>("gap", row) ||
               checked_as<Pong>("pong", row) || checked_as<Health>("health", row) ||
               checked_as<Settings>("settings", row) || checked_as<Enquire>("enquire", row) ||
               checked_as<Resend>("resend", row) || checked_as<Ack>("ack", row) ||
               checked_as<Ping>("ping", row) || checked_as<Condition>("condition", row) ||
               checked_as<Chip>("chip", row) || checked_as<ClockSaid>("clock_said", row) ||
               checked_as<SensorLevels>("levels", row) || checked_as<Calibration>("calibration", row) ||
               checked_as<AskLevels>("ask_levels", row) || checked_as<Reboot>("reboot", row)));
    }
    CHECK(seen.size() == 18); // no message without a vector
}

TEST_CASE("every vector of refused bytes is counted under its one reason") {
    std::set<std::string> seen;
    for (const json::object& row : rows_of("refused.jsonl")) {
        INFO(row.at("name").as_string().c_str());
        std::set<std::string> counted;
        if (row.at("from").as_string() == "board")
            feed<FromBoard>(from_hex(row.at("bytes")), counted);
        else
            feed<FromHost>(from_hex(row.at("bytes")), counted);
        CHECK(counted == std::set<std::string>{std::string(row.at("counter").as_string())});
        seen.merge(counted);
    }
    CHECK(seen.size() == 7); // no counter without a vector
}
