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

test('kills a program that never opens its port, even if it ignores signals', async () => {
  const ignoring = 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)';
  const failed = start(ignoring, 5_000);
  failed.catch(() => undefined);
  await waitFor('it to run', isRunning);
  await expect(failed).rejects.toThrow(/Waited 5000 ms for .* Output: \d+/);
  expect(isRunning()).toBe(false);
});

test('fails immediately, with the output, when a program exits early or does not exist', async () => {
  await expect(start('console.error("no such setting"); process.exit(1)')).rejects.toThrow(
    /ended\. Output: \d+\s+no such setting/,
  );
  const none = { args: [], port: await freePort(), output: output() };
  await expect(startProgram(join(directory, 'none'), none)).rejects.toThrow(/none ended/);
});
