import { join } from 'node:path';
import { packageRoot } from '@headwater/kit/package-root';
import { buildSync } from 'esbuild';

/** Builds the admin program into a folder. @returns its path */
export function buildAdmin(directory: string): string {
  const outfile = join(directory, 'admin.cjs');
  buildSync({
    entryPoints: [join(packageRoot('@headwater/gateway'), 'src/admin.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    packages: 'bundle',
    external: ['pg-native'],
    logLevel: 'error',
  });
  return outfile;
}
