import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** The functions of the pipeline, bundled from this checkout. */
export async function loadRules() {
  const scratch = mkdtempSync(join(tmpdir(), 'classification-'));
  const resolveDir = fileURLToPath(new URL('../src/domain/', import.meta.url));
  const contents =
    "export * from './acquisition'; export * from './user-agent'; export { BROWSER_NAMES } from './agents/browsers'; export { SYSTEM_NAMES } from './agents/systems';";
  try {
    const outfile = join(scratch, 'rules.cjs');
    await build({
      stdin: { contents, resolveDir },
      outfile,
      bundle: true,
      platform: 'node',
      format: 'cjs',
      logLevel: 'error',
    });
    return createRequire(import.meta.url)(outfile);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
