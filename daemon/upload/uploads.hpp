#pragma once
// All targets of a hall.

#include "daemon/upload/worker.hpp"

namespace adoube::upload {

class Uploads {
  public:
    Uploads(std::vector<Upload> uploads, const std::function<HallMs()>& now, const Worker::Tell& tell);

    // None of these waits.
    /// Call before the first game.
    void change_hall_delay(std::int64_t hall_delay_ms);
    void put(const broadcast::PublicGame& game);
    /// As Worker::correct.
    void correct(const broadcast::PublicGame& now);
    /// What is done, or why not: there is no target of that name.
    std::expected<std::string, std::string> push_again(std::string_view name);
    std::expected<std::string, std::string> reset(std::string_view name);
    std::vector<targets::Report> reports() const;

  private:
    std::expected<Worker*, std::string> named(std::string_view name) const;
    std::vector<std::unique_ptr<Worker>> workers_;
};

} // namespace adoube::upload
