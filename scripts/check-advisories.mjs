// Finds known vulnerabilities of the packages in package-lock.json: npm run advisories
// Queries the OSV database (OSV_URL, default https://api.osv.dev), or reads a copy: OSV_DATABASE=<folder> with advisories in OSV's format,
// unpacked from the export of the ecosystem npm. If neither is available, nothing was checked: exits with 77, or with 1 if
// CI_REQUIRE_ADVISORIES=1.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import semver from 'semver';

const SKIPPED = 77;
const TIMEOUT_MS = 20_000;
/** Packages of one query. */
const MAX_QUERIES = 500;

/** Advisories that do not apply, by id, with the reason and the day on which to check again. */
const EXCEPTIONS = {};

const root = resolve(process.argv[2] ?? join(dirname(fileURLToPath(import.meta.url)), '..'));
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
const locked = Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link);
const versions = new Map(
  locked.map(([path, { name = path.replace(/^.*node_modules\//, ''), version, dev }]) => [
    `${name}@${version}`,
    { name, version, dev: dev === true },
  ]),
);

/** Whether an advisory affects a version (https://ossf.github.io/osv-schema/#evaluation). */
function affects({ affected = [], withdrawn }, { name, version }) {
  if (withdrawn !== undefined) return false;
  return affected
    .filter(
      ({ package: { ecosystem, name: affectedName } = {} }) => ecosystem === 'npm' && affectedName === name,
    )
    .some(
      ({ versions: listed = [], ranges = [] }) =>
        listed.includes(version) ||
        // For npm, the order of the ecosystem is that of semantic versions.
        ranges.some(({ type, events }) => type !== 'GIT' && isWithin(version, events)),
    );
}

function isWithin(version, events) {
  const start = ({ introduced, fixed, last_affected: last, limit }) => introduced ?? fixed ?? last ?? limit;
  const atVersion = (event) => (start(event) === '0' ? '0.0.0-0' : start(event));
  return [...events]
    .filter((event) => event.limit === undefined)
    .sort((a, b) => semver.compare(atVersion(a), atVersion(b)))
    .reduce((affected, event) => {
      const order = semver.compare(version, atVersion(event));
      if (event.introduced !== undefined) return order >= 0 ? true : affected;
      return (event.fixed === undefined ? order > 0 : order >= 0) ? false : affected;
    }, false);
}

/** Ids of advisories per package, from a folder. */
function readCopy(folder) {
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
  if (files.length === 0)
    throw new Error(`OSV_DATABASE=${folder} contains no advisories. Unpack the export into it.`);
  const advisories = files.map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')));
  const names = new Set([...versions.values()].map(({ name }) => name));
  const relevant = advisories.filter(({ affected = [] }) =>
    affected.some((one) => names.has(one.package?.name)),
  );
  return [...versions].map(([key, entry]) => [
    key,
    relevant.filter((one) => affects(one, entry)).map(({ id }) => id),
  ]);
}

/** Ids of advisories per package, from the database; undefined if it is unreachable. */
async function query(url) {
  const keys = [...versions.keys()];
  const results = [];
  for (let from = 0; from < keys.length; from += MAX_QUERIES) {
    const part = keys.slice(from, from + MAX_QUERIES).map((key) => versions.get(key));
    const queries = part.map(({ name, version }) => ({ package: { ecosystem: 'npm', name }, version }));
    const response = await fetch(`${url}/v1/querybatch`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ queries }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch(() => undefined);
    if (!response?.ok) return undefined;
    const answer = await response.json();
    if (answer.results?.length !== part.length) return undefined;
    results.push(...answer.results);
  }
  return results.map(({ vulns = [] }, index) => [keys[index], vulns.map(({ id }) => id)]);
}

const folder = process.env.OSV_DATABASE;
const url = process.env.OSV_URL ?? 'https://api.osv.dev';
if (folder !== undefined && !existsSync(folder)) throw new Error(`OSV_DATABASE=${folder} does not exist.`);
const results = folder === undefined ? await query(url) : readCopy(folder);
if (results === undefined) {
  console.log(
    `not run: the database of advisories is unreachable (${url}). Set OSV_DATABASE to a folder with a copy.`,
  );
  process.exit(process.env.CI_REQUIRE_ADVISORIES === '1' ? 1 : SKIPPED);
}
const found = results.flatMap(([key, ids]) =>
  ids.filter((id) => !Object.hasOwn(EXCEPTIONS, id)).map((id) => ({ key, id })),
);
for (const { key, id } of found)
  console.log(`${key}${versions.get(key).dev ? ' (development)' : ''}: https://osv.dev/vulnerability/${id}`);
console.log(`${versions.size} packages, ${found.length} advisories`);
process.exit(found.length === 0 ? 0 : 1);
