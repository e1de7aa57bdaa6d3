// Beast, compiled once, as Asio is.

#include <boost/beast/src.hpp>
