// Fuzzes the parsers, guided by their coverage: npm run fuzz [-- --update] [-- <target or file>…]
// FUZZ_SECONDS (default 300) is the processor time of all targets together; each processor fuzzes a target. FUZZ_SEED (default: random, printed) is the
// seed of the mutations. The targets are services/*/test/fuzz/<target>.fuzz.ts. An input that breaks a target is added to
// <target>.seeds.json, which `npm test` runs without the fuzzer. `--update` also adds inputs that reach new code. FUZZ_CORPUS=<folder>
// stores the inputs that reach new code there, and later runs begin with them.
// Exits with 77 if the fuzzer has no build for this platform. On Linux x64, where CI runs, it then fails.
import { build } from 'esbuild';
import { execFile } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { createRequire } from 'node:module';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { externalDependencies, root } from './build.mjs';

const SKIPPED = 77;
/** Limits of an input and of the seeds of a target. */
const [MAX_INPUT_BYTES, MAX_SEEDS, MAX_SEEDS_BYTES] = [4_096, 60, 12_288];
/** An input without an end is a failure. Generous, because other work may share the machine: fuzz-target.cjs limits processor time. */
const TIMEOUT_MS = 120_000;

const require = createRequire(import.meta.url);
const olderGlibc = join(root, 'scripts/older-glibc.cjs');

/** Paths of the targets by their names. */
function listTargets() {
  const services = readdirSync(join(root, 'services'));
  const files = services.flatMap((service) => {
    const folder = join(root, 'services', service, 'test/fuzz');
    try {
      return readdirSync(folder).map((file) => join(folder, file));
    } catch {
      return [];
    }
  });
  const targets = files.filter((file) => file.endsWith('.fuzz.ts'));
  return new Map(targets.map((file) => [basename(file, '.fuzz.ts'), file]));
}

const seedsFile = (target) => target.replace(/\.fuzz\.ts$/, '.seeds.json');

/** The inputs of a target. The file contains one string per input, with one character per byte. */
function readSeeds(target) {
  return JSON.parse(readFileSync(seedsFile(target), 'utf8')).map((text) => Buffer.from(text, 'latin1'));
}

function writeSeeds(target, inputs) {
  const texts = [...new Set(inputs.map((input) => input.toString('latin1')))].sort();
  // Escaped, so that no control character or wrong UTF-8 is in the file.
  const json = JSON.stringify(texts, null, 2).replace(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  writeFileSync(seedsFile(target), `${json}\n`);
}

const readFolder = (folder) => readdirSync(folder).map((file) => readFileSync(join(folder, file)));

/** Runs libFuzzer in `folder`, where it stores a failing input. Returns whether it found none, and what it printed. */
async function runFuzzer(folder, { inputs, isAsync, seconds, options }) {
  const run = promisify(execFile)(
    process.execPath,
    [
      ...['--require', olderGlibc, require.resolve('@jazzer.js/core/dist/cli.js')],
      ...[join(root, 'scripts/fuzz-target.cjs'), ...inputs, '--includes', folder, '--timeout', TIMEOUT_MS],
      // Faster; not for a target that returns a promise.
      ...(isAsync ? [] : ['--sync']),
      ...['--', `-max_len=${MAX_INPUT_BYTES}`, '-verbosity=0', ...options],
    ].map(String),
    {
      cwd: folder,
      maxBuffer: Infinity,
      env: { ...process.env, FUZZ_TARGET: join(folder, 'target.js'), FUZZ_TARGET_SECONDS: String(seconds) },
    },
  );
  const { signal, stdout, stderr } = await run.catch((error) => error);
  // See fuzz-target.cjs.
  return { passed: signal === 'SIGKILL' && /^\d+ inputs$/m.test(stdout), output: stdout + stderr };
}

async function bundle(target, folder) {
  await build({
    absWorkingDir: root,
    entryPoints: [target],
    outfile: join(folder, 'target.js'),
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20.19',
    logLevel: 'warning',
    plugins: [externalDependencies],
  });
}

/** Fuzzes a target, then prints the fuzzer's output. Returns whether no input failed. */
async function fuzz(target, { seconds, update, seed, corpus }) {
  // In dist/, where the bundle finds its packages.
  mkdirSync(join(root, 'dist'), { recursive: true });
  const folder = mkdtempSync(join(root, 'dist/fuzz-'));
  try {
    const seeds = join(folder, 'seeds');
    const found = corpus ? join(resolve(corpus), basename(target, '.fuzz.ts')) : join(folder, 'found');
    for (const name of [seeds, found]) mkdirSync(name, { recursive: true });
    const known = readSeeds(target);
    for (const [index, input] of known.entries()) writeFileSync(join(seeds, String(index)), input);
    await bundle(target, folder);
    const isAsync = /export async function fuzz/.test(readFileSync(target, 'utf8'));
    const { passed, output } = await runFuzzer(folder, {
      inputs: [found, seeds],
      isAsync,
      seconds,
      options: [`-seed=${seed}`],
    });
    console.log(`== ${basename(target, '.fuzz.ts')}, ${seconds} s\n${output}`);
    const failures = readdirSync(folder).filter((file) => /^(crash|timeout|oom)-/.test(file));
    const broken = failures.map((file) => readFileSync(join(folder, file)));
    if (broken.length > 0) writeSeeds(target, [...known, ...broken]);
    // Each of these inputs reached new code. libFuzzer's own merge keeps none: it starts with the coverage of the previous process.
    if (passed && update) writeSeeds(target, [...known, ...smallest(readFolder(found), known)]);
    if (broken.length > 0)
      console.log(`The input is in ${relative(root, seedsFile(target))}. \`npm test\` now fails with it.`);
    return passed;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** New inputs within the limits, shortest first. */
function smallest(inputs, known) {
  const size = (list) => list.reduce((sum, { length }) => sum + length, 0);
  const kept = [];
  for (const input of inputs.sort((a, b) => a.length - b.length)) {
    if (known.length + kept.length >= MAX_SEEDS) break;
    if (size(known) + size(kept) + input.length > MAX_SEEDS_BYTES) break;
    kept.push(input);
  }
  return kept;
}

/** Undefined if the fuzzer loads, otherwise the exit code: a build that exists must load. */
function exitWithoutFuzzer() {
  const platform = `${process.platform}-${process.arch}`;
  const requireOfCore = createRequire(require.resolve('@jazzer.js/core'));
  try {
    require(olderGlibc);
    requireOfCore('@jazzer.js/fuzzer');
    return undefined;
  } catch (error) {
    const builds = join(dirname(requireOfCore.resolve('@jazzer.js/fuzzer/package.json')), 'prebuilds');
    const mustLoad = platform === 'linux-x64' || existsSync(join(builds, `fuzzer-${platform}.node`));
    console.log(
      `${mustLoad ? 'failed' : 'skipped'}: the fuzzer does not load on Node ${process.version}, ${platform} (${error.code})`,
    );
    return mustLoad ? 1 : SKIPPED;
  }
}

async function main(options) {
  const unavailable = exitWithoutFuzzer();
  if (unavailable !== undefined) return unavailable;
  const targets = listTargets();
  const named = options.filter((option) => option !== '--update');
  for (const path of named.filter((name) => name.endsWith('.fuzz.ts'))) targets.set(path, path);
  const unknown = named.filter((name) => !targets.has(name));
  if (unknown.length > 0)
    throw new Error(`Unknown target ${unknown.join(', ')}. Use ${[...targets.keys()].join(', ')}.`);
  const names = named.length > 0 ? named : [...targets.keys()];
  const seconds = Math.max(1, Math.floor(Number(process.env.FUZZ_SECONDS ?? 300) / names.length));
  // libFuzzer's seeds have 32 bits, and 0 means another random one.
  const seed = process.env.FUZZ_SEED ?? randomInt(1, 2 ** 32);
  console.log(`FUZZ_SEED=${seed}`);
  const settings = { seconds, seed, update: options.includes('--update'), corpus: process.env.FUZZ_CORPUS };
  const failed = [];
  const queue = [...names];
  const fuzzNext = async () => {
    for (let name = queue.shift(); name; name = queue.shift())
      if (!(await fuzz(targets.get(name), settings))) failed.push(name);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, fuzzNext));
  console.log(
    failed.length === 0
      ? `${names.length} targets passed`
      : `Failed with FUZZ_SEED=${seed}: ${failed.join(', ')}`,
  );
  return failed.length === 0 ? 0 : 1;
}

process.exit(await main(process.argv.slice(2)));
