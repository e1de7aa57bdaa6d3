#pragma once
// co_await for Asio: errors are returned as values, not thrown.

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace adoube {

inline constexpr auto as_tuple = boost::asio::as_tuple(boost::asio::use_awaitable);

} // namespace adoube
