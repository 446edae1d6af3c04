import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
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

/** Only root can run the image's own Node in the image's root, as the Dockerfile's USER. Others use the Node and the files of the machine. */
const canChroot = process.getuid?.() === 0;

/** The path by which a process of the image opens a file of the image. */
export const pathIn = (image: string, path: string): string => (canChroot ? path : join(image, path));

/** Runs the entry point of the image with only this environment. */
export function startContainer(
  image: string,
  command: readonly string[],
  env: Readonly<Record<string, string>>,
): Container {
  const program = [process.execPath, pathIn(image, '/app/dist/headwater.js'), ...command];
  const [file = '', ...args] = canChroot ? ['chroot', '--userspec=10001:10001', image, ...program] : program;
  const child = spawn(file, args, {
    cwd: join(image, 'app'),
    env: {
      NODE_ENV: 'production',
      PATH: process.env['PATH'] ?? '',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
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
