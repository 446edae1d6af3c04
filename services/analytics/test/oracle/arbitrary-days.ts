import type { ImportedDayRow } from '@headwater/eventstore/insert-imported';
import fc from 'fast-check';

const DAY_MS = 86_400_000;

/** Reports with a few keys. Rows of `country` have a region, as in the exports of other products. */
const ROWS_OF: Readonly<Record<string, readonly (readonly [key: string, detail: string])[]>> = {
  '': [['', '']],
  event: [
    ['signup', '["signup","/a"]'],
    ['signup', '["signup","/b"]'],
    ['', '["",""]'],
    ['404', ''],
  ],
  country: [
    ['DE', '["DE","DE-BE"]'],
    ['DE', '["DE","DE-BY"]'],
    ['DE', '["DE",""]'],
    ['', '["",""]'],
  ],
  pathname: [
    ['/', '["/","a.example"]'],
    ['/', '["/","b.example"]'],
    ['/preis/ü', ''],
    ['(none)', ''],
    ['', ''],
  ],
  entry_page: [
    ['/', ''],
    ['/pricing', ''],
  ],
  browser: [
    ['Chrome', '["Chrome","1"]'],
    ['Chrome', '["Chrome","2"]'],
  ],
};

/** Daily counts of other products around a date, some of them imported again with different numbers. */
export function importedDaysArbitrary(
  date: string,
  { workspaceId, siteId }: { readonly workspaceId: number; readonly siteId: number },
): fc.Arbitrary<readonly ImportedDayRow[]> {
  const count = fc.oneof(
    fc.constant(0),
    fc.integer({ min: 0, max: 9 }),
    fc.integer({ min: 0, max: 100_000 }),
  );
  const counts = fc.record({
    visitors: count,
    visits: count,
    pageviews: count,
    bounces: count,
    visit_seconds: count,
    events: count,
  });
  const place = fc.constantFrom('queried', 'queried', 'queried', 'queried', 'other site', 'other workspace');
  const row = fc
    .record({
      place,
      report: fc.constantFrom('', '', ...Object.keys(ROWS_OF)),
      nth: fc.nat(),
      daysOff: fc.oneof(fc.integer({ min: -2, max: 2 }), fc.integer({ min: -12, max: 12 })),
      counts,
    })
    .map(({ place, report, nth, daysOff, counts }) => {
      const rows = ROWS_OF[report] ?? [];
      const [key, detail] = rows[nth % rows.length] ?? ['', ''];
      return {
        workspace_id: place === 'other workspace' ? workspaceId + 1 : workspaceId,
        site_id: place === 'other site' ? siteId + 1 : siteId,
        report,
        day: new Date(Date.parse(date) + daysOff * DAY_MS).toISOString().slice(0, 10),
        key,
        detail,
        ...counts,
      };
    });
  return fc.array(row, { minLength: 1, maxLength: 120, size: 'max' });
}
