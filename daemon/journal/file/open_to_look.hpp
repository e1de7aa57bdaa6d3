#pragma once
// Opens a journal's file for reading, whoever owns it.

#include "daemon/journal/file/reader.hpp"

#include <utility>

namespace adoube::journal {

/// Never waits, changes nothing. The error is one sentence.
std::expected<Reader, std::string> open_to_look(const std::filesystem::path& journal);

/// A read transaction: a consistent snapshot.
class OneMoment {
  public:
    static std::expected<OneMoment, std::string> of(const Reader& reader);
    ~OneMoment();
    OneMoment(OneMoment&& other) noexcept : database_(std::exchange(other.database_, nullptr)) {}
    OneMoment& operator=(OneMoment&&) = delete;

  private:
    explicit OneMoment(Database& database) : database_(&database) {}
    Database* database_;
};

} // namespace adoube::journal
