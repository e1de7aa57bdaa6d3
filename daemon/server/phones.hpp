#pragma once
// How a phone comes to trust a hall with an authority of its own (authority.hpp):
//
//   /phone       a page that says how the certificate is installed, and its fingerprint
//   /phone.crt   the certificate
//
// Both, and what the page is made of, also come in the clear: who does not trust the hall yet cannot ask
// otherwise. The fingerprint is to be compared, as anybody on the way could have changed them.

#include "daemon/server/authority.hpp"
#include "daemon/server/router.hpp"

#include <optional>

namespace adoube::server {

bool is_for_phones(std::string_view path);
/// With what the page is made of.
bool may_come_in_the_clear(std::string_view path);

/// For such a path. `authority`: empty where there is none of the hall's own.
Response phone_response(const Request& request, const std::optional<Authority>& authority);

} // namespace adoube::server
