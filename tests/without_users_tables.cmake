# The environment in which a test runs. The user's own tables must change no test: programs look for
# them in a folder that is not there.
set(without_users_tables XDG_DATA_HOME=set:${CMAKE_CURRENT_LIST_DIR}/no-data DAMIERA_TABLES=unset:)
