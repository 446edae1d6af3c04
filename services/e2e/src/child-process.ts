import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { packageRoot } from '@headwater/kit/package-root';
import { waitFor } from '@headwater/kit/testing/wait-for';

export interface RunningProcess {
  readonly child: ChildProcess;
  /** The output so far. */
  output(): string;
  /** Waits for a line of output for which `find` returns a value, and returns that value. */
  line<T>(what: string, find: (line: string) => T | undefined, timeoutMs?: number): Promise<T>;
  /** Resolves with the exit code, or null after a signal. */
  readonly ended: Promise<number | null>;
  /** Sends SIGTERM and waits for the exit. @returns the exit code, or null after a signal */
  stop(): Promise<number | null>;
}

/** The max time of a test hook that starts programs, in milliseconds: above the sum of the times that each has to become ready. */
export const START_TIMEOUT_MS = 300_000;

/** The root of the repository, where the processes start. */
export const repositoryRoot = (): string => join(packageRoot('@headwater/e2e'), '../..');

/** The suites send more concurrent requests than a customer. */
const GENEROUS = {
  RATE_LIMIT_PER_SECOND: '5000',
  RATE_LIMIT_BURST: '5000',
  RATE_LIMIT_EXPORTS_PER_MINUTE: '5000',
};

/**
 * Starts the program of `npm run start:<name>` with only the given environment variables, PATH and HOME. It must be built: the setup of
 * jest and the start of `npm run screenshots` do that, as a build takes four seconds of a processor.
 *
 * @param args of the program
 * @param root the folder of the code
 */
export function startProcess(
  name: string,
  env: Readonly<Record<string, string>>,
  { args = [], root = repositoryRoot() }: { readonly args?: readonly string[]; readonly root?: string } = {},
): RunningProcess {
  const child = spawn(process.execPath, ['--enable-source-maps', `dist/${name}.js`, ...args], {
    cwd: root,
    env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', ...GENEROUS, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  return {
    child,
    ended,
    output: () => output,
    line: (what, find, timeoutMs = 30_000) =>
      waitFor(
        `${name} to print ${what}`,
        () => {
          const found = output
            .split('\n')
            .map(find)
            .find((value) => value !== undefined);
          if (found === undefined && child.exitCode !== null) {
            throw new Error(`exited with ${child.exitCode}:\n${output}`);
          }
          return found;
        },
        timeoutMs,
      ),
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
}
