# Which families of benchmarks an agent has. A family is what stands before the slash in the names of
# its operations; its sources are FAMILY.c and FAMILY_*.c, its variants' as well.

# Gives the family of a source: the longest name that fits.
function(cyclescope_family_of variable source)
  get_filename_component(name "${source}" NAME_WE)
  set(found "")
  foreach(family IN LISTS CYCLESCOPE_ALL_FAMILIES)
    string(LENGTH "${found}" longest)
    string(LENGTH "${family}" length)
    if("${name}_" MATCHES "^${family}_" AND length GREATER longest)
      set(found "${family}")
    endif()
  endforeach()
  set(${variable} "${found}" PARENT_SCOPE)
endfunction()

# Gives the families that were asked for; "all" is every one, and "none" leaves the user's own alone.
function(cyclescope_read_families variable)
  set(families ${ARGN})
  if(families STREQUAL "all")
    set(families ${CYCLESCOPE_ALL_FAMILIES})
  elseif(families STREQUAL "none")
    set(families "")
  endif()
  foreach(family IN LISTS families)
    if(NOT family IN_LIST CYCLESCOPE_ALL_FAMILIES)
      list(JOIN CYCLESCOPE_ALL_FAMILIES ", " known)
      message(FATAL_ERROR "Cyclescope has no family of benchmarks \"${family}\". "
                          "There are: ${known}; or \"all\", or \"none\".")
    endif()
  endforeach()
  set(${variable} "${families}" PARENT_SCOPE)
endfunction()

# Leaves those sources in the list that belong to one of the families behind it.
function(cyclescope_keep_families variable)
  set(kept "")
  foreach(source IN LISTS ${variable})
    cyclescope_family_of(family "${source}")
    if(family IN_LIST ARGN)
      list(APPEND kept "${source}")
    endif()
  endforeach()
  set(${variable} "${kept}" PARENT_SCOPE)
endfunction()
