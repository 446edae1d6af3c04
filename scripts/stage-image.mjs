// Builds all files of the image except node_modules, and the source maps of its programs:
//   node scripts/stage-image.mjs <folder> <folder of source maps>
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildAll, root } from './build.mjs';

/** The processes of the image: services, jobs, and commands for operators. */
export const IMAGE_PROCESSES = [
  'gateway',
  'sites',
  'identity',
  'analytics',
  'collector',
  'purge',
  'selfaudit',
  'migrate',
  'wait-for-schema',
  'admin',
  'keys',
];

/** Files that a workspace reads at run time, in addition to its bundle. */
const READ_AT_RUN_TIME = ['package.json', 'migrations', 'roles.sql', 'headwater', 'dist'];

const packageOf = (folder) => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));

/** The folders of all workspaces that the image's processes need, sorted. */
export function imageWorkspaces() {
  const folders = new Map(packageOf('.').workspaces.map((folder) => [packageOf(folder).name, folder]));
  const found = new Set();
  const visit = (name) => {
    const folder = folders.get(name);
    if (folder === undefined || found.has(folder)) return;
    found.add(folder);
    Object.keys(packageOf(folder).dependencies ?? {}).forEach(visit);
  };
  for (const name of IMAGE_PROCESSES) visit(`@headwater/${name}`);
  return [...found].sort();
}

/**
 * @param {string} target the folder to fill
 * @param {string} maps the folder that receives the source maps, which the image lacks
 */
async function stageImage(target, maps) {
  await buildAll(IMAGE_PROCESSES);
  mkdirSync(join(target, 'dist'), { recursive: true });
  for (const name of IMAGE_PROCESSES) {
    cpSync(join(root, 'dist', `${name}.js`), join(target, 'dist', `${name}.js`));
    cpSync(join(root, 'dist', `${name}.js.map`), join(maps, `${name}.js.map`));
  }
  cpSync(join(root, 'deploy/image/headwater.cjs'), join(target, 'dist/headwater.js'));
  for (const file of ['package.json', 'LICENSE']) cpSync(join(root, file), join(target, file));
  for (const folder of imageWorkspaces())
    for (const part of READ_AT_RUN_TIME)
      if (existsSync(join(root, folder, part)))
        cpSync(join(root, folder, part), join(target, folder, part), { recursive: true });
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const [target, maps] = process.argv.slice(2);
  if (!target || !maps)
    throw new Error(
      'A folder is missing. Usage: node scripts/stage-image.mjs <folder> <folder of source maps>',
    );
  await stageImage(resolve(target), resolve(maps));
  console.log(`The image's files are in ${target}, its source maps in ${maps}`);
}
