import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, startProgram } from '../src/testing/program';
import { waitFor } from '../src/testing/wait-for';

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'program-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

const output = (): string => join(directory, 'output');

const start = async (script: string, openWithinMs?: number) => {
  const port = await freePort();
  return startProgram(process.execPath, {
    ...{ args: ['-e', `console.log(process.pid); ${script}`, String(port)], port, output: output() },
    ...(openWithinMs === undefined ? {} : { openWithinMs }),
  });
};

const isRunning = (): boolean => {
  try {
    return process.kill(Number(readFileSync(output(), 'utf8').trim()), 0);
  } catch {
    return false;
  }
};

test('a program runs until it is stopped', async () => {
  const stop = await start('require("node:net").createServer().listen(process.argv[1])');
  expect(isRunning()).toBe(true);
  await stop();
  expect(isRunning()).toBe(false);
});

test('one that never opens its port is ended, even when it is deaf', async () => {
  const deaf = 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)';
  const failed = start(deaf, 5_000);
  failed.catch(() => undefined);
  await waitFor('it to run', isRunning);
  await expect(failed).rejects.toThrow(/Waited 5000 ms for .* It said: \d+/);
  expect(isRunning()).toBe(false);
});

test('one that ends by itself, or is none, is told at once with what it said', async () => {
  await expect(start('console.error("no such setting"); process.exit(1)')).rejects.toThrow(
    /ended\. It said: \d+\s+no such setting/,
  );
  const none = { args: [], port: await freePort(), output: output() };
  await expect(startProgram(join(directory, 'none'), none)).rejects.toThrow(/none ended/);
});
