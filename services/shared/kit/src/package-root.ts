import { dirname } from 'node:path';

/**
 * The folder of a workspace package, for the files that it ships beside its code (protos, migrations, the built tracker).
 * Works alike from sources, from the bundles in `dist/` and in an image, because it asks Node's own resolution.
 */
export function packageRoot(name: string): string {
  return dirname(require.resolve(`${name}/package.json`));
}
