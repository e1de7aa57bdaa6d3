#include "tests/unit/drivers/scripted_dgt_board.hpp"

#include <string_view>
#include <utility>

namespace adoube::tests {
namespace {

std::uint8_t code_of(wire::Content content) {
    const auto code = std::string_view(".PRNBKQprnbkq").find(wire::to_char(content));
    return code == std::string_view::npos ? std::uint8_t{0} : static_cast<std::uint8_t>(code);
}

/// DGT counts from a8 to h1.
std::uint8_t field_of(unsigned square) {
    return static_cast<std::uint8_t>((7 - square / 8) * 8 + square % 8);
}

} // namespace

ScriptedDgtBoard::ScriptedDgtBoard(std::string serial) : serial_(std::move(serial)) {
    sensing = wire::Sensing::identity;
}

std::vector<std::uint8_t> ScriptedDgtBoard::message(std::uint8_t id, std::vector<std::uint8_t> data) const {
    const auto length = data.size() + 3;
    data.insert(data.begin(),
                {id, static_cast<std::uint8_t>(length >> 7), static_cast<std::uint8_t>(length & 0x7f)});
    if (damages) data.pop_back();
    return data;
}

std::vector<std::uint8_t> ScriptedDgtBoard::whole_board() const {
    std::vector<std::uint8_t> fields(64);
    for (unsigned square = 0; square < 64; ++square) fields[field_of(square)] = code_of(squares_.at(square));
    return fields;
}

void ScriptedDgtBoard::happen(const wire::Event& event) {
    if (event.kind != wire::EventKind::lift && event.kind != wire::EventKind::drop) return;
    squares_.set(event.square, event.kind == wire::EventKind::lift ? wire::Content::empty : event.content);
    if (updates_)
        changes_.push_back(message(0x8e, {field_of(event.square), code_of(squares_.at(event.square))}));
}

ScriptedDgtBoard::Frames ScriptedDgtBoard::answer(std::span<const std::uint8_t> bytes) {
    auto frames = std::exchange(changes_, {});
    for (const auto byte : bytes) switch (byte) {
        case 0x40: updates_ = false; break;
        case 0x43: updates_ = true; break;
        case 0x42: frames.push_back(message(0x86, whole_board())); break;
        case 0x45: frames.push_back(message(0x91, {serial_.begin(), serial_.end()})); break;
        case 0x4d: frames.push_back(message(0x93, {1, 8})); break;
        default: break;
        }
    return mute ? Frames{} : frames;
}

} // namespace adoube::tests
