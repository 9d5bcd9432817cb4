# Read by ctest after the lists of tests: gives each unit test its labels, and hides the user's own
# tables from it.
include(${CMAKE_CURRENT_LIST_DIR}/labels.cmake)

foreach(label IN LISTS test_labels)
  label_regex(names_of_${label} ${label})
endforeach()
foreach(room rules indexing data generator probe search answers find hub serve cli)
  foreach(test IN LISTS test_${room}_TESTS)
    set(labels ${room})
    foreach(label IN LISTS test_labels)
      if(test MATCHES "${names_of_${label}}")
        list(APPEND labels ${label})
      endif()
    endforeach()
    set_tests_properties("${test}" PROPERTIES LABELS "${labels}" ENVIRONMENT_MODIFICATION
                         "XDG_DATA_HOME=set:${CMAKE_CURRENT_LIST_DIR}/no-data;DAMIERA_TABLES=unset:")
  endforeach()
endforeach()
