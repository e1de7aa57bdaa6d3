#include "daemon/gather/other_round.hpp"

#include <curl/curl.h>

#include <algorithm>
#include <memory>
#include <utility>

namespace adoube::gather {
namespace {

constexpr long answer_timeout_ms = 5'000;

struct Answer {
    std::string body, tag;
    bool too_long = false;
};

std::size_t take_body(char* bytes, std::size_t, std::size_t size, void* into) {
    auto& answer = *static_cast<Answer*>(into);
    answer.too_long = answer.body.size() + size > OtherRound::longest;
    if (answer.too_long) return 0;
    answer.body.append(bytes, size);
    return size;
}

std::size_t take_field(char* bytes, std::size_t, std::size_t size, void* into) {
    constexpr std::string_view name = "etag:";
    const std::string_view line(bytes, size);
    if (line.size() > name.size() && curl_strnequal(bytes, name.data(), name.size())) {
        const auto begin = line.find_first_not_of(' ', name.size());
        const auto end = line.find_last_not_of("\r\n ");
        if (begin != std::string_view::npos && end >= begin)
            static_cast<Answer*>(into)->tag = line.substr(begin, end - begin + 1);
    }
    return size;
}

struct FreeList {
    void operator()(curl_slist* list) const { curl_slist_free_all(list); }
};

} // namespace

bool is_round(std::string_view text) {
    const auto is_control = [](char letter) {
        const auto code = static_cast<unsigned char>(letter);
        return (code < 0x20 && letter != '\n' && letter != '\r' && letter != '\t') || code == 0x7f;
    };
    return text.starts_with('[') && std::ranges::none_of(text, is_control);
}

OtherRound::OtherRound(std::string url, Events events)
    : url_(std::move(url)), events_(std::move(events)), thread_([this] { run(); }) {}

OtherRound::~OtherRound() {
    {
        const std::lock_guard lock(mutex_);
        is_ending_ = true;
    }
    ends_.notify_one();
    thread_.join();
}

void OtherRound::run() {
    const std::unique_ptr<CURL, decltype(&curl_easy_cleanup)> curl(curl_easy_init(), &curl_easy_cleanup);
    if (!curl)
        return events_.tell("the round at " + url_ + " cannot be read: libcurl cannot be started", true);
    std::unique_lock lock(mutex_);
    while (!is_ending_) {
        lock.unlock();
        ask(curl.get());
        lock.lock();
        ends_.wait_for(lock, asked_every, [this] { return is_ending_; });
    }
}

void OtherRound::ask(void* curl) {
    Answer answer;
    const std::unique_ptr<curl_slist, FreeList> fields(
        tag_.empty() ? nullptr : curl_slist_append(nullptr, ("If-None-Match: " + tag_).c_str()));
    curl_easy_reset(curl);
    curl_easy_setopt(curl, CURLOPT_URL, url_.c_str());
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, answer_timeout_ms);
    curl_easy_setopt(curl, CURLOPT_ACCEPT_ENCODING, "");
    curl_easy_setopt(curl, CURLOPT_USERAGENT, "adoube/" ADOUBE_VERSION);
    curl_easy_setopt(curl, CURLOPT_HTTPHEADER, fields.get());
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, &take_body);
    curl_easy_setopt(curl, CURLOPT_WRITEDATA, &answer);
    curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, &take_field);
    curl_easy_setopt(curl, CURLOPT_HEADERDATA, &answer);
    const auto code = curl_easy_perform(curl);
    long status = 0;
    curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
    if (answer.too_long) return tell("it is longer than any round");
    if (code != CURLE_OK) return tell(curl_easy_strerror(code));
    if (status == 304) return tell({});
    if (status != 200 || !is_round(answer.body))
        return tell("it answers with status " + std::to_string(status) +
                    (status == 200 ? ", and no PGN" : ""));
    auto games = games_.read(answer.body);
    const auto taken =
        events_.changed({std::make_shared<const std::string>(std::move(answer.body)), std::move(games)});
    tag_ = taken ? answer.tag : std::string();
    tell(taken ? std::string() : taken.error());
}

void OtherRound::tell(const std::string& trouble) {
    if (std::exchange(told_, trouble) == trouble) return;
    if (trouble.empty())
        events_.tell("the round at " + url_ + " is read again", false);
    else
        events_.tell("the round at " + url_ + " cannot be read: " + trouble + "; what it showed last stays",
                     true);
}

std::expected<void, std::string> check_round_url(std::string_view url) {
    const auto scheme = url.substr(0, url.find("://"));
    const auto host = url.substr(std::min(url.size(), scheme.size() + 3));
    if ((scheme != "http" && scheme != "https") || host.empty() || host.starts_with('/'))
        return std::unexpected(
            "\"" + std::string(url) +
            "\" is no address of a round: write it as http://hall-b.example:8080/round.pgn");
    if (host.substr(0, host.find('/')).contains('@'))
        return std::unexpected(
            std::string("the address of a round is public: write it without name and password"));
    return {};
}

} // namespace adoube::gather
