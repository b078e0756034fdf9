// RUN: kopt-opt %s --verify-roundtrip -o /dev/null
//
// Take the maximum or minimum of a row before it is widened to f32: the same
// bits, and the row waits in half the registers, two elements an instruction.
// Pays: softmax and losses over f16 and bf16. Loses: nothing known.
skill.card @narrow_maximum version 1 numerics exact {
  %reduce = skill.bind op "kopt.reduce" form 2
  %kernel = skill.bind kernel of %reduce
  %loops  = skill.query loops(%kernel)
  // A loop carries its maximum widened, and combines whole tiles of it.
  skill.guard "G1" %loops eq 0 else "the kernel has {0} loops"
  skill.rewrite "narrow_reduce"(%reduce)
  skill.risk "none known"
  skill.pays "rows of 16-bit floats that are held in registers"
}
