//===- Machine.h - Inside the interpreter of tiles --------------*- C++ -*-===//
//
// A launch runs programs; a program is one agent, and each replica of each of
// its roles is another. Agents are fibres of one thread that give way only
// where an operation waits, so nothing here needs a lock.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_INTERPRET_MACHINE_H
#define LIB_INTERPRET_MACHINE_H

#include "dialects/Kopt/KoptDialect.h"
#include "kopt/Gate/Device.h"
#include "kopt/Gate/Numbers.h"
#include "kopt/Interpret/InterpretDevice.h"
#include "kopt/Support/Clock.h"
#include "kopt/Support/Location.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

#include <boost/context/detail/fcontext.hpp>

#include <deque>
#include <functional>
#include <map>

namespace kopt::interpret {

/// Elements as stored, zero-extended, row-major.
using Bits = std::vector<uint64_t>;

/// The type of elements, which checkSupported has made sure of.
gate::DType dtypeOf(mlir::Type type);

/// Memory of the device. Writers and readers are numbers of programs, which
/// never repeat; kMany readers.
struct Buffer {
  std::unique_ptr<char[]> data;
  uint64_t bytes = 0;
  std::string name;
  bool readOnly = false;
  std::vector<uint8_t> initialised;
  std::vector<uint32_t> writer, reader;
};
constexpr uint32_t kMany = ~0u;

/// An argument of a kernel.
struct Memory {
  Buffer *buffer = nullptr;
  uint64_t offset = 0; ///< of element 0, in bytes
  gate::DType type = gate::DType::F32;
  llvm::SmallVector<int64_t> shape;
};

/// A reader's hold on a place of a channel, from receive to release.
struct Lease {
  ChannelOp channel;
  bool released = false;
};

struct Channel;
struct Pending;

/// What an SSA value is.
struct Datum {
  uint64_t bits = 0;                ///< of a scalar
  std::shared_ptr<const Bits> tile; ///< of a tile
  std::shared_ptr<Lease> lease;     ///< of a tile in a channel's place
  std::shared_ptr<Memory> memory;
  std::shared_ptr<Channel> channel;
  std::shared_ptr<Pending> pending;
};

/// One side of a channel that receives: a replica of a role.
struct Reader {
  uint64_t received = 0, released = 0;
  std::deque<std::shared_ptr<Lease>> leases;
};

struct Channel {
  ChannelOp op;
  uint64_t acquired = 0, published = 0;
  std::vector<std::vector<Datum>> tuples; ///< all of them, by number
  /// By role (null: the kernel itself) and replica.
  std::map<std::pair<mlir::Operation *, int64_t>, Reader> readers;
  /// How many places have been given back by all readers.
  uint64_t released() const;
  /// "2 of 4 places full".
  std::string fill() const;
};

/// A product between dot_start and dot_wait. It is computed where it is awaited
/// or retired: until then its operands have to stay.
struct Pending {
  mlir::Operation *op = nullptr;
  Datum a, b, c;
  std::shared_ptr<const Bits> value;
  bool isTaken = false; ///< awaited, or another's accumulator
};

/// The value of one element from its operands' bits.
using Function = std::function<uint64_t(const uint64_t *)>;

/// The function of an elementwise operation; null if it is none or not known.
Function elementFunction(mlir::Operation *op);

/// The bits of a constant's elements; one element for a scalar.
Bits constantBits(mlir::Attribute value);

/// c + a · b over elements of these types, K in order.
Bits multiply(mlir::RankedTensorType aType, mlir::RankedTensorType bType,
              mlir::RankedTensorType cType, const Bits &a, const Bits &b,
              const Bits &c);

int64_t evaluate(mlir::AffineExpr expr, llvm::ArrayRef<int64_t> dims,
                 llvm::ArrayRef<int64_t> symbols);

/// The next coordinates in row-major order; false behind the last.
bool advance(llvm::MutableArrayRef<int64_t> at, llvm::ArrayRef<int64_t> shape);

struct Launch;
struct Agent;

/// One point of the grid.
struct Program {
  llvm::SmallVector<int64_t> ids;
  uint32_t number = 0; ///< of all programs that ever ran
  /// Turns taken at kopt.order, by role and name.
  std::map<std::pair<mlir::Operation *, std::string>, uint64_t> turns;
};

/// A flag of signal and await.
struct Flag {
  uint64_t signals = 0, readers = 0;
  mlir::Operation *op = nullptr;
};

/// One launch of a kernel.
struct Launch {
  KernelOp kernel;
  const InterpretOptions *options = nullptr;
  uint64_t seed = 0;
  llvm::SmallVector<int64_t> extents; ///< of the grid
  std::vector<Datum> arguments;
  uint32_t firstProgram = 1;
  double deadline = 0; ///< of processor time; 0: none
  std::vector<gate::DeviceReport> *reports = nullptr;
  std::map<std::pair<Buffer *, uint64_t>, Flag> flags;
  bool isSignalling = false; ///< programs are ordered by flags
  bool stopped = false;

  /// Runs all programs of the grid.
  void run();
  void report(const char *kind, mlir::Operation *op, const std::string &text,
              mlir::Operation *other = nullptr);
  bool isLate(mlir::Operation *op);

  const Function &functionOf(mlir::Operation *op);
  const std::shared_ptr<const Bits> &constantOf(mlir::Operation *op);

  std::vector<std::unique_ptr<Agent>> agents;

private:
  Agent *choose();
  bool startProgram();
  void reportDeadlock();
  uint64_t next = 0, random = 0;
  unsigned steps = 0;
  llvm::DenseMap<mlir::Operation *, Function> functions;
  llvm::DenseMap<mlir::Operation *, std::shared_ptr<const Bits>> constants;
};

/// Where an agent waits.
struct Wait {
  mlir::Operation *op = nullptr;
  std::function<bool()> ready;
  std::function<std::string()> what; ///< "a free place of the channel, …"
};

/// A program, or a replica of one of its roles.
struct Agent {
  Agent(Launch &launch, std::shared_ptr<Program> program);
  ~Agent();

  Launch &launch;
  std::shared_ptr<Program> program;
  RoleOp role;
  int64_t replica = 0;
  mlir::Region *body = nullptr;
  llvm::DenseMap<mlir::Value, Datum> values;
  Wait wait;
  bool done = false;
  std::shared_ptr<bool> ended; ///< of a role: told to the program that waits
  boost::context::detail::fcontext_t context = nullptr, scheduler = nullptr;
  char *stack = nullptr;

  std::string name() const;
  /// Runs until the next wait or the end; called by the scheduler.
  void resume();
  /// Gives way until `ready`; fails where the launch has been stopped.
  mlir::LogicalResult await(mlir::Operation *op, std::function<bool()> ready,
                            std::function<std::string()> what);
  /// Tells an error and goes on.
  void complain(const char *kind, mlir::Operation *op, const std::string &text,
                mlir::Operation *other = nullptr);
  /// Tells an error that the launch cannot go on from.
  mlir::LogicalResult stop(const char *kind, mlir::Operation *op,
                           const std::string &text);

  // Control.cpp
  mlir::LogicalResult run(mlir::Block &block);
  mlir::LogicalResult execute(mlir::Operation *op);
  /// The operands of a block's terminator, after it has run.
  llvm::SmallVector<Datum> results(mlir::Block &block);

  /// The value of an operand; reported if it is in a place given back.
  const Datum &get(mlir::Operation *user, mlir::Value value);
  const Bits &tile(mlir::Operation *user, mlir::Value value);
  uint64_t scalar(mlir::Operation *user, mlir::Value value);
  int64_t integer(mlir::Operation *user, mlir::Value value);
  llvm::SmallVector<int64_t> integers(mlir::Operation *user,
                                      mlir::ValueRange range);
  void set(mlir::Value value, Bits tile);
  void set(mlir::Value value, uint64_t scalar);

  // One group of operations a file; nothing if it is of another.
  std::optional<mlir::LogicalResult> executeControl(mlir::Operation *op);
  std::optional<mlir::LogicalResult> executeElementwise(mlir::Operation *op);
  std::optional<mlir::LogicalResult> executeTiles(mlir::Operation *op);
  std::optional<mlir::LogicalResult> executeCollective(mlir::Operation *op);
  std::optional<mlir::LogicalResult> executeMemory(mlir::Operation *op);
  std::optional<mlir::LogicalResult> executeAsync(mlir::Operation *op);
};

/// A region of scalar operations, as a function from arguments to yielded
/// values.
class ScalarRegion {
public:
  ScalarRegion(Agent &agent, mlir::Block &block);
  /// Valid until the next call.
  llvm::ArrayRef<uint64_t> operator()(llvm::ArrayRef<uint64_t> arguments);

private:
  struct Step {
    const Function *function;
    llvm::SmallVector<unsigned, 3> operands;
    unsigned result;
  };
  Bits slots, yielded;
  unsigned numArguments;
  std::vector<Step> steps;
  llvm::SmallVector<unsigned> results;
};

/// The first operation of the module that is not known; null if all are.
mlir::Operation *findUnsupported(mlir::ModuleOp module);

} // namespace kopt::interpret

#endif // LIB_INTERPRET_MACHINE_H
