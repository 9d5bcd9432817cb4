# The games, read from the list in listed_games.h: damiera_games has all names, damiera_played_games
# those that are played as no other is and so have tables of their own.
set(list ${CMAKE_CURRENT_LIST_DIR}/listed_games.h)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${list})
file(STRINGS ${list} lines REGEX "^ +ListedGame{")
set(damiera_games)
set(damiera_played_games)
foreach(line IN LISTS lines)
  string(REGEX REPLACE "^[^\"]*\"([a-z_]+)\".*" "\\1" name "${line}")
  list(APPEND damiera_games ${name})
  if(NOT line MATCHES "renamed")
    list(APPEND damiera_played_games ${name})
  endif()
endforeach()
