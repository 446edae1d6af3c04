import { useRollups } from './rollups-fixture';

const rollups = useRollups({ cacheMib: 16 });
const { build, command, insert, sessions, visit } = rollups;

it('does not return a cached response from before the sums of an inserted event', async () => {
  await insert([visit(1, '2026-03-08T10:00Z')]);
  await build('2026-03-08');
  // An event is readable before the view has stored its sum.
  await command('DETACH TABLE arrivals_view SYNC');
  await insert([visit(2, '2026-03-08T11:00Z')]);
  expect(await sessions()).toBe(1);
  await command('ATTACH TABLE arrivals_view');
  await command(
    `INSERT INTO event_changes (workspace_id, site_id, quarter, changes)
     VALUES (1, ${rollups.siteId()}, '2026-03-08 11:00:00', 1)`,
  );
  expect(await sessions()).toBe(2);
});
