import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** The folder of this checkout. */
export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** The functions of the pipeline, bundled from this checkout. */
export function loadRules() {
  return bundleOf(
    ROOT,
    "export * from './acquisition'; export * from './user-agent'; export { BROWSER_NAMES } from './agents/browsers'; export { SYSTEM_NAMES } from './agents/systems';",
  );
}

/** The rules of sources and channels as the files of a checkout are now. A later call reads changed files again. */
export function loadAcquisition(root) {
  return bundleOf(root, "export * from './acquisition';");
}

async function bundleOf(root, contents) {
  const scratch = mkdtempSync(join(tmpdir(), 'classification-'));
  try {
    const outfile = join(scratch, 'rules.cjs');
    await build({
      stdin: { contents, resolveDir: join(root, 'services/collector/src/domain') },
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
