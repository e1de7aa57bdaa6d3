#include "daemon/round/backlog.hpp"

namespace adoube::round {
namespace {

/// Includes the heap overhead of its texts.
constexpr std::size_t bytes_of_waiting = 1024;

std::size_t text_of(const journal::Append& record) {
    return record.game_id.size() + 2 * record.entry.line.size(); // it also waits in its game
}
std::size_t text_of(const journal::OpenGame& record) {
    return record.game.id.size() + record.game.header.size() + record.game.secret.size();
}
std::size_t text_of(const journal::CloseGame& record) { return record.game_id.size(); }
std::size_t text_of(const journal::ArmGame& record) {
    return record.game.after.size() + record.game.instead_of.size() + record.game.id.size() +
           record.game.header.size();
}
std::size_t text_of(const record::Checkpoint& record) { return record.game_id.size() + record.note.size(); }
std::size_t text_of(const record::Shown& record) { return record.game_id.size(); }
std::size_t text_of(const journal::HoldGame& record) {
    return record.game_id.size() + record.hold.why.size();
}
std::size_t text_of(const journal::ReleaseGame& record) { return record.game_id.size(); }
std::size_t text_of(const record::DeleteGame& record) {
    const auto& left = record.tombstone;
    return left.game_id.size() + left.why.size() + left.root.size();
}

} // namespace

std::size_t Backlog::bytes_of(const journal::Record& record) {
    return bytes_of_waiting + std::visit([](const auto& one) { return text_of(one); }, record);
}

} // namespace adoube::round
