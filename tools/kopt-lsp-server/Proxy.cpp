//===- Proxy.cpp - Between an editor and upstream's server ----------------===//

#include "tools/kopt-lsp-server/Proxy.h"
#include "tools/kopt-lsp-server/Hover.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

#include <unistd.h>

using namespace llvm;

/// Larger than any file that is edited; what says it is longer is no message.
static constexpr size_t mostBytes = size_t(64) << 20;

static bool readAll(int file, char *bytes, size_t size) {
  while (size > 0) {
    ssize_t got = ::read(file, bytes, size);
    if (got < 0 && errno == EINTR)
      continue;
    if (got <= 0)
      return false;
    bytes += got;
    size -= size_t(got);
  }
  return true;
}

static bool writeAll(int file, StringRef bytes) {
  while (!bytes.empty()) {
    ssize_t put = ::write(file, bytes.data(), bytes.size());
    if (put < 0 && errno == EINTR)
      continue;
    if (put <= 0)
      return false;
    bytes = bytes.drop_front(size_t(put));
  }
  return true;
}

/// The body of one message: headers, an empty line, Content-Length bytes.
static std::optional<std::string> readMessage(int file) {
  size_t length = 0;
  for (std::string line;;) {
    char c;
    if (!readAll(file, &c, 1) || line.size() > 4096)
      return std::nullopt;
    if (c != '\n') {
      line += c;
      continue;
    }
    StringRef header = StringRef(line).rtrim("\r");
    if (header.empty())
      break;
    if (header.consume_front_insensitive("content-length:") &&
        header.trim().getAsInteger(10, length))
      return std::nullopt;
    line.clear();
  }
  if (length > mostBytes)
    return std::nullopt;
  std::string body(length, '\0');
  if (!readAll(file, body.data(), length))
    return std::nullopt;
  return body;
}

static bool writeMessage(int file, StringRef body) {
  return writeAll(
      file, formatv("Content-Length: {0}\r\n\r\n{1}", body.size(), body).str());
}

static std::string textOf(const json::Value &value) {
  return formatv("{0}", value).str();
}

bool Proxy::start() {
  int in[2], out[2];
  if (::pipe(in) || ::pipe(out))
    return false;
  clientIn = ::dup(STDIN_FILENO);
  clientOut = ::dup(STDOUT_FILENO);
  if (clientIn < 0 || clientOut < 0 || ::dup2(in[0], STDIN_FILENO) < 0 ||
      ::dup2(out[1], STDOUT_FILENO) < 0)
    return false;
  ::close(in[0]);
  ::close(out[1]);
  toServer = in[1];
  fromServer = out[0];
  requests = std::thread([this] { forwardRequests(); });
  replies = std::thread([this] { forwardReplies(); });
  return true;
}

void Proxy::finish() {
  llvm::outs().flush();
  ::close(STDOUT_FILENO); // the last end that is written to
  replies.join();
  requests.detach(); // may wait for an editor that says nothing more
}

void Proxy::forwardRequests() {
  while (std::optional<std::string> body = readMessage(clientIn)) {
    if (Expected<json::Value> value = json::parse(*body)) {
      if (const json::Object *request = value->getAsObject())
        see(*request);
    } else {
      consumeError(value.takeError()); // the server complains
    }
    if (!writeMessage(toServer, *body))
      break;
  }
  ::close(toServer);
}

void Proxy::forwardReplies() {
  while (std::optional<std::string> body = readMessage(fromServer)) {
    if (Expected<json::Value> value = json::parse(*body)) {
      if (json::Object *reply = value->getAsObject(); reply && answer(*reply))
        body = textOf(*value);
    } else {
      consumeError(value.takeError());
    }
    if (!writeMessage(clientOut, *body))
      break;
  }
}

void Proxy::see(const json::Object &request) {
  std::lock_guard<std::mutex> lock(mutex);
  StringRef method = request.getString("method").value_or("");
  const json::Object *params = request.getObject("params");
  const json::Object *document =
      params ? params->getObject("textDocument") : nullptr;
  if (!document)
    return;
  std::string uri = document->getString("uri").value_or("").str();
  if (method == "textDocument/didOpen") {
    documents[uri] = document->getString("text").value_or("").str();
  } else if (method == "textDocument/didChange") {
    // The server asks for whole documents.
    if (const json::Array *changes = params->getArray("contentChanges"))
      for (const json::Value &change : *changes)
        if (const json::Object *object = change.getAsObject())
          documents[uri] = object->getString("text").value_or("").str();
  } else if (method == "textDocument/didClose") {
    documents.erase(uri);
  } else if (method == "textDocument/hover") {
    const json::Object *position = params->getObject("position");
    const json::Value *id = request.get("id");
    if (position && id)
      hovers[textOf(*id)] = {uri, position->getInteger("line").value_or(-1)};
  }
}

std::string Proxy::lineAt(StringRef uri, int64_t line) {
  std::string text = documents.lookup(uri);
  StringRef rest = text;
  for (; line > 0 && !rest.empty(); --line)
    rest = rest.split('\n').second;
  return line == 0 ? rest.split('\n').first.str() : std::string();
}

bool Proxy::answer(json::Object &reply) {
  std::lock_guard<std::mutex> lock(mutex);
  const json::Value *id = reply.get("id");
  auto asked =
      id && !reply.get("method") ? hovers.find(textOf(*id)) : hovers.end();
  if (asked == hovers.end())
    return false;
  std::string ours =
      hoverText(lineAt(asked->second.first, asked->second.second));
  hovers.erase(asked);
  if (ours.empty() || reply.get("error"))
    return false;
  std::string theirs;
  if (const json::Object *result = reply.getObject("result"))
    if (const json::Object *contents = result->getObject("contents"))
      theirs = contents->getString("value").value_or("").str();
  if (!theirs.empty())
    ours += "\n\n---\n" + theirs;
  reply["result"] = json::Object{
      {"contents", json::Object{{"kind", "markdown"}, {"value", ours}}}};
  return true;
}
