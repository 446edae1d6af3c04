import { dirname } from 'node:path';

/**
 * Returns the folder of a workspace package, for files beside its code (protos, migrations, the built tracker). Node's own
 * resolution makes it work from sources, from the bundles in `dist/` and in an image.
 */
export function packageRoot(name: string): string {
  return dirname(require.resolve(`${name}/package.json`));
}
