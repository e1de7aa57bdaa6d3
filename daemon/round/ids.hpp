#pragma once
// Distinct types for ports and tables, numbered from 0 in configuration order.

#include <cstddef>
#include <ranges>
#include <utility>
#include <vector>

namespace adoube::round {

enum class PortId : std::size_t {};
enum class TableId : std::size_t {};

/// A table's board is expected on the port of its number, but may come back on another.
constexpr TableId table_at(PortId port) { return TableId{std::to_underlying(port)}; }
constexpr PortId port_at(TableId table) { return PortId{std::to_underlying(table)}; }

template<class Id, class Value>
class ById {
  public:
    ById() = default;
    explicit ById(std::size_t size) : values_(size) {}

    decltype(auto) operator[](Id id) { return values_[std::to_underlying(id)]; }
    decltype(auto) operator[](Id id) const { return values_[std::to_underlying(id)]; }
    auto begin() { return values_.begin(); }
    auto begin() const { return values_.begin(); }
    auto end() { return values_.end(); }
    auto end() const { return values_.end(); }
    std::size_t size() const { return values_.size(); }
    void reserve(std::size_t size) { values_.reserve(size); }
    void push_back(Value value) { values_.push_back(std::move(value)); }

    auto ids() const {
        return std::views::iota(std::size_t{0}, size()) |
               std::views::transform([](std::size_t number) { return Id{number}; });
    }
    Id id_of(std::vector<Value>::const_iterator found) const {
        return Id{static_cast<std::size_t>(found - values_.begin())};
    }

  private:
    std::vector<Value> values_;
};

} // namespace adoube::round
