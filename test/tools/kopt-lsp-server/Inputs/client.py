"""Opens a card in the language server, asks about lines of it, by number or text, and prints what comes.

    client.py FILE LINE…
"""
import json
import subprocess
import sys

path = sys.argv[1]
numbered = open(path).read().splitlines()
lines = [int(l) if l.isdigit() else next(i for i, t in enumerate(numbered) if l in t) for l in sys.argv[2:]]
uri = "file://" + path
server = subprocess.Popen(["kopt-lsp-server"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)


def send(**message):
    body = json.dumps({"jsonrpc": "2.0", **message}).encode()
    server.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
    server.stdin.flush()


def receive():
    length = 0
    while (line := server.stdout.readline().strip()):
        if line.lower().startswith(b"content-length:"):
            length = int(line.split(b":")[1])
    return json.loads(server.stdout.read(length)) if length else None


def until(test):
    while (message := receive()) is not None:
        if test(message):
            return message
    sys.exit("the server ended early")


def diagnostics():
    message = until(lambda m: m.get("method") == "textDocument/publishDiagnostics")
    for one in message["params"]["diagnostics"]:
        print(f"error: {one['range']['start']['line']}: {one['message']}")
    if not message["params"]["diagnostics"]:
        print("no errors")


send(id=0, method="initialize", params={"processId": None, "rootUri": None, "capabilities": {}})
until(lambda m: m.get("id") == 0)
text = open(path).read()
send(method="textDocument/didOpen", params={"textDocument": {"uri": uri, "languageId": "mlir", "version": 1, "text": text}})
diagnostics()
for number, line in enumerate(lines, 1):
    column = len(text.splitlines()[line]) - len(text.splitlines()[line].lstrip())
    at = text.splitlines()[line].find("skill.")
    send(id=number, method="textDocument/hover", params={"textDocument": {"uri": uri}, "position": {"line": line, "character": max(at, column)}})
    reply = until(lambda m: m.get("id") == number)
    print(f"hover {line}:", ((reply.get("result") or {}).get("contents") or {}).get("value", "nothing").replace("\n", " "))
bad = text.replace("query stride", "query stripe")
send(method="textDocument/didChange", params={"textDocument": {"uri": uri, "version": 2}, "contentChanges": [{"text": bad}]})
diagnostics()
send(id=99, method="shutdown")
until(lambda m: m.get("id") == 99)
send(method="exit")
server.stdin.close()
print("exit", server.wait(timeout=20))
