#include "daemon/upload/transfer.hpp"

#include "daemon/targets/settings.hpp"
#include "daemon/text/quoting.hpp"

#include <curl/curl.h>

#include <algorithm>
#include <array>

namespace adoube::upload {
namespace {

using targets::Answer;
using targets::Request;

constexpr long connect_timeout_ms = 10'000, timeout_ms = 60'000, server_silence_s = 20;
constexpr std::size_t longest_answer = 1 << 20;

struct FreeList {
    void operator()(curl_slist* list) const { curl_slist_free_all(list); }
};
class List {
  public:
    void add(const std::string& line) { list_.reset(curl_slist_append(list_.release(), line.c_str())); }
    curl_slist* get() const { return list_.get(); }

  private:
    std::unique_ptr<curl_slist, FreeList> list_;
};

/// How a file gets its name; the next where the server refuses one.
enum class Naming : std::uint8_t { rename, remove_and_rename, in_place };

/// libcurl's scheme for FTP with TLS from a command on, "ftpes", is that without.
std::string curl_url(const std::string& url) {
    constexpr std::string_view ftpes = "ftpes";
    return targets::scheme_of(url) == ftpes ? "ftp" + url.substr(ftpes.size()) : url;
}

/// "/a/.games.pgn.part" of "/a/games.pgn".
std::string part_of(const std::string& path) {
    const auto name = path.rfind('/') + 1;
    return path.substr(0, name) + '.' + path.substr(name) + ".part";
}

/// Nothing of the body has been sent when these end a transfer.
bool is_before_sending(CURLcode code) {
    constexpr std::array before{CURLE_COULDNT_RESOLVE_PROXY,
                                CURLE_COULDNT_RESOLVE_HOST,
                                CURLE_COULDNT_CONNECT,
                                CURLE_SSL_CONNECT_ERROR,
                                CURLE_PEER_FAILED_VERIFICATION,
                                CURLE_SSL_CACERT_BADFILE,
                                CURLE_LOGIN_DENIED,
                                CURLE_PROXY};
    return std::ranges::find(before, code) != before.end();
}

Answer::Outcome outcome_of(CURLcode code) {
    using enum Answer::Outcome;
    switch (code) {
    case CURLE_LOGIN_DENIED: return login_refused;
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE: return not_trusted;
    case CURLE_REMOTE_ACCESS_DENIED:
    case CURLE_UPLOAD_FAILED:
    case CURLE_REMOTE_DISK_FULL:
    case CURLE_REMOTE_FILE_EXISTS:
    case CURLE_REMOTE_FILE_NOT_FOUND:
    case CURLE_QUOTE_ERROR: return refused;
    default: return later;
    }
}

} // namespace

class Transfer::Curl {
  public:
    Curl(Access access, const std::atomic<bool>& is_ending)
        : access_(std::move(access)), is_ending_(is_ending), curl_(curl_easy_init()) {}

    Answer send(const Request& request) {
        auto secrets = read_secrets(access_);
        if (!curl_) return {Answer::Outcome::later, "libcurl cannot be started", false};
        if (!secrets) return {Answer::Outcome::no_secrets, secrets.error(), false};
        secrets_ = std::move(*secrets);
        auto answer = perform(request);
        while (answer.outcome == Answer::Outcome::refused && is_naming_refused_) {
            naming_ = naming_ == Naming::rename ? Naming::remove_and_rename : Naming::in_place;
            answer = perform(request);
        }
        answer.sentence = text::without_controls(without_secrets(std::move(answer.sentence), secrets_));
        answer.body = without_secrets(std::move(answer.body), secrets_);
        return answer;
    }

  private:
    template<class Value>
    void set(CURLoption option, Value value) {
        curl_easy_setopt(curl_.get(), option, value);
    }
    template<class Value>
    Value told(CURLINFO info) const {
        Value value{};
        curl_easy_getinfo(curl_.get(), info, &value);
        return value;
    }

    Answer perform(const Request& request) {
        curl_easy_reset(curl_.get()); // keeps its connection
        const bool is_http = targets::scheme_of(request.url).starts_with("http");
        body_ = request.body;
        read_ = 0;
        answer_.clear();
        folder_.clear();
        error_.fill('\0');
        set_common();
        List lines;
        if (is_http)
            set_http(request, lines);
        else
            set_file(request, lines);
        const auto code = curl_easy_perform(curl_.get());
        if (code != CURLE_OK) return failure(code, targets::host_of(request.url));
        if (!is_http) return {Answer::Outcome::done};
        const auto wait_s = told<curl_off_t>(CURLINFO_RETRY_AFTER);
        return targets::http_answer(static_cast<unsigned>(told<long>(CURLINFO_RESPONSE_CODE)), answer_,
                                    wait_s > 0 ? std::optional<std::int64_t>(wait_s) : std::nullopt);
    }

    void set_common() {
        set(CURLOPT_NOSIGNAL, 1L);
        set(CURLOPT_ERRORBUFFER, error_.data());
        set(CURLOPT_PROTOCOLS_STR, "http,https,ftp,ftps,sftp");
        set(CURLOPT_FOLLOWLOCATION, 0L); // elsewhere nobody may have the token
        set(CURLOPT_NETRC, static_cast<long>(CURL_NETRC_IGNORED));
        set(CURLOPT_PROXY, access_.proxy.c_str()); // empty: not that of the environment either
        set(CURLOPT_CONNECTTIMEOUT_MS, connect_timeout_ms);
        set(CURLOPT_TIMEOUT_MS, timeout_ms);
        set(CURLOPT_SERVER_RESPONSE_TIMEOUT, server_silence_s);
        set(CURLOPT_TCP_KEEPALIVE, 1L);
        set(CURLOPT_NOPROGRESS, 0L);
        set(CURLOPT_XFERINFODATA, this);
        set(
            CURLOPT_XFERINFOFUNCTION, +[](void* self, curl_off_t, curl_off_t, curl_off_t, curl_off_t) {
                return static_cast<Curl*>(self)->is_ending_.load() ? 1 : 0;
            });
        set(CURLOPT_WRITEDATA, this);
        set(
            CURLOPT_WRITEFUNCTION, +[](const char* data, std::size_t one, std::size_t count, void* self) {
                auto& answer = static_cast<Curl*>(self)->answer_;
                answer.append(data, std::min(count, longest_answer - answer.size()));
                return one * count;
            });
        if (!access_.ca.empty()) set(CURLOPT_CAINFO, access_.ca.c_str());
        if (!access_.user.empty()) set(CURLOPT_USERNAME, access_.user.c_str());
        if (!secrets_.password.empty()) set(CURLOPT_PASSWORD, secrets_.password.c_str());
    }

    void set_body() {
        set(CURLOPT_UPLOAD, 1L);
        set(CURLOPT_INFILESIZE_LARGE, static_cast<curl_off_t>(body_.size()));
        set(CURLOPT_READDATA, this);
        set(
            CURLOPT_READFUNCTION, +[](char* to, std::size_t one, std::size_t count, void* self) {
                auto& curl = *static_cast<Curl*>(self);
                const auto size = curl.body_.copy(to, one * count, curl.read_);
                curl.read_ += size;
                return size;
            });
        set(CURLOPT_SEEKDATA, this); // a connection that had ended meanwhile is opened anew
        set(
            CURLOPT_SEEKFUNCTION, +[](void* self, curl_off_t offset, int origin) {
                if (origin != SEEK_SET) return CURL_SEEKFUNC_CANTSEEK;
                static_cast<Curl*>(self)->read_ = static_cast<std::size_t>(offset);
                return CURL_SEEKFUNC_OK;
            });
    }

    void set_http(const Request& request, List& headers) {
        set(CURLOPT_URL, request.url.c_str());
        set(CURLOPT_USERAGENT, "adoube/" ADOUBE_VERSION);
        headers.add("Expect:");
        if (!secrets_.token.empty()) headers.add("Authorization: Bearer " + secrets_.token);
        if (!body_.empty()) headers.add("Content-Type: " + request.type + "; charset=utf-8");
        set(CURLOPT_HTTPHEADER, headers.get());
        set(CURLOPT_HEADEROPT, static_cast<long>(CURLHEADER_SEPARATE)); // none of them for the proxy
        if (!request.post) return set_body();
        set(CURLOPT_POST, 1L);
        set(CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(body_.size()));
        set(CURLOPT_POSTFIELDS, body_.c_str());
    }

    void set_file(const Request& request, List& commands) {
        const auto scheme = targets::scheme_of(request.url);
        const auto host = scheme.size() + 3 + targets::host_of(request.url).size();
        const auto root = request.url.substr(0, host), path = request.url.substr(host);
        is_sftp_ = scheme == "sftp";
        folder_ = path.substr(0, path.rfind('/'));
        const auto naming = naming_;
        const auto target = naming == Naming::in_place ? path : part_of(path);
        set(CURLOPT_URL, curl_url(root + target).c_str());
        set(CURLOPT_FTP_FILEMETHOD, static_cast<long>(CURLFTPMETHOD_MULTICWD)); // folders are made only so
        set(CURLOPT_FTP_CREATE_MISSING_DIRS, static_cast<long>(CURLFTP_CREATE_DIR_RETRY));
        if (scheme == "ftpes") set(CURLOPT_USE_SSL, static_cast<long>(CURLUSESSL_ALL));
        if (access_.proxy.starts_with("http")) set(CURLOPT_HTTPPROXYTUNNEL, 1L);
        set_body();
        if (is_sftp_) set_ssh();
        if (naming != Naming::in_place) add_renaming(path, target, naming, commands);
        set(CURLOPT_POSTQUOTE, commands.get());
    }

    void set_ssh() {
        set(CURLOPT_SSH_KNOWNHOSTS, access_.known_hosts.c_str());
        const bool by_key = !access_.key_file.empty();
        set(CURLOPT_SSH_AUTH_TYPES,
            static_cast<long>(by_key ? CURLSSH_AUTH_PUBLICKEY
                                     : CURLSSH_AUTH_PASSWORD | CURLSSH_AUTH_KEYBOARD));
        if (by_key) set(CURLOPT_SSH_PRIVATE_KEYFILE, access_.key_file.c_str());
    }

    /// A rename over a file is for SFTP an error, so there it is always removed first.
    void add_renaming(const std::string& path, const std::string& part, Naming naming, List& commands) {
        const auto decoded = [this](const std::string& text) {
            int size = 0;
            const std::unique_ptr<char, void (*)(void*)> plain(
                curl_easy_unescape(curl_.get(), text.c_str(), static_cast<int>(text.size()), &size),
                curl_free);
            return std::string(plain.get(), static_cast<std::size_t>(size));
        };
        auto to = decoded(path), from = decoded(part);
        if (is_sftp_) {
            const auto quoted = [](const std::string& text) { return '"' + text + '"'; };
            for (auto* name : {&to, &from})
                if (name->starts_with("/~/")) name->erase(0, 3); // of the home folder
            commands.add("*rm " + quoted(to));                   // *: a failure is none
            commands.add("rename " + quoted(from) + ' ' + quoted(to));
            return;
        }
        for (auto* name : {&to, &from}) name->erase(0, name->rfind('/') + 1); // libcurl is in the folder then
        if (naming == Naming::remove_and_rename) commands.add("*DELE " + to);
        commands.add("RNFR " + from);
        commands.add("RNTO " + to);
    }

    Answer failure(CURLcode code, std::string_view host) {
        is_naming_refused_ = code == CURLE_QUOTE_ERROR && naming_ != Naming::in_place;
        const bool nothing_sent = told<curl_off_t>(CURLINFO_SIZE_UPLOAD_T) == 0 &&
                                  (is_before_sending(code) || told<long>(CURLINFO_REQUEST_SIZE) == 0);
        const auto tunnel = told<long>(CURLINFO_HTTP_CONNECTCODE);
        const std::string why = error_[0] ? error_.data() : curl_easy_strerror(code);
        Answer answer{outcome_of(code), std::string(host) + ": " + why, !nothing_sent && tunnel < 300};
        if (code == CURLE_REMOTE_ACCESS_DENIED && !is_sftp_ && !folder_.empty())
            answer.sentence += "; make the folder " + folder_ + " there, as it does not let this user do it";
        if (tunnel == 407) answer.outcome = Answer::Outcome::login_refused;
        return answer;
    }

    struct Free {
        void operator()(CURL* curl) const { curl_easy_cleanup(curl); }
    };

    Access access_;
    const std::atomic<bool>& is_ending_;
    std::unique_ptr<CURL, Free> curl_;
    Secrets secrets_;
    std::string body_, answer_, folder_; // of the file, where it is no request by HTTP
    std::size_t read_ = 0;               // of body_
    std::array<char, CURL_ERROR_SIZE> error_{};
    Naming naming_ = Naming::rename;
    bool is_sftp_ = false, is_naming_refused_ = false;
};

Transfer::Transfer(Access access, const std::atomic<bool>& is_ending)
    : curl_(std::make_unique<Curl>(std::move(access), is_ending)) {}
Transfer::~Transfer() = default;

Answer Transfer::send(const Request& request) { return curl_->send(request); }

} // namespace adoube::upload
