// Starts one process from its sources: says so at once, builds what is needed, then hands over to dist/<name>.js.
import { createRequire } from 'node:module';
import { join } from 'node:path';

const name = process.argv[2] ?? 'all-in-one';
// Asked to print something for a program to read, standard output is its alone.
if (!['admin', 'keys'].includes(name) && !process.argv.includes('--print-config'))
  console.log(`headwater: starting ${name} …`);

const { buildAll, root } = await import('./build.mjs');
await buildAll();
process.argv.splice(2, 1);
process.setSourceMapsEnabled(true);
createRequire(import.meta.url)(join(root, 'dist', `${name}.js`));
