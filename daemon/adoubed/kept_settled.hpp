#pragma once
// What arbiters have done with (daemon/server/settled.hpp), kept beside the journal over a restart.

#include "daemon/adoubed/kept_file.hpp"
#include "daemon/server/settled.hpp"

namespace adoube::adoubed {

class KeptSettled {
  public:
    explicit KeptSettled(const std::filesystem::path& journal);

    /// Nothing where it cannot be read, which is logged.
    server::Settled before() const;
    /// On the disk when it returns, or logged.
    void keep(const std::string& settled) const;

  private:
    KeptFile file_;
};

} // namespace adoube::adoubed
