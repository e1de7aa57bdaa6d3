#pragma once
// Room that all who hold tokens use together, such as places for requests that wait: each token has a share
// of it, and some is the operators' alone, so that no token keeps another out, nor all of them the operator.

#include "daemon/access/rights.hpp"

#include <map>
#include <memory>

namespace adoube::access {

class Shares {
  public:
    struct Room {
        std::size_t all, of_token, for_operators; // the last: a part of `all`
    };
    explicit Shares(const Room& room) : room_(room) {}

    /// Freed on destruction, which may be after that of the shares.
    class [[nodiscard]] Place {
      public:
        Place() = default;
        Place(Place&& other) noexcept = default;
        Place& operator=(Place&& other) noexcept {
            std::swap(taken_, other.taken_);
            std::swap(token_, other.token_);
            return *this;
        }
        ~Place() {
            if (taken_ && --(*taken_)[token_] == 0) taken_->erase(token_);
        }
        explicit operator bool() const { return taken_ != nullptr; }

      private:
        friend Shares;
        using Taken = std::map<int, std::size_t>; // by token
        Place(std::shared_ptr<Taken> taken, int token) : taken_(std::move(taken)), token_(token) {}

        std::shared_ptr<Taken> taken_;
        int token_ = 0;
    };

    /// Empty where `who` has his share already, or there is no room.
    Place take(const Grant& who);
    std::size_t taken() const;

  private:
    Room room_;
    std::shared_ptr<Place::Taken> taken_ = std::make_shared<Place::Taken>();
};

} // namespace adoube::access
