// Asio, compiled once for the whole daemon: every other file then only declares it.

#include <boost/asio/impl/src.hpp>
