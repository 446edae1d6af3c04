import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { packageRoot } from '@headwater/kit/package-root';
import { build } from 'esbuild';

/** A separate process that locks a directory or runs engines in it. */
export interface Parent {
  readonly process: ChildProcess;
  /** Its standard output so far. */
  output(): string;
  /** Everything it wrote to standard error so far. */
  errors(): string;
  /** Resolves with the exit code, or the name of the signal that ended it. */
  readonly ended: Promise<number | string>;
}

/** Bundles engine-parent.ts into `dist/` and returns its path; the file runs with plain Node. */
export async function bundleParent(): Promise<string> {
  const root = packageRoot('@headwater/engines');
  const outfile = join(root, 'dist', 'engine-parent.cjs');
  await build({
    entryPoints: [join(root, 'test', 'engine-parent.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    external: ['ffi-rs', 'pg'],
  });
  return outfile;
}

/** Runs the bundled program; `wrapper` is a command to run it through, such as setpriv with its flags. */
export function startParent(
  args: [bundle: string, what: string, directory: string],
  wrapper: string[] = [],
): Parent {
  const [command, ...words] = [...wrapper, process.execPath, ...args];
  const child = spawn(command, words, { stdio: ['pipe', 'pipe', 'pipe'] });
  let output = '';
  let errors = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const ended = new Promise<number | string>((resolve) => {
    child.once('close', (code, signal) => resolve(signal ?? code ?? -1));
  });
  return { process: child, output: () => output, errors: () => errors, ended };
}
