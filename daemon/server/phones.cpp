#include "daemon/server/phones.hpp"

#include "daemon/server/origin.hpp"
#include "daemon/text/quoting.hpp"
#include "daemon/web/assets.hpp"

#include <algorithm>

namespace adoube::server {
namespace {

constexpr std::string_view page_path = "/phone", certificate_path = "/phone.crt";

std::string filled(std::string page, std::string_view place, const std::string& text) {
    if (const auto at = page.find(place); at != std::string::npos) page.replace(at, place.size(), text);
    return page;
}

/// Where the phone goes on.
std::string address_of(const Request& request, std::string_view path) {
    const auto host = parse_host(request.host) ? "https://" + std::string(request.host) : std::string();
    return text::escaped_for_html(host + std::string(path));
}

} // namespace

bool is_for_phones(std::string_view path) { return path == page_path || path == certificate_path; }

bool may_come_in_the_clear(std::string_view path) {
    return is_for_phones(path) || path == "/adoube.css" || path == "/icon.svg";
}

Response phone_response(const Request& request, const std::optional<Authority>& authority) {
    if (!authority)
        return sorry(404,
                     "A phone needs no certificate for this hall, or the hall has none: adoube certificate "
                     "new makes one.");
    if (path_of(request.target) == certificate_path)
        return {.type = "application/x-x509-ca-cert", .body = authority->der};
    const auto assets = web::assets();
    const auto page = std::ranges::find(assets, std::string_view("phone.html"), &web::Asset::name);
    return {.type = std::string(page->type),
            .body = filled(filled(std::string(page->body), "{{fingerprint}}", authority->fingerprint),
                           "{{arbiter}}", address_of(request, "/arbiter"))};
}

} // namespace adoube::server
