// RUN: kopt-opt %s -split-input-file -verify-diagnostics

skill.card @twice version 1 numerics exact {
  %k = skill.bind op "kopt.kernel" form 2
  %w = skill.query warps(%k)
  // expected-note @+1 {{first used here}}
  skill.guard "G1" %w eq 1 else "a"
  // expected-error @+1 {{expected a guard id used once, but got 'G1' again}}
  skill.guard "G1" %w eq 2 else "b"
  skill.set %k "schedule" "#kopt.launch<warps = 8>"
}

// -----

// expected-error @+1 {{expected a guard, or skill.unguarded with the reason}}
skill.card @bare version 1 numerics exact {
  %k = skill.bind op "kopt.kernel" form 2
  skill.set %k "schedule" "#kopt.launch<warps = 8>"
}

// -----

skill.card @no_domain version 1 numerics exact {
  %k = skill.bind op "kopt.kernel" form 2
  // expected-error @+1 {{expected a domain with a default, but got none}}
  %w = skill.knob "warps" in []
  skill.guard "G1" %w eq 1 else "a"
  skill.set %k "schedule" "#kopt.launch<warps = {0}>"(%w)
}

// -----

skill.card @late version 1 numerics exact {
  %k = skill.bind op "kopt.kernel" form 2
  %w = skill.query warps(%k)
  skill.set %k "schedule" "#kopt.launch<warps = 8>"
  // expected-error @+1 {{expected places, knobs and guards before the actions}}
  skill.guard "G1" %w eq 1 else "a"
}

// -----

// expected-error @+1 {{expected numerics to be exact, reassociates, contracts, approximates or narrows, but got 'roughly'}}
skill.card @class version 1 numerics roughly {
  %k = skill.bind op "kopt.kernel" form 2
  skill.unguarded "a"
  skill.set %k "schedule" "#kopt.launch<warps = 8>"
}

// -----

// expected-error @+1 {{expected the first operation to bind the anchor}}
skill.card @anchor version 1 numerics exact {
  skill.unguarded "a"
}

// -----

skill.card @id version 1 numerics exact {
  %k = skill.bind op "kopt.kernel" form 3 // expected-error {{expected form 1 or 2, but got 3}}
  skill.unguarded "a"
  skill.set %k "schedule" "#kopt.launch<warps = 8>"
}

// -----

skill.card @guard_name version 1 numerics exact {
  %k = skill.bind op "kopt.kernel" form 2
  %w = skill.query warps(%k)
  // expected-error @+1 {{expected an id of G and a number from 1, but got 'first'}}
  skill.guard "first" %w eq 1 else "a"
  skill.set %k "schedule" "#kopt.launch<warps = 8>"
}
