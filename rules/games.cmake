# The games, read from the list in listed_games.h. damiera_games has all names; damiera_played_games
# has the games with tables of their own: those that are not another game under a new name.
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

# The games whose code is compiled here.
set(damiera_built_games ${damiera_played_games})
if(DAMIERA_GAMES)
  separate_arguments(damiera_built_games UNIX_COMMAND "${DAMIERA_GAMES}")
endif()

# Makes a source file for each built game from a template, in a folder of the build tree, and
# appends the files to the list `out`. Unity builds compile several of these files together, because
# reading their headers takes as long as compiling the code of a game.
function(append_game_sources out template folder)
  set(sources ${${out}})
  foreach(game IN LISTS damiera_built_games)
    set(source ${CMAKE_CURRENT_BINARY_DIR}/${folder}/${game}.cpp)
    configure_file(${template} ${source} @ONLY)
    list(APPEND sources ${source})
  endforeach()
  set(${out} ${sources} PARENT_SCOPE)
endfunction()

# The number of files in a unit of a unity build. The compiler takes 1.2 GB for four games at once.
set(damiera_games_in_unit 4)
