import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { waitFor } from '../../../services/shared/kit/src/testing/wait-for';
import type { Image } from './build-image';

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
export const pathIn = ({ folder, runtime }: Image, path: string): string =>
  canChroot || runtime !== undefined ? path : join(folder, path);

/** Runs the entry point of the image with only this environment. */
export function startContainer(
  image: Image,
  command: readonly string[],
  env: Readonly<Record<string, string>>,
): Container {
  const [file = '', ...args] =
    image.runtime === undefined
      ? processOf(image, command)
      : containerOf(image.folder, image.runtime, Object.keys(env), command);
  // A client of containers passes only the named variables on.
  const others =
    image.runtime === undefined ? { NODE_ENV: 'production', PATH: process.env['PATH'] } : process.env;
  const child = spawn(file, args, {
    cwd: join(image.folder, 'app'),
    env: { ...others, ...env },
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

function processOf(image: Image, command: readonly string[]): string[] {
  const program = [image.node, pathIn(image, '/app/dist/headwater.js'), ...command];
  if (canChroot) return ['chroot', '--userspec=10001:10001', image.folder, ...program];
  return [process.execPath, ...program.slice(1)];
}

/** The restrictions are those of deploy/compose.yaml. The network of the machine has the databases and the ports of other services. */
function containerOf(
  folder: string,
  { program, name }: NonNullable<Image['runtime']>,
  variables: readonly string[],
  command: readonly string[],
): string[] {
  return [
    ...[program, 'run', '--rm', '--network=host', '--read-only', '--cap-drop=ALL'],
    ...['--security-opt=no-new-privileges', '--tmpfs=/tmp', '--volume=/var/lib/headwater/collector-log'],
    `--volume=${join(folder, 'certificates')}:/certificates:ro`,
    ...variables.map((one) => `--env=${one}`),
    name,
    ...command,
  ];
}

function portsIn(output: string, module: string): Record<string, number> | undefined {
  for (const line of output.split('\n')) {
    if (!line.includes('"module started"')) continue;
    const entry = JSON.parse(line) as { module: string } & Record<string, number>;
    if (entry.module === module) return entry;
  }
  return undefined;
}
