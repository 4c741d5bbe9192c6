# Compares names: the conformance test checks everything that cyclescope/os.h declares, and the agent has no
# other name of the form cyclescope_os_*.
cmake_minimum_required(VERSION 3.20)

# Sets `names` to those in the files that the pattern matches.
function(read_names names)
  file(GLOB_RECURSE files ${ARGN})
  set(found)
  foreach(file IN LISTS files)
    file(READ "${file}" text)
    string(REGEX MATCHALL "cyclescope_os_[a-z][a-z0-9_]*" own "${text}")
    list(APPEND found ${own})
  endforeach()
  list(REMOVE_DUPLICATES found)
  set(${names} "${found}" PARENT_SCOPE)
endfunction()

function(expect_none_left sentence)
  if(ARGN)
    list(JOIN ARGN "\n  " text)
    message(SEND_ERROR "${sentence}:\n  ${text}")
  endif()
endfunction()

read_names(contract "${AGENT}/include/cyclescope/os.h")
read_names(checked "${AGENT}/conformance/*.[ch]")
read_names(used "${AGENT}/families/*.[ch]" "${AGENT}/parts/*.[ch]" "${AGENT}/ports/*.[ch]"
           "${AGENT}/bindings/*.c" "${AGENT}/core/*.[ch]" "${AGENT}/clocks/*.[ch]"
           "${AGENT}/boards/*.[ch]" "${AGENT}/test/*.[ch]")

list(LENGTH contract count)
if(count LESS 80)
  message(SEND_ERROR "os.h declares ${count} names: more are expected")
endif()

set(unchecked ${contract})
list(REMOVE_ITEM unchecked ${checked})
expect_none_left("The conformance test does not use these names of os.h" ${unchecked})
list(REMOVE_ITEM used ${contract})
expect_none_left("os.h does not declare these names" ${used})
