# Read by ctest after the lists of tests: gives each unit test its labels, and hides the user's own
# tables from it.
include(${CMAKE_CURRENT_LIST_DIR}/labels.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/without_users_tables.cmake)

foreach(label IN LISTS test_labels)
  label_regex(names_of_${label} ${label})
endforeach()
foreach(room rules indexing data generator probe search answers c find hub serve fetch cli)
  foreach(test IN LISTS test_${room}_TESTS)
    set(labels ${room})
    foreach(label IN LISTS test_labels)
      if(test MATCHES "${names_of_${label}}")
        list(APPEND labels ${label})
      endif()
    endforeach()
    set_tests_properties("${test}" PROPERTIES LABELS "${labels}"
                         ENVIRONMENT_MODIFICATION "${without_users_tables}")
  endforeach()
endforeach()
