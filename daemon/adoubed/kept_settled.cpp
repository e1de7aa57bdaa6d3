#include "daemon/adoubed/kept_settled.hpp"

#include "daemon/adoubed/log.hpp"

namespace adoube::adoubed {
namespace {

constexpr std::size_t longest_file = 4 << 20;

} // namespace

KeptSettled::KeptSettled(const std::filesystem::path& journal)
    : file_(journal.string() + "-settled", "what arbiters have done with", longest_file) {}

server::Settled KeptSettled::before() const {
    server::Settled settled;
    const auto aside = file_.read([&](std::string_view kept) -> std::expected<void, std::string> {
        auto restored = server::Settled::restored(kept);
        if (!restored) return std::unexpected(restored.error());
        settled = std::move(*restored);
        return {};
    });
    if (!aside.empty()) log_trouble(aside);
    return settled;
}

void KeptSettled::keep(const std::string& settled) const {
    if (const auto kept = file_.write(settled + '\n'); !kept)
        log_trouble("after a restart arbiters see what they have done with as open: " + kept.error());
}

} // namespace adoube::adoubed
