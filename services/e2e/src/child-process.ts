import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { packageRoot } from '@headwater/kit/package-root';
import { waitFor } from '@headwater/kit/testing/wait-for';

export interface RunningProcess {
  readonly child: ChildProcess;
  /** Everything it has printed so far. */
  output(): string;
  /** Waits for a line of output that `find` gives a value for. */
  line<T>(what: string, find: (line: string) => T | undefined, timeoutMs?: number): Promise<T>;
  /** The exit code once it is over, null when a signal ended it. */
  readonly ended: Promise<number | null>;
  /** SIGTERM, then waits for the end. @returns the exit code, null when a signal ended it. */
  stop(): Promise<number | null>;
}

/** The repository's root: the processes are started as a user would, from there. */
export const repositoryRoot = (): string => join(packageRoot('@headwater/e2e'), '../..');

/** The suites send more at once than a customer would. */
const GENEROUS = {
  RATE_LIMIT_PER_SECOND: '5000',
  RATE_LIMIT_BURST: '5000',
  RATE_LIMIT_EXPORTS_PER_MINUTE: '5000',
};

/**
 * Starts `npm run start:<name>`'s program with the given environment on top of a clean one.
 *
 * @param isBuilt skips the build: an earlier one of this system has done it
 */
export function startProcess(
  name: string,
  env: Readonly<Record<string, string>>,
  { isBuilt = false }: { readonly isBuilt?: boolean } = {},
): RunningProcess {
  const program = isBuilt ? [`dist/${name}.js`] : ['scripts/start.mjs', name];
  const child = spawn(process.execPath, program, {
    cwd: repositoryRoot(),
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
            throw new Error(`it ended with ${child.exitCode}:\n${output}`);
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
