import { tryWithAdvisoryLock } from '@headwater/kit/pg/advisory-lock';
import type { Dependencies } from '../dependencies';
import { openSince } from '../domain/attribution';
import {
  findOpenLinks,
  listNewLinks,
  listOpenLinks,
  readTouchedCursor,
  saveTouchedCursor,
  type OpenLink,
} from '../store/open-links';
import { markTouchesDue } from '../store/touches';
import { REPAIR_DEADLINE_MS, resolveLinks } from './resolve-links';

/** Visitors per page. Few of them have an open link. */
const TOUCHED_PAGE_SIZE = 5_000;

/**
 * Resolves the open links of the visitors whose events arrived since the last run. Its cost depends on the number of new
 * events, not on the number of open links. Only one replica runs it at a time. The cursor moves only after all links of a page
 * are resolved; processing a page again is harmless.
 */
export async function repairTouchedLinks(dependencies: Dependencies, signal: AbortSignal): Promise<void> {
  const { db, analytics, clock } = dependencies;
  await tryWithAdvisoryLock(db, 'identity repairs touched links', async () => {
    for (let more = true; more;) {
      const cursor = await readTouchedCursor(db);
      signal.throwIfAborted();
      const page = await analytics.ListTouchedVisitors(
        { cursor, limit: TOUCHED_PAGE_SIZE },
        { signal, deadlineMs: REPAIR_DEADLINE_MS },
      );
      const now = clock.now();
      const links = await findOpenLinks(db, { sinceMs: openSince(now), visitors: page.visitors });
      await resolveLinks(dependencies, links, signal);
      await markTouchesDue(db, { visitors: page.visitors, now });
      // No write without new events.
      if (cursor === '' || page.visitors.length > 0) await saveTouchedCursor(db, page.cursor, now);
      ({ more } = page);
    }
  });
}

/** Pages of the links that were created without analytics. */
const NEW_LINKS_PAGE_SIZE = 1_000;

/**
 * Resolves the links that were created while analytics was unreachable. Their visitors may have no further event, so
 * `repairTouchedLinks` would not find them. Only one replica runs it at a time.
 */
export async function resolveNewLinks(dependencies: Dependencies, signal: AbortSignal): Promise<void> {
  const { db, clock } = dependencies;
  await tryWithAdvisoryLock(db, 'identity resolves new links', async () => {
    const sinceMs = openSince(clock.now());
    const links = await listNewLinks(db, { sinceMs, limit: NEW_LINKS_PAGE_SIZE });
    await resolveLinks(dependencies, links, signal);
  });
}

const SCAN_PAGE_SIZE = 1_000;

/**
 * Resolves all open links whose visitors have a session by now. The safety net of `repairTouchedLinks`: for links without a
 * visitor key, and for events that it missed, such as after a day without a running replica. Only one replica runs it at a time.
 */
export async function scanOpenLinks(dependencies: Dependencies, signal: AbortSignal): Promise<void> {
  const { db, clock } = dependencies;
  await tryWithAdvisoryLock(db, 'identity scans open links', async () => {
    const sinceMs = openSince(clock.now());
    let after: OpenLink | undefined;
    do {
      const links: OpenLink[] = await listOpenLinks(db, { sinceMs, limit: SCAN_PAGE_SIZE, after });
      after = links.length === SCAN_PAGE_SIZE ? links.at(-1) : undefined;
      await resolveLinks(dependencies, links, signal);
    } while (after);
  });
}
