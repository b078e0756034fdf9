//===- Proxy.h - Between an editor and upstream's server --------*- C++ -*-===//
//
// Upstream's server knows operations, not what cards name. Its standard input
// and output are led through here, where replies to hover requests get
// what the library says of the line.
//
//===----------------------------------------------------------------------===//

#ifndef TOOLS_KOPT_LSP_SERVER_PROXY_H
#define TOOLS_KOPT_LSP_SERVER_PROXY_H

#include "llvm/ADT/StringMap.h"
#include "llvm/Support/JSON.h"

#include <map>
#include <mutex>
#include <optional>
#include <thread>

class Proxy {
public:
  /// Puts itself between this process's standard streams and their ends, before
  /// anything is read or written. False where the system has no pipes left.
  bool start();
  /// Lets all that the server wrote get out.
  void finish();

private:
  void forwardRequests();
  void forwardReplies();
  /// Remembers documents and hover requests.
  void see(const llvm::json::Object &request);
  /// Adds to a reply; true where it changed.
  bool answer(llvm::json::Object &reply);
  std::string lineAt(llvm::StringRef uri, int64_t line);

  int clientIn = -1, clientOut = -1, toServer = -1, fromServer = -1;
  std::thread requests, replies;
  std::mutex mutex; ///< of what follows
  llvm::StringMap<std::string> documents;
  /// By the request's id as JSON text: document and line.
  std::map<std::string, std::pair<std::string, int64_t>> hovers;
};

#endif // TOOLS_KOPT_LSP_SERVER_PROXY_H
