#pragma once
// Inputs that wait in `batches`, to be settled in runs (input_log.hpp). A row holds those of one transaction,
// in the order of their arrival, whatever games they are of.

#include "daemon/journal/file/database.hpp"
#include "daemon/journal/file/stored_input.hpp"

namespace adoube::journal {

/// All that are not settled, in the order of their arrival; `schema`: "main", or an attached journal. The
/// error is one sentence.
std::expected<std::vector<StoredInput>, std::string> waiting_inputs(Database& database,
                                                                    const std::string& schema = "main");

} // namespace adoube::journal
