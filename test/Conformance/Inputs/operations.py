"""The elementwise operations that kopt takes, one row each.

A row is (name, operand types, result type, line, families, refusal). `line` is
the body that computes %r from %a, %b, %c; `refusal` is a part of the error
where kopt does not take the operation; `approximate` marks those that use the
special-function unit, which the simulated device rounds correctly.
"""
from collections import namedtuple

Row = namedtuple("Row", "name ins out line families refusal approximate", defaults=("", "", False))

FLOATS = ["f8E4M3FN", "f8E5M2", "f16", "bf16", "f32", "f64"]
INTEGERS = ["i1", "i8", "i16", "i32", "i64"]
WIDTH = {"i1": 1, "i8": 8, "i16": 16, "i32": 32, "i64": 64, "f8E4M3FN": 8, "f8E5M2": 8, "f16": 16,
         "bf16": 16, "f32": 32, "f64": 64}

UNARY = "negf absf:math floor:math ceil:math round:math roundeven:math trunc:math sqrt:math".split()
FUNCTIONS = ("rsqrt exp exp2 expm1 log log2 log10 log1p tanh erf sin cos tan cbrt sinh cosh asin acos atan "
             "asinh acosh atanh erfc").split()
APPROXIMATE = "exp exp2 tanh erf erfc".split()
BINARY = "addf subf mulf divf maximumf minimumf maxnumf minnumf copysign:math".split()
CMPF = "false oeq ogt oge olt ole one ord ueq ugt uge ult ule une uno true".split()
CMPI = "eq ne slt sle sgt sge ult ule ugt uge".split()


def op(name):
    name, _, dialect = name.partition(":")
    return f"{dialect or 'arith'}.{name}"


def float_rows(t):
    """Operations on one float type."""
    for name in UNARY:
        yield Row(op(name), [t], t, f"{op(name)} %a : {t}")
    for name in FUNCTIONS:
        yield Row(f"math.{name}", [t], t, f"math.{name} %a : {t}", "", "", name in APPROXIMATE)
    for name in BINARY:
        yield Row(op(name), [t, t], t, f"{op(name)} %a, %b : {t}")
    yield Row("arith.remf", [t, t], t, f"arith.remf %a, %b : {t}", "",
              "expected kopt-expand-math to have expanded this")
    yield Row("math.powf", [t, t], t, f"math.powf %a, %b : {t}")
    yield Row("math.atan2", [t, t], t, f"math.atan2 %a, %b : {t}")
    yield Row("math.fma", [t, t, t], t, f"math.fma %a, %b, %c : {t}")
    for predicate in CMPF:
        yield Row(f"arith.cmpf {predicate}", [t, t], "i1", f"arith.cmpf {predicate}, %a, %b : {t}")
    for name in ("isnan", "isinf", "isfinite"):
        yield Row(f"math.{name}", [t], "i1", f"math.{name} %a : {t}")
    yield Row("arith.select", ["i1", t, t], t, f"arith.select %a, %b, %c : {t}")


def integer_rows(t):
    """Operations on one integer type. Divisors, shifts and the like are bounded
    to where the operation is defined: the original has a meaning there only."""
    w = WIDTH[t]
    for name in "addi subi muli andi ori xori maxsi maxui minsi minui".split():
        yield Row(f"arith.{name}", [t, t], t, f"arith.{name} %a, %b : {t}")
    # A divisor of 1 … , and never -1 below the least number.
    if w > 1:
        for name in "divui remui ceildivui divsi remsi ceildivsi floordivsi".split():
            yield Row(f"arith.{name}", [t, t], t,
                      f"""arith.constant 3 : {t}
  %one = arith.constant 2 : {t}
  %m = arith.ori %b, %one : {t}
  %z = arith.cmpi eq, %m, %k : {t}
  %n = arith.constant -1 : {t}
  %q = arith.cmpi eq, %m, %n : {t}
  %d = arith.select %q, %one, %m : {t}
  %r = arith.{name} %a, %d : {t}""")
        for name in "shli shrsi shrui".split():
            yield Row(f"arith.{name}", [t, t], t,
                      f"""arith.constant {w - 1} : {t}
  %d = arith.andi %b, %k : {t}
  %r = arith.{name} %a, %d : {t}""")
    for predicate in CMPI:
        yield Row(f"arith.cmpi {predicate}", [t, t], "i1", f"arith.cmpi {predicate}, %a, %b : {t}")
    yield Row("arith.select", ["i1", t, t], t, f"arith.select %a, %b, %c : {t}")
    for name in "absi ctpop ctlz cttz".split():
        yield Row(f"math.{name}", [t], t, f"math.{name} %a : {t}")
    yield Row("arith.addui_extended", [t, t], "i1", f"%s, %r = arith.addui_extended %a, %b : {t}, i1")
    for name in "mulsi_extended mului_extended".split():
        yield Row(f"arith.{name}", [t, t], t, f"%s, %r = arith.{name} %a, %b : {t}")


def cast_rows():
    """Casts between all pairs of types."""
    for a in FLOATS:
        for b in FLOATS:
            if WIDTH[a] != WIDTH[b]:
                name = "extf" if WIDTH[b] > WIDTH[a] else "truncf"
                yield Row(f"arith.{name}", [a], b, f"arith.{name} %a : {a} to {b}")
        for b in INTEGERS:
            for name in ("fptosi", "fptoui"):
                yield Row(f"arith.{name}", [a], b, f"arith.{name} %a : {a} to {b}")
    for a in INTEGERS:
        for b in FLOATS:
            for name in ("sitofp", "uitofp"):
                yield Row(f"arith.{name}", [a], b, f"arith.{name} %a : {a} to {b}")
        for b in INTEGERS:
            if WIDTH[b] > WIDTH[a]:
                for name in ("extsi", "extui"):
                    yield Row(f"arith.{name}", [a], b, f"arith.{name} %a : {a} to {b}")
            elif WIDTH[b] < WIDTH[a]:
                yield Row("arith.trunci", [a], b, f"arith.trunci %a : {a} to {b}")
        for name in ("index_cast", "index_castui"):
            yield Row(f"arith.{name}", [a], "i64", f"""arith.{name} %a : {a} to index
  %r = arith.index_cast %k : index to i64""")
            yield Row(f"arith.{name} back", ["i64"], a, f"""arith.index_cast %a : i64 to index
  %r = arith.{name} %k : index to {a}""")


def rows(group):
    if group == "casts":
        return list(cast_rows())
    return list(float_rows(group) if group in FLOATS else integer_rows(group))
