// Asio's definitions, compiled once for the daemon.

#include <boost/asio/impl/src.hpp>
