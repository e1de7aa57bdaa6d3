#pragma once
// Ctrl-C as a question to ask, for a command that has a last word to say.

#include <csignal>

namespace adoube::tools {

/// One at a time. While it lives SIGINT and SIGTERM end nothing by themselves.
class Interrupt {
  public:
    Interrupt() {
        came_ = 0;
        struct sigaction action {};
        action.sa_handler = [](int) { came_ = 1; };
        ::sigaction(SIGINT, &action, &before_int_);
        ::sigaction(SIGTERM, &action, &before_term_);
    }
    ~Interrupt() {
        ::sigaction(SIGINT, &before_int_, nullptr);
        ::sigaction(SIGTERM, &before_term_, nullptr);
    }
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;

    bool came() const { return came_ != 0; }

  private:
    static inline volatile std::sig_atomic_t came_ = 0;
    struct sigaction before_int_ {
    }, before_term_{};
};

} // namespace adoube::tools
