# Defines provenhash::provenhash (shared), provenhash::static, and provenhash::drop_in, which adds the headers with the names of
# other libraries, from variables provenhash_...: for projects that build the library, and for those that find it.
add_library(provenhash::provenhash SHARED IMPORTED ${provenhash_scope})
set_target_properties(provenhash::provenhash PROPERTIES
  IMPORTED_LOCATION "${provenhash_shared}"
  INTERFACE_INCLUDE_DIRECTORIES "${provenhash_include}")
if(provenhash_implib)
  set_target_properties(provenhash::provenhash PROPERTIES IMPORTED_IMPLIB "${provenhash_implib}")
endif()
if(provenhash_soname)
  set_target_properties(provenhash::provenhash PROPERTIES IMPORTED_SONAME "${provenhash_soname}")
endif()
add_library(provenhash::static STATIC IMPORTED ${provenhash_scope})
set_target_properties(provenhash::static PROPERTIES
  IMPORTED_LOCATION "${provenhash_static}"
  INTERFACE_INCLUDE_DIRECTORIES "${provenhash_include}"
  INTERFACE_LINK_LIBRARIES "${provenhash_private}")
add_library(provenhash::drop_in INTERFACE IMPORTED ${provenhash_scope})
set_target_properties(provenhash::drop_in PROPERTIES
  INTERFACE_INCLUDE_DIRECTORIES "${provenhash_include}/provenhash/drop-in"
  INTERFACE_LINK_LIBRARIES provenhash::provenhash)
