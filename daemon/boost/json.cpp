// JSON, compiled once, as Asio is.

#include <boost/json/src.hpp>
