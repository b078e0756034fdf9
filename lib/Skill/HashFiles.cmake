# cmake -DOUTPUT=F -DFILES=a,b -P HashFiles.cmake: the SHA-256 of the files'
# hashes as a definition; written only where it changes.
string(REPLACE "," ";" files "${FILES}")
set(hashes "")
foreach(file ${files})
  file(SHA256 ${file} hash)
  string(APPEND hashes ${hash})
endforeach()
string(SHA256 all "${hashes}")
file(CONFIGURE OUTPUT ${OUTPUT} CONTENT "#define KOPT_REWRITES_HASH \"${all}\"\n")
