// RUN: kopt-opt %s --verify-roundtrip -o /dev/null
//
// Write global memory 16 bytes at a time.
// Pays: fewer, wider transactions. Loses: when registers already bound occupancy.
skill.card @widen_global_store version 1 numerics exact {
  %store  = skill.bind op "kopt.store" form 2
  %w     = skill.knob "bytes" in [16, 8, 4]
  %set   = skill.query has_attr(%store, via)
  %s     = skill.query stride(%store, inner)
  %a     = skill.query align(%store)
  %pitch = skill.query pitch(%store)
  %row   = skill.query row_bytes(%store)
  %start = skill.query start(%store)
  %tile  = skill.query inner_bytes(%store)
  %share = skill.query bytes_a_thread(%store)
  %item  = skill.query element_bytes(%store)
  %bits  = skill.query element_bits(%store)
  skill.guard "G1" %s eq 1         else "innermost stride is {0}, must be {1}"
  skill.guard "G2" %a mod %w       else "base is aligned to {0} bytes, needs {1}"
  skill.guard "G3" %pitch mod %w   else "rows lie {0} bytes apart, not a multiple of {1}"
  skill.guard "G4" %row mod %w     else "row of {0} bytes is not a multiple of {1}"
  skill.guard "G5" %start mod %w   else "tiles start at multiples of {0} bytes, not of {1}"
  skill.guard "G6" %tile mod %w    else "the tile has {0} bytes a row, not a multiple of {1}"
  skill.guard "G7" %share ge %w    else "the tile has {0} bytes a thread, fewer than {1}"
  skill.guard "G8" %set eq 0       else "the path of the access is set"
  skill.guard "G9" %w mod %item    else "an access of {0} bytes holds no whole element of {1}"
  skill.guard "G10" %bits ge 8     else "elements of {0} bits, fewer than a byte"
  skill.set %store "via" "#kopt.direct<bytes = {0}>"(%w)
  skill.risk "a misaligned wide access faults; a ragged tail reads past the row"
  skill.pays "memory-bound accesses of 1, 2 or 4 bytes a thread"
}
