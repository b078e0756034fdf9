"""Whether a file of --explain-skills=json has the documented form: exactly these keys, types and words.

    explain.py FILE STATUS…      and that each STATUS occurs
"""
import json
import sys

record = json.load(open(sys.argv[1]))
wanted = set(sys.argv[2:])


def expect(condition, text, item):
    if not condition:
        sys.exit(f"explain.py: expected {text}, but got {json.dumps(item)}")


expect(set(record) == {"kernels", "not_lifted"}, "kernels and not_lifted", list(record))
names = [kernel["kernel"] for kernel in record["kernels"]]
expect(len(names) == len(set(names)), "each kernel once", names)
seen = set()
for kernel in record["kernels"]:
    expect(set(kernel) == {"kernel", "cards"}, "kernel and cards", list(kernel))
    for card in kernel["cards"]:
        status = card.get("status")
        seen.add(status)
        expect(status in ("applied", "refused", "versioned", "no-match"), "a status", card)
        keys = {"card", "status", "guard", "values"}
        if status != "no-match":
            keys |= {"place", "knobs"}
        if status == "refused":
            keys |= {"reason"} | ({"holds_with"} & set(card))
        if status in ("applied", "versioned"):
            keys |= {"facts"}
            expect(card["facts"].get("form") in (1, 2), "facts of the place", card)
        expect(set(card) == keys, f"the keys {sorted(keys)}", card)
        expect(isinstance(card["card"], str) and card["card"], "a card's name", card)
        expect(isinstance(card["values"], dict), "values by name", card)
        for value in card["values"].values():
            known = isinstance(value, int) or str(value).startswith("unknown: ") or "arg" in str(value)
            expect(known, "numbers, what a launch knows of arguments, or why not", card)
        expect(("condition" in card["values"]) == (status == "versioned"), "a condition exactly where versioned", card)
        expect((card["guard"] is None) == (status != "refused"), "a guard exactly where refused", card)
        if status == "refused":
            expect(card["guard"] and card["reason"], "a guard and a reason", card)
        if status != "no-match":
            expect(card["place"].startswith("@"), "a place", card)
for item in record["not_lifted"]:
    expect(set(item) == {"op", "loc", "reason"}, "op, loc and reason", item)
    expect(all(isinstance(v, str) and v for v in item.values()), "texts", item)
    expect(item["loc"].count(":") >= 2, "a file, line and column", item)
    seen.add("not_lifted")
expect(wanted <= seen, f"all of {sorted(wanted)}", sorted(seen, key=str))
