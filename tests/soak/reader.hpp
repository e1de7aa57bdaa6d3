#pragma once
// Somebody who reads the public pages, of earlier rounds' games too, one after another while the hall plays,
// in a thread of its own.

#include <atomic>
#include <cstdint>
#include <random>
#include <string>
#include <thread>
#include <vector>

namespace adoube::soak {

class Reader {
  public:
    struct Answer {
        std::string address;
        int status = 0; // 0: none
        std::uint32_t took_us = 0;
    };

    /// `games`: ids of games that are readable all the time.
    Reader(std::uint16_t port, std::vector<std::string> games, std::uint64_t seed);
    ~Reader() { ends_ = true; }
    /// All there were; it reads no more.
    std::vector<Answer> end();

  private:
    void read();
    std::string next_address();

    std::uint16_t port_;
    std::vector<std::string> games_;
    std::mt19937_64 random_;
    std::vector<Answer> answers_;
    std::atomic<bool> ends_ = false;
    std::jthread thread_; // last, as it uses the others
};

struct Read {
    Reader::Answer answer;
    std::string body;
};
/// At once.
Read read_at(std::uint16_t port, const std::string& address);

} // namespace adoube::soak
