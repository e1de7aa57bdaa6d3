#include "daemon/targets/request.hpp"

#include "daemon/boost/parse_json.hpp"
#include "daemon/text/quoting.hpp"

#include <boost/json.hpp>

namespace adoube::targets {
namespace {

/// The "error" of a JSON object, as lichess and many others explain a refusal.
std::string reason_in(std::string_view body) {
    const auto value = parse_json(body);
    const auto* const object = value ? value->if_object() : nullptr;
    const auto* const error = object ? object->if_contains("error") : nullptr;
    if (!error || !error->is_string()) return {};
    return ": " + text::excerpt(error->get_string());
}

} // namespace

Answer http_answer(unsigned status, std::string body, std::optional<std::int64_t> retry_after_s) {
    using enum Answer::Outcome;
    constexpr std::int64_t usual_wait_s = 60; // as lichess asks of whoever got a 429
    const auto told = "the answer is " + std::to_string(status) + reason_in(body);
    if (status >= 200 && status < 300) return {done, {}, true, {}, std::move(body)};
    if (status == 401 || status == 403 || status == 407)
        return {login_refused, told + "; is the token or password right, and for this?", false};
    if (status == 429)
        return {later, told + ", too many requests", false, retry_after_s.value_or(usual_wait_s)};
    if (status == 408 || status == 425 || status >= 500) return {later, told, true, retry_after_s};
    if (status >= 300 && status < 400)
        return {refused, told + ", a redirect, which is not followed: name the address it leads to", false};
    return {refused, told, false, retry_after_s};
}

} // namespace adoube::targets
