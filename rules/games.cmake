# The games, read from the list in listed_games.h. damiera_games has all names; damiera_played_games
# has the games with tables of their own: all but those that are another game under a new name.
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

# Code that does not need the goal of a game compiles a giveaway game as its original game, see
# with_moves(). damiera_moves is the list of games without giveaway games.
set(damiera_moves ${damiera_played_games})
# The list of such games whose code is compiled here.
set(damiera_built_moves ${damiera_played_games})
if(DAMIERA_GAMES)
  separate_arguments(damiera_built_moves UNIX_COMMAND "${DAMIERA_GAMES}")
endif()
file(GLOB headers CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/games/*.h)
foreach(header IN LISTS headers)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${header})
  file(STRINGS ${header} lines REGEX "= giveaway[(]")
  foreach(line IN LISTS lines)
    string(REGEX REPLACE ".* ([a-z_]+) = giveaway[(].*, ([a-z_]+)[)].*" "\\1;\\2" names "${line}")
    list(GET names 0 giveaway)
    list(GET names 1 game)
    list(REMOVE_ITEM damiera_moves ${giveaway})
    list(TRANSFORM damiera_built_moves REPLACE "^${giveaway}$" ${game})
  endforeach()
endforeach()
list(REMOVE_DUPLICATES damiera_built_moves)

# Makes a source file from a template for each built game, except giveaway games, in a folder of the
# build tree, and appends the files to the list `out`.
function(append_game_sources out template folder)
  set(sources ${${out}})
  set(number 0)
  foreach(game IN LISTS damiera_built_moves)
    set(source ${CMAKE_CURRENT_BINARY_DIR}/${folder}/${game}.cpp)
    configure_file(${template} ${source} @ONLY)
    list(APPEND sources ${source})
    math(EXPR group "${number} / 4")
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${folder}_${group})
    math(EXPR number "${number} + 1")
  endforeach()
  set(${out} ${sources} PARENT_SCOPE)
endfunction()

# In a unity build of `target`, four games are compiled in one unit: reading the headers takes as
# long as compiling a game. The compiler takes 1.2 GB for four games, and more would be too much. All
# files that append_game_sources() has not made are one unit.
function(compile_few_games_at_once target)
  get_target_property(sources ${target} SOURCES)
  foreach(source IN LISTS sources)
    get_source_file_property(group ${source} UNITY_GROUP)
    if(NOT group)
      set_source_files_properties(${source} PROPERTIES UNITY_GROUP rest)
    endif()
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD_MODE GROUP)
endfunction()
