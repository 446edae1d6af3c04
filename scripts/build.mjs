// Bundles each process's main.ts into dist/<name>.js (CommonJS) and builds the browser script. Builds the dashboard if its sources
// changed. Takes less than a second, or two with the dashboard.
import { build } from 'esbuild';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');

/** The entry file of each process, by its name in dist/. */
const PROCESSES = {
  ...Object.fromEntries(
    [
      'all-in-one',
      'gateway',
      'sites',
      'identity',
      'analytics',
      'collector',
      'purge',
      'selfaudit',
      'migrate',
      'seed',
    ].map((name) => [name, `services/${name}/src/main.ts`]),
  ),
  admin: 'services/gateway/src/admin.ts',
  keys: 'services/identity/src/keys.ts',
  'wait-for-schema': 'services/migrate/src/wait-for-schema.ts',
  bench: 'services/bench/src/main.ts',
  screenshots: 'services/e2e/src/screenshots.ts',
  interactions: 'services/e2e/src/interactions.ts',
};

/**
 * Packages that are bundled: the CommonJS output can't require ES modules, and from dist/ it would resolve `lru-cache` to
 * the older version at the root of node_modules.
 */
const BUNDLED = [
  'node-pg-migrate',
  'temporal-polyfill',
  'temporal-spec',
  'temporal-utils',
  'lru-cache',
  'p-limit',
  'yocto-queue',
];

/** Our own workspaces and the packages of `BUNDLED` go into the bundle, everything else is required at run time. */
export const externalDependencies = {
  name: 'external-dependencies',
  setup(context) {
    context.onResolve({ filter: /^[^./]/ }, ({ path, kind }) => {
      if (kind === 'entry-point' || path.startsWith('@headwater/')) return undefined;
      if (BUNDLED.some((name) => path === name || path.startsWith(`${name}/`))) return undefined;
      return { path, external: true };
    });
  },
};

/** @param {readonly string[]} names which processes; all when left out */
export async function buildProcesses(names = Object.keys(PROCESSES)) {
  const present = names.filter((name) => existsSync(join(root, PROCESSES[name])));
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: Object.fromEntries(present.map((name) => [name, PROCESSES[name]])),
    outdir: 'dist',
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20.19',
    sourcemap: true,
    // Each start parses the whole map. Without the sources, it has a quarter of the size.
    sourcesContent: false,
    logLevel: 'warning',
    plugins: [externalDependencies],
    write: false,
  });
  mkdirSync(join(root, 'dist'), { recursive: true });
  // Renamed into place: another process may be starting from these files right now.
  for (const { path, contents } of outputFiles) {
    writeFileSync(`${path}.${process.pid}`, contents);
    renameSync(`${path}.${process.pid}`, path);
  }
}

/** @param {readonly string[]} [names] which processes; all when left out */
export async function buildAll(names) {
  const { buildTracker } = await import('../services/tracker/build.mjs');
  const { buildDashboard } = await import('../services/dashboard/build.mjs');
  const [tracker, dashboard] = await Promise.all([buildTracker(), buildDashboard(), buildProcesses(names)]);
  return { tracker, dashboard };
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const { tracker, dashboard } = await buildAll();
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  console.log(
    `headwater ${version} built into dist/; hw.js is ${tracker.brotliBytes} bytes brotli, a page of the dashboard up to ${Math.max(...dashboard.pages.map(({ first }) => first))}`,
  );
}
