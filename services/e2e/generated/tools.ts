import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { repositoryRoot } from '../src/child-process';

/** The folder of .ci/install-client-tools. */
const FOLDER = process.env['HEADWATER_CLIENT_TOOLS'] ?? join(homedir(), '.cache/headwater-client-tools');

/** Paths of the tools. */
export const TOOLS = {
  openapiGenerator: join(FOLDER, 'openapi-generator-cli.jar'),
  python: join(FOLDER, 'python/bin/python'),
  openapiPythonClient: join(FOLDER, 'python/bin/openapi-python-client'),
  schemathesis: join(FOLDER, 'python/bin/schemathesis'),
  spectral: join(FOLDER, 'spectral'),
} as const;

/** Returns `test`, or `test.skip` after a line that names the missing tools. */
export function testWith(tools: readonly (keyof typeof TOOLS)[]): typeof test {
  const missing = tools.filter((tool) => !existsSync(TOOLS[tool]));
  if (missing.length === 0) return test;
  console.log(`Skipped, not installed: ${missing.join(', ')}. Run .ci/install-client-tools.`);
  return test.skip;
}

/** Runs a program in a folder and returns its output. @throws Error with the output of a failed program */
export async function runProgram(
  program: string,
  args: readonly string[],
  { cwd = repositoryRoot(), env = {} }: { cwd?: string; env?: Readonly<Record<string, string>> } = {},
): Promise<string> {
  const options = { cwd, env: { ...process.env, ...env }, maxBuffer: 64 * 1_048_576 };
  try {
    return (await promisify(execFile)(program, args, options)).stdout;
  } catch (thrown) {
    const { stdout = '', stderr = '' } = thrown as { stdout?: string; stderr?: string };
    throw new Error(
      `${program} ${args.join(' ')} failed:\n${stdout.slice(-20_000)}\n${stderr.slice(-20_000)}`,
      {
        cause: thrown,
      },
    );
  }
}
