import { spawn, type ChildProcess } from 'node:child_process';
import { waitFor } from '../../../services/shared/kit/src/testing/wait-for';

/** A process that runs like in its container. */
export interface Container {
  readonly child: ChildProcess;
  output(): string;
  /** The ports in the log line "module started" of that module. Default: the service's module. */
  ports(module?: string): Promise<Readonly<Record<string, number>>>;
  /** @returns the exit code. */
  ended(): Promise<number | null>;
}

/** The Dockerfile's USER, if this process may switch to it. */
const NOBODY = process.getuid?.() === 0 ? { uid: 10_001, gid: 10_001 } : {};

/** Runs `node dist/headwater.js …` in the image's folder with only this environment. */
export function startContainer(
  image: string,
  command: readonly string[],
  env: Readonly<Record<string, string>>,
): Container {
  const child = spawn(process.execPath, ['dist/headwater.js', ...command], {
    cwd: image,
    env: { NODE_ENV: 'production', NODE_OPTIONS: '--enable-source-maps', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...NOBODY,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  return {
    child,
    output: () => output,
    ended: () => ended,
    ports: (module = command[0] ?? '') =>
      waitFor(
        `${command.join(' ')} to start`,
        () => {
          if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}:\n${output}`);
          return portsIn(output, module);
        },
        60_000,
      ),
  };
}

function portsIn(output: string, module: string): Record<string, number> | undefined {
  for (const line of output.split('\n')) {
    if (!line.includes('"module started"')) continue;
    const entry = JSON.parse(line) as { module: string } & Record<string, number>;
    if (entry.module === module) return entry;
  }
  return undefined;
}
