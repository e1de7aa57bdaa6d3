#include "daemon/adoubed/kept_ports.hpp"

#include "daemon/boost/parse_json.hpp"
#include "daemon/files/read.hpp"
#include "daemon/files/replace.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <set>

namespace adoube::adoubed {
namespace {

namespace json = boost::json;

constexpr std::size_t longest_ports = 1 << 20;

std::optional<std::int64_t> number_of(const json::object& object, std::string_view name) {
    const auto* const value = object.if_contains(name);
    return value && value->is_int64() ? std::optional(value->get_int64()) : std::nullopt;
}

} // namespace

KeptPorts::KeptPorts(const Config& config) : file_(config.journal.string() + "-ports") {
    for (const auto& board : config.boards)
        configured_.emplace_back(board.number, board.port ? to_string(*board.port) : std::string());
}

std::expected<KeptPorts, std::string> KeptPorts::open(const Config& config) {
    KeptPorts ports(config);
    const auto text = files::read(ports.file_, longest_ports);
    if (!text && text.error().why == files::Unreadable::Why::absent) return ports;
    auto kept = text ? read(*text) : std::unexpected(text.error().text);
    if (!kept)
        return std::unexpected(ports.file_.string() + " " + kept.error() +
                               ": it keeps the ports that were changed while the daemon ran; remove it to go "
                               "on with the configured ones");
    ports.forgotten_ = !ports.counts(*kept);
    if (ports.forgotten_) kept->clear();
    bool is_new = ports.forgotten_;
    for (const auto& [board, configured] : ports.configured_)
        if (const auto found = kept->find(board); found != kept->end())
            is_new |= std::exchange(found->second.configured, configured) != configured;
    // With the ports that were configured before, they would count again.
    if (const auto written = is_new ? ports.write(*kept) : std::expected<void, std::string>(); !written)
        return std::unexpected(written.error());
    ports.kept_ = std::move(*kept);
    return ports;
}

std::expected<KeptPorts::Ports, std::string> KeptPorts::read(const std::string& text) {
    Ports ports;
    const auto value = parse_json(text);
    const auto* const all = value ? value->if_array() : nullptr;
    if (!all) return std::unexpected("does not hold ports");
    for (const auto& one : *all) {
        const auto* const object = one.if_object();
        const auto board = object ? number_of(*object, "board") : std::nullopt;
        auto port = object ? text_in(*object, "port") : std::string();
        if (!board || !board::port_from(port)) return std::unexpected("does not hold ports");
        const auto given_ms = number_of(*object, "given");
        ports[static_cast<int>(*board)] = {text_in(*object, "configured"), std::move(port),
                                           given_ms ? std::optional(UtcMs(*given_ms)) : std::nullopt};
    }
    return ports;
}

bool KeptPorts::counts(const Ports& ports) const {
    std::size_t found = 0;
    std::set<std::string> in_force;
    for (const auto& [board, configured] : configured_) {
        const auto kept = ports.find(board);
        if (kept != ports.end() && configured != kept->second.configured && configured != kept->second.port)
            return false;
        found += kept != ports.end();
        const auto& port = kept == ports.end() ? configured : kept->second.port;
        if (!port.empty() && !in_force.insert(port).second) return false;
    }
    return found == ports.size();
}

Config KeptPorts::in_force(Config config) const {
    for (auto& board : config.boards)
        if (const auto kept = kept_.find(board.number); kept != kept_.end())
            board.port = board::port_from(kept->second.port).value();
    return config;
}

std::optional<UtcMs> KeptPorts::given_utc_ms(int board) const {
    const auto kept = kept_.find(board);
    return kept == kept_.end() ? std::nullopt : kept->second.given_utc_ms;
}

std::vector<std::string> KeptPorts::told() const {
    std::vector<std::string> sentences;
    for (const auto& [board, kept] : kept_)
        if (kept.port != kept.configured)
            sentences.push_back("board " + std::to_string(board) + " is on port " + kept.port +
                                ", as was last said while the daemon ran; the configuration says " +
                                kept.configured);
    if (forgotten_)
        sentences.emplace_back("the boards are on their configured ports: the configuration has other ports "
                               "than those that were changed while the daemon ran, which count no more");
    return sentences;
}

std::expected<void, std::string> KeptPorts::change(const round::Round::PortChange& change, UtcMs now_utc_ms) {
    auto ports = kept_;
    for (const auto& to : change.ports) {
        const auto& [board, configured] = configured_.at(std::to_underlying(to.port));
        ports[board] = {configured, to.name, now_utc_ms};
    }
    if (const auto written = write(ports); !written)
        return std::unexpected("the ports stay as they are, since " + written.error());
    kept_ = std::move(ports);
    return {};
}

std::expected<void, std::string> KeptPorts::write(const Ports& ports) const {
    json::array all;
    for (const auto& [board, kept] : ports) {
        json::object one{{"board", board}, {"configured", kept.configured}, {"port", kept.port}};
        if (kept.given_utc_ms) one["given"] = kept.given_utc_ms->count();
        all.push_back(std::move(one));
    }
    const auto written = files::replace(file_, json::serialize(all) + '\n', files::ReadableBy::everybody);
    if (!written) return std::unexpected(file_.string() + " " + written.error());
    return {};
}

} // namespace adoube::adoubed
