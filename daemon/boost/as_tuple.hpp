#pragma once
// How coroutines wait for Asio here: an error is a value among those that co_await gives, and not thrown.

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace adoube {

inline constexpr auto as_tuple = boost::asio::as_tuple(boost::asio::use_awaitable);

} // namespace adoube
