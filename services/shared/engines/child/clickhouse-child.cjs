'use strict';
// Runs one ClickHouse engine in a separate process: libchdb.so is clickhouse-local with listeners. Started by src/clickhouse.ts
// with one JSON argument. Reports only through the IPC channel, because the engine writes terminal control codes to standard
// output. Exits on SIGTERM, SIGINT and SIGHUP, and when the channel closes, so that a killed parent leaves no orphan.

const fs = require('node:fs');
const ffi = require('ffi-rs');

const { I32, StringArray, String: Text, External } = ffi.DataType;
const LOCK_EX_NB = 6;
/** The orphan of a killed parent releases its lock within this time, or kills itself. */
const LOCK_WAIT_MS = 20_000;
const STOP_DEADLINE_MS = 15_000;
const POLL_MS = 10;

const { library, configFile, dataPath, portFile, lockFile, tcpPort } = JSON.parse(process.argv[2]);
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

function libc(funcName, retType, paramsType, paramsValue) {
  return ffi.load({ library: 'libc', funcName, retType, paramsType, paramsValue });
}

/** Waits until an orphan with the same data exits. The lock lasts as long as this process. */
async function waitForLock() {
  const fd = fs.openSync(lockFile, 'a+', 0o600);
  const deadline = Date.now() + LOCK_WAIT_MS;
  while (libc('flock', I32, [I32, I32], [fd, LOCK_EX_NB]) !== 0) {
    if (Date.now() > deadline) throw new Error(`another ClickHouse engine still holds ${lockFile}`);
    await pause(POLL_MS);
  }
}

/**
 * Connects standard input to a pseudo-terminal and returns its master side. Without a terminal, clickhouse-local aborts at any
 * uncaught network exception, such as a partial request or a TLS hello on the HTTP port. Closing the master stops the engine.
 */
function openTerminal() {
  const master = libc('posix_openpt', I32, [I32], [fs.constants.O_RDWR | fs.constants.O_NOCTTY]);
  if (
    master < 0 ||
    libc('grantpt', I32, [I32], [master]) !== 0 ||
    libc('unlockpt', I32, [I32], [master]) !== 0
  )
    throw new Error('no pseudo-terminal could be opened; is /dev/pts mounted?');
  const slave = fs.openSync(
    libc('ptsname', Text, [I32], [master]),
    fs.constants.O_RDWR | fs.constants.O_NOCTTY,
  );
  if (libc('dup2', I32, [I32, I32], [slave, 0]) !== 0) throw new Error('dup2 to standard input failed');
  fs.closeSync(slave);
  return master;
}

function runEngine() {
  const query =
    // Shards use the native protocol. Its listener starts first: if its port is in use, there is no HTTP port either.
    (tcpPort ? 'SYSTEM START LISTEN TCP; ' : '') +
    'SYSTEM START LISTEN HTTP; ' +
    `SELECT getServerPort('http_port') INTO OUTFILE '${portFile}' TRUNCATE FORMAT TSVRaw`;
  const args = [
    'clickhouse',
    `--config-file=${configFile}`,
    `--path=${dataPath}`,
    // As in the configuration, whose level this build ignores.
    '--log-level=error',
    '--listen_host=127.0.0.1',
    '--http_port=0',
    ...(tcpPort ? [`--tcp_port=${tcpPort}`] : []),
    '--interactive',
    '--disable_suggestion',
    '--history_file=/dev/null',
    `--query=${query}`,
  ];
  ffi.open({ library: 'chdb', path: library });
  return ffi.load({
    library: 'chdb',
    funcName: 'query_stable_v2',
    retType: External,
    paramsType: [I32, StringArray],
    paramsValue: [args.length, args],
    runInNewThread: true,
  });
}

async function readPort() {
  for (;;) {
    const text = fs.existsSync(portFile) ? fs.readFileSync(portFile, 'utf8') : '';
    if (text.endsWith('\n')) return Number(text);
    await pause(POLL_MS);
  }
}

function report(message) {
  if (process.connected) process.send(message, () => {});
}

async function main() {
  let master = -1;
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    if (master < 0) process.exit(0);
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), STOP_DEADLINE_MS).unref();
    fs.closeSync(master);
  };
  process.on('disconnect', stop);
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, stop);

  ffi.open({ library: 'libc', path: '' });
  await waitForLock();
  fs.rmSync(portFile, { force: true });
  master = openTerminal();
  const ended = runEngine();
  void readPort().then((port) => report({ port }));
  await ended;
  process.exit(stopping ? 0 : 1);
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
