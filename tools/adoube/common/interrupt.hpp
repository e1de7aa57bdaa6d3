#pragma once
// Ctrl-C as a flag, for commands that end with a summary.

#include <csignal>

namespace adoube::tools {

/// Only one may exist; it keeps SIGINT and SIGTERM from ending the program.
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
