#include "daemon/server/refusal.hpp"

#include <boost/json.hpp>

namespace adoube::server {

Response refusal(unsigned status, std::string_view sentence) {
    return {.status = status,
            .type = "application/json",
            .body = R"({"error":)" + boost::json::serialize(boost::json::string(sentence)) + "}\n"};
}

} // namespace adoube::server
