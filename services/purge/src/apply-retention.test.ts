import { AppError } from '@headwater/kit/errors';
import { recordedLog } from '@headwater/kit/testing/silent-log';
import { applyRetention, type RetentionDependencies } from './apply-retention';

/** Fakes of both services. The call with the number `crashAt` fails. */
function servicesWith(ids: readonly number[]) {
  const due = new Map(ids.map((id) => [id, { begun: false, events: 3 }]));
  const steps: string[] = [];
  const state = { crashAt: 0, calls: 0, changed: new Set<number>() };
  const step = (name: string): void => {
    state.calls += 1;
    if (state.calls === state.crashAt) throw new Error('crash');
    steps.push(name);
  };
  const days = (id: number) => ({ siteId: id, beforeDay: '2026-03-01', beforeMs: Date.parse('2026-03-01') });
  const site = (id: unknown) => due.get(Number(id)) ?? { begun: true, events: 0 };
  const dependencies: Omit<RetentionDependencies, 'dryRun' | 'log'> = {
    deadlineMs: 1_000,
    sites: {
      ListRetentionDue: async () => {
        step('list');
        return Promise.resolve({ sites: [...due.keys()].map((id) => ({ workspaceId: 7, days: days(id) })) });
      },
      BeginRetention: async ({ siteId }, call) => {
        step(`begin ${Number(siteId)} ${call?.workspaceId}`);
        if (state.changed.has(Number(siteId)))
          throw new AppError({ kind: 'not_found', code: 'site_not_found', message: 'not found' });
        site(siteId).begun = true;
        return Promise.resolve({});
      },
      FinishRetention: async ({ siteId }) => {
        step(`finish ${Number(siteId)}`);
        expect(site(siteId)).toEqual({ begun: true, events: 0 });
        due.delete(Number(siteId));
        return Promise.resolve({});
      },
    },
    analytics: {
      ApplyRetention: async ({ siteId, beforeDay, dryRun }) => {
        step(`${dryRun ? 'count' : 'delete'} ${Number(siteId)} ${beforeDay}`);
        const found = site(siteId);
        const { events } = found;
        if (!dryRun) {
          expect(found.begun).toBe(true);
          found.events = 0;
        }
        return Promise.resolve({ rows: events > 0 ? { events } : {} });
      },
    },
  };
  const { log, lines } = recordedLog();
  const run = (dryRun = false) => applyRetention({ ...dependencies, dryRun, log });
  return { due, steps, state, run, lines };
}

describe('applyRetention', () => {
  it('begins, counts, deletes and finishes each due site, and logs the number of rows', async () => {
    const { steps, run, lines } = servicesWith([4]);
    expect(await run()).toEqual({ applied: [4], failed: [] });
    expect(steps).toEqual(['list', 'begin 4 7', 'count 4 2026-03-01', 'delete 4 2026-03-01', 'finish 4']);
    expect(lines.map((line) => JSON.parse(line) as object)).toContainEqual(
      expect.objectContaining({ msg: 'expired days removed', siteId: 4, rows: { events: 3 } }),
    );
  });

  it('changes nothing in a dry run', async () => {
    const { due, steps, run } = servicesWith([4]);
    expect(await run(true)).toEqual({ applied: [], failed: [] });
    expect(steps).toEqual(['list', 'count 4 2026-03-01']);
    expect(due.get(4)).toEqual({ begun: false, events: 3 });
  });

  it('deletes nothing if the retention was changed in the meantime', async () => {
    const { due, state, run } = servicesWith([4, 5]);
    state.changed.add(4);
    expect(await run()).toEqual({ applied: [5], failed: [] });
    expect(due.get(4)?.events).toBe(3);
  });

  it.each([1, 2, 3, 4, 5])('is repeated by the next run after a crash at step %i', async (crashAt) => {
    const { due, state, run } = servicesWith([4]);
    state.crashAt = crashAt;
    if (crashAt === 1) await expect(run()).rejects.toThrow('crash');
    else expect(await run()).toEqual({ applied: [], failed: [4] });
    expect(await run()).toEqual({ applied: [4], failed: [] });
    expect(due.size).toBe(0);
  });
});
