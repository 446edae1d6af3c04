import { useRollups } from './rollups-fixture';

const rollups = useRollups();
const { build, command, forgetKnown, insert, totals, visit } = rollups;

/** Not a fixed time: ClickHouse clears arrival times that are older than eight days. */
const hoursAgo = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString();
const RECEIVED = hoursAgo(2);
const LATER = hoursAgo(1);

describe('roll-ups with few late events are read', () => {
  const day = (visitor: number, date: string, received_at: string) =>
    visit(visitor, `${date}T10:00Z`, { received_at });
  const dates = ['2026-03-08', '2026-03-09'];
  const buildBoth = async () => {
    await insert(dates.map((date) => day(1, date, RECEIVED)));
    for (const date of dates) expect(await build(date)).toBe('published');
  };
  /** The number of late events of each late segment. */
  const read = async () => {
    let found: readonly (readonly [string, number])[] = [];
    forgetKnown();
    await rollups.query((_, rollup) => {
      found = (rollup?.plan.sources.late ?? []).map(({ startMs, arrived }) => [
        new Date(startMs).toISOString().slice(0, 10),
        arrived,
      ]);
      return Promise.resolve();
    });
    return found;
  };

  it('while others have too many visitors', async () => {
    await buildBoth();
    const visitors = (count: number) => Array.from({ length: count }, (_, index) => 1_000 + index);
    await insert(visitors(900).map((visitor) => day(visitor, '2026-03-08', LATER)));
    await insert(visitors(600).map((visitor) => day(visitor, '2026-03-09', LATER)));
    expect(await read()).toEqual([
      ['2026-03-08', 900],
      ['2026-03-09', 600],
    ]);
    await insert([day(5, '2026-03-09', LATER)]);
    expect(await read()).toEqual([['2026-03-09', 601]]);
    expect(await totals()).toMatchObject({ visitors: 902 });
  });

  it('while the visitors of others have too many events', async () => {
    await insert([day(2_000, '2026-03-08', RECEIVED)]);
    await command(
      `INSERT INTO events SELECT events.* REPLACE (generateUUIDv4() AS event_id) FROM events CROSS JOIN numbers(49_999) AS copies
       WHERE site_id = ${rollups.siteId()}`,
    );
    await buildBoth();
    await insert([day(2_001, '2026-03-08', LATER), day(2_001, '2026-03-09', LATER)]);
    expect((await read()).length).toBe(2);
    await insert([day(2_000, '2026-03-08', LATER)]);
    expect(await read()).toEqual([['2026-03-09', 1]]);
  });
});
