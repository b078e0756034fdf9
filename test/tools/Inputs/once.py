"""Gives each option of a tool twice, by its --help, and expects to be refused.

usage: once.py TOOL LISTS [POSITIONAL…]

LISTS are the options that may be repeated, separated by commas. Fails as well
where one of them is refused, or where --help shows no other option.
"""
import re
import subprocess
import sys

tool, lists, positional = sys.argv[1], sys.argv[2].split(","), sys.argv[3:]
told = subprocess.run([tool, "--help"], stdout=subprocess.PIPE, check=True).stdout
told = re.sub(r"(?s)Generic Options:.*?--version[^\n]*", "", told.decode(errors="replace"))
options = re.findall(r"^ +(--?[a-z][a-z-]*)(?:=<(\w+)>| <(\w+)>)?", told, re.MULTILINE)
problems, tried = [], 0
for name, value, other in options:
    numbers = {"uint": "20", "number": "5", "ulong": "7"}
    kind = value or other
    given = name + ("=" + numbers.get(kind, "normal") if kind else "")
    done = subprocess.run([tool, *positional, given, given], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, timeout=30)
    said = done.stderr.decode(errors="replace")
    is_list = name.lstrip("-") in lists
    tried += not is_list
    if is_list == (f"expected {name} once" in said) or done.returncode == 0:
        problems.append(f"{given} {given}: exit status {done.returncode}: {said}")
if not tried:
    problems.append(f"{tool} --help shows no option that takes one value:\n{told}")
sys.exit("\n".join(problems) or 0)
