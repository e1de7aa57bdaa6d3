#include "daemon/upload/uploads.hpp"

#include <curl/curl.h>

#include <algorithm>

namespace adoube::upload {

Uploads::Uploads(std::vector<Upload> uploads, const std::function<HallMs()>& now, const Worker::Tell& tell) {
    if (uploads.empty()) return;
    curl_global_init(CURL_GLOBAL_DEFAULT); // before the threads
    for (auto& upload : uploads) workers_.push_back(std::make_unique<Worker>(std::move(upload), now, tell));
}

void Uploads::change_hall_delay(std::int64_t hall_delay_ms) {
    for (const auto& worker : workers_) worker->change_hall_delay(hall_delay_ms);
}

void Uploads::put(const broadcast::PublicGame& game) {
    for (const auto& worker : workers_) worker->put(game);
}

void Uploads::correct(const broadcast::PublicGame& now) {
    for (const auto& worker : workers_) worker->correct(now);
}

std::expected<Worker*, std::string> Uploads::named(std::string_view name) const {
    const auto found = std::ranges::find(workers_, name, [](const auto& worker) { return worker->name(); });
    if (found != workers_.end()) return found->get();
    std::string known;
    for (const auto& worker : workers_) known += (known.empty() ? "" : ", ") + worker->name();
    return std::unexpected("there is no target \"" + std::string(name) + "\"" +
                           (known.empty() ? ": none is configured" : ", only " + known));
}

std::expected<std::string, std::string> Uploads::push_again(std::string_view name) {
    const auto worker = named(name);
    if (!worker) return std::unexpected(worker.error());
    (*worker)->push_again();
    return "target " + std::string(name) + " is sent all games again";
}

std::expected<std::string, std::string> Uploads::reset(std::string_view name) {
    const auto worker = named(name);
    if (!worker) return std::unexpected(worker.error());
    (*worker)->reset();
    return "target " + std::string(name) +
           ((*worker)->kind() == targets::Kind::lichess
                ? " is emptied, and sent all games again"
                : " is sent all its files again: each replaces what is there, so there is nothing to empty");
}

std::vector<targets::Report> Uploads::reports() const {
    std::vector<targets::Report> reports;
    for (const auto& worker : workers_) reports.push_back(worker->report());
    return reports;
}

} // namespace adoube::upload
