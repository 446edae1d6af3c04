import { createShippedWait } from './shipped-wait';

/** Waits for events that are never shipped. @returns the number of calls that still wait, by workspace */
function blockedWait() {
  const wait = createShippedWait({ shipped: () => new Promise<boolean>(() => undefined) });
  const waiting = new Map<number, number>();
  const change = (workspaceId: number, by: number): void =>
    void waiting.set(workspaceId, (waiting.get(workspaceId) ?? 0) + by);
  const call = (workspaceId: number, calls: number, requests = 1): void => {
    change(workspaceId, calls);
    for (let number = 0; number < calls; number++)
      void wait(workspaceId, requests).then(() => change(workspaceId, -1));
  };
  return { waiting, call };
}

const afterReleases = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it('waits for none of the calls of a workspace with more than 32, and for those of others', async () => {
  const { waiting, call } = blockedWait();
  call(1, 32);
  call(2, 20);
  await afterReleases();
  expect([...waiting]).toEqual([
    [1, 32],
    [2, 20],
  ]);
  call(1, 1);
  call(1, 5);
  await afterReleases();
  expect([...waiting]).toEqual([
    [1, 0],
    [2, 20],
  ]);
});

it('waits for no call while more than 64 wait', async () => {
  const { waiting, call } = blockedWait();
  for (const workspaceId of [1, 2, 3, 4]) call(workspaceId, 16);
  await afterReleases();
  expect([...waiting.values()]).toEqual([16, 16, 16, 16]);
  call(5, 1);
  await afterReleases();
  expect([...waiting.values()]).toEqual([0, 0, 0, 0, 0]);
});

it('counts the requests of a call', async () => {
  const { waiting, call } = blockedWait();
  call(1, 20);
  call(2, 1);
  await afterReleases();
  call(1, 1, 13);
  await afterReleases();
  expect([...waiting]).toEqual([
    [1, 0],
    [2, 1],
  ]);
});
