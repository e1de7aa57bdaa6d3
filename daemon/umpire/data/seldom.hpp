#pragma once
// What is there seldom, and then large: unlike in std::optional, it has no room while it is not there.

#include <memory>
#include <optional>
#include <utility>

namespace adoube::umpire {

template<class Value>
class Seldom {
  public:
    Seldom() = default;
    Seldom(std::nullopt_t) {}
    Seldom(Value value) : value_(std::make_unique<Value>(std::move(value))) {}
    Seldom(std::optional<Value> value) {
        if (value) value_ = std::make_unique<Value>(std::move(*value));
    }
    Seldom(const Seldom& other) : value_(other ? std::make_unique<Value>(*other) : nullptr) {}
    Seldom(Seldom&&) noexcept = default;
    Seldom& operator=(Seldom other) noexcept {
        value_ = std::move(other.value_);
        return *this;
    }

    explicit operator bool() const { return value_ != nullptr; }
    bool has_value() const { return value_ != nullptr; }
    Value& operator*() { return *value_; }
    const Value& operator*() const { return *value_; }
    Value* operator->() { return value_.get(); }
    const Value* operator->() const { return value_.get(); }
    void reset() { value_.reset(); }

  private:
    std::unique_ptr<Value> value_;
};

} // namespace adoube::umpire
