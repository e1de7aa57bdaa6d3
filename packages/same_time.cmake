# All files of a package are as old as its last entry in the changelog.
execute_process(COMMAND dpkg-parsechangelog -l ${CPACK_ADOUBE_CHANGELOG} -S Timestamp
  OUTPUT_VARIABLE seconds OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
set(ENV{SOURCE_DATE_EPOCH} ${seconds})
