import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '@headwater/kit/clock';
import type { Logger } from '@headwater/kit/log';
import { oncePerMinute, startPeriodic } from '@headwater/kit/periodic';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';

const shape = z.strictObject({
  siteId: z.int(),
  siteKey: z.string(),
  workspaceId: z.int(),
  domain: z.string(),
  installed: z.boolean(),
  scrub: z.boolean(),
  clickIdKey: z.string().optional(),
  exclusions: z
    .strictObject({ paths: z.array(z.string()), addresses: z.array(z.string()) })
    .nullable()
    .optional(),
  /** Unix ms. */
  checkedAt: z.number(),
});
type Entry = Readonly<z.infer<typeof shape>>;

/** A site whose key was valid at the last check. */
export type KnownSite = Omit<Entry, 'siteId' | 'siteKey' | 'checkedAt'>;

/** The sites whose keys were valid at their last check. They are also on disk, so that a restart does not lose them. */
export interface KnownSites {
  /** Returns the site if its key was valid within the last 24 hours. */
  find(siteId: number, siteKey: string): KnownSite | undefined;
  /** Records the result of a check; undefined if the key is not valid. */
  record(siteId: number, siteKey: string, site: KnownSite | undefined): void;
  /** The sites that `find` would return. */
  list(): readonly { readonly siteId: number; readonly siteKey: string }[];
  /** Whether `find` would return any site. */
  hasAny(): boolean;
  /** Writes the file a last time. */
  close(): Promise<void>;
}

export interface KnownSitesOptions {
  /** Used by this process only. */
  readonly directory: string;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Covers a night without anyone on duty. */
const MAX_AGE_MS = 24 * 60 * 60_000;
const CAPACITY = 20_000;
const FILE = 'known-sites.json';
const WRITE_INTERVAL_MS = 1_000;
/** The times of the checks are written at this interval; other changes at the next write. */
const REFRESH_MS = 10 * 60_000;

/** Reads the known sites of the previous run. A missing or damaged file counts as empty: it only serves outages. */
export async function openKnownSites({ directory, clock, log }: KnownSitesOptions): Promise<KnownSites> {
  const path = join(directory, FILE);
  const sites = new LRUCache<string, Entry>({ max: CAPACITY });
  for (const entry of await readEntries(path)) sites.set(idOf(entry), entry);
  let hasChanged = false;
  let writtenAt = clock.now();

  const isFresh = ({ checkedAt }: Entry): boolean => clock.now() - checkedAt < MAX_AGE_MS;

  const write = async (): Promise<void> => {
    if (!hasChanged && clock.now() - writtenAt < REFRESH_MS) return;
    hasChanged = false;
    writtenAt = clock.now();
    try {
      await writeFile(`${path}.new`, JSON.stringify([...sites.rvalues()]), { mode: 0o600 });
      await rename(`${path}.new`, path);
    } catch (error) {
      hasChanged = true;
      throw error;
    }
  };
  const onError = oncePerMinute((err) => log.warn({ err, path }, 'known sites cannot be written; retrying'));
  const writing = startPeriodic(write, { intervalMs: WRITE_INTERVAL_MS, immediately: false, onError });

  return {
    find: (siteId, siteKey) => {
      const entry = sites.get(idOf({ siteId, siteKey }));
      return entry && isFresh(entry) ? entry : undefined;
    },
    record: (siteId, siteKey, site) => {
      const id = idOf({ siteId, siteKey });
      const previous = sites.peek(id);
      if (!site) hasChanged = sites.delete(id) || hasChanged;
      else {
        const { workspaceId, domain, installed, scrub, clickIdKey, exclusions } = site;
        const settings = { workspaceId, domain, installed, scrub, clickIdKey, exclusions };
        const entry = { siteId, siteKey, ...settings, checkedAt: clock.now() };
        sites.set(id, entry);
        hasChanged ||= !previous || !isSame(previous, entry);
      }
    },
    list: () => [...sites.values()].filter(isFresh),
    hasAny: () => [...sites.values()].some(isFresh),
    close: async () => {
      await writing.stop();
      await write().catch(onError);
    },
  };
}

function idOf({ siteId, siteKey }: Pick<Entry, 'siteId' | 'siteKey'>): string {
  return `${siteId}:${siteKey}`;
}

function isSame(a: KnownSite, b: KnownSite): boolean {
  return (
    a.workspaceId === b.workspaceId &&
    a.domain === b.domain &&
    a.installed === b.installed &&
    a.scrub === b.scrub &&
    a.clickIdKey === b.clickIdKey &&
    JSON.stringify(a.exclusions) === JSON.stringify(b.exclusions)
  );
}

async function readEntries(path: string): Promise<readonly Entry[]> {
  try {
    return z.array(shape).parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    return [];
  }
}
