import { AppError } from '@headwater/kit/errors';
import { recordedLog } from '@headwater/kit/testing/silent-log';
import { purgeSites, type PurgeDependencies } from './purge-sites';

/** Fakes of both services. The call with the number `crashAt` fails. */
function servicesWith(ids: readonly number[]) {
  const due = new Map(ids.map((id) => [id, { begun: false, events: 3 }]));
  const steps: string[] = [];
  const state = { crashAt: 0, calls: 0, restored: new Set<number>() };
  const step = (name: string): void => {
    state.calls += 1;
    if (state.calls === state.crashAt) throw new Error('crash');
    steps.push(name);
  };
  const site = (id: number) => due.get(id) ?? { begun: true, events: 0 };
  const dependencies: Omit<PurgeDependencies, 'dryRun' | 'log'> = {
    deadlineMs: 1_000,
    sites: {
      ListDue: async () => {
        step('list');
        return Promise.resolve({
          sites: [...due.keys()].map((id) => ({ id, workspaceId: 7, purgeAtMs: 0 })),
        });
      },
      BeginPurge: async (request, call) => {
        const id = Number(request.id);
        step(`begin ${id} ${JSON.stringify(request.rows)} ${call?.workspaceId}`);
        if (state.restored.has(id))
          throw new AppError({ kind: 'not_found', code: 'site_not_found', message: 'not found' });
        site(id).begun = true;
        return Promise.resolve({});
      },
      FinishPurge: async (request) => {
        const id = Number(request.id);
        step(`finish ${id}`);
        expect(site(id)).toEqual({ begun: true, events: 0 });
        due.delete(id);
        return Promise.resolve({});
      },
    },
    analytics: {
      PurgeSite: async ({ siteId, dryRun }) => {
        const id = Number(siteId);
        step(`${dryRun ? 'count' : 'delete'} ${id}`);
        const found = site(id);
        const { events } = found;
        if (!dryRun) {
          expect(found.begun).toBe(true);
          found.events = 0;
        }
        return Promise.resolve({ rows: events > 0 ? { events } : {} });
      },
    },
  };
  const run = (dryRun = false) => purgeSites({ ...dependencies, dryRun, log: recordedLog().log });
  return { due, steps, state, run };
}

describe('purgeSites', () => {
  it('counts, begins, deletes and finishes each due site', async () => {
    const { steps, run } = servicesWith([4]);
    expect(await run()).toEqual({ purged: [4], failed: [] });
    expect(steps).toEqual(['list', 'count 4', 'begin 4 {"events":3} 7', 'delete 4', 'finish 4']);
  });

  it('changes nothing in a dry run', async () => {
    const { due, steps, run } = servicesWith([4]);
    expect(await run(true)).toEqual({ purged: [], failed: [] });
    expect(steps).toEqual(['list', 'count 4']);
    expect(due.get(4)).toEqual({ begun: false, events: 3 });
  });

  it('skips a site that was restored in the meantime', async () => {
    const { due, state, run } = servicesWith([4, 5]);
    state.restored.add(4);
    expect(await run()).toEqual({ purged: [5], failed: [] });
    expect(due.get(4)?.events).toBe(3);
  });

  it.each([1, 2, 3, 4, 5])('is resumed by the next run after a crash at step %i', async (crashAt) => {
    const { due, state, run } = servicesWith([4]);
    state.crashAt = crashAt;
    if (crashAt === 1) await expect(run()).rejects.toThrow('crash');
    else expect(await run()).toEqual({ purged: [], failed: [4] });
    expect(await run()).toEqual({ purged: [4], failed: [] });
    expect(due.size).toBe(0);
  });

  it('continues with the other sites when one fails', async () => {
    const { state, run } = servicesWith([4, 5]);
    state.crashAt = 4;
    expect(await run()).toEqual({ purged: [5], failed: [4] });
  });
});
