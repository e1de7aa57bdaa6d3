// Asio, Beast and JSON, compiled once for the whole daemon: every other file then only declares them.

#include <boost/asio/impl/src.hpp>
#include <boost/beast/src.hpp>
#include <boost/json/src.hpp>
