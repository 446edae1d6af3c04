import { gather, type GatherOptions } from './gather';

/** The groups that a gathered work began, each to be ended by the test. */
function recordedGroups(options: Partial<GatherOptions<string>> = {}) {
  const begun: { readonly key: number; readonly items: readonly string[]; readonly end: () => void }[] = [];
  const gathered = gather<number, string, string>({ most: 10, atOnce: 1, ...options }, (key, items) => {
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    begun.push({ key, items, end });
    return items.map(async (item) => {
      await ended;
      if (item.startsWith('bad')) throw new Error(item);
      return `${item} done`;
    });
  });
  const ask = (item: string, key = 1): Promise<string> => gathered(key, item, { gone: false });
  return { begun, gathered, ask, groups: () => begun.map(({ items }) => items.join(' ')) };
}

/** After what was asked in this turn of the event loop has begun, and what ended has been told. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it('begins at once with what comes alone', async () => {
  const { begun, ask, groups } = recordedGroups();
  const a = ask('a');
  await turn();
  expect(groups()).toEqual(['a']);
  begun[0]?.end();
  expect(await a).toBe('a done');
});

it('makes one group of what comes while another is under way, in order, and each hears of its own', async () => {
  const { begun, ask, groups } = recordedGroups();
  const a = ask('a');
  await turn();
  const b = ask('b');
  await turn();
  const c = ask('c');
  await turn();
  expect(groups()).toEqual(['a']);
  begun[0]?.end();
  await a;
  await turn();
  expect(groups()).toEqual(['a', 'b c']);
  begun[1]?.end();
  expect(await Promise.all([b, c])).toEqual(['b done', 'c done']);
});

it('makes one group of what comes in one turn, of at most so many', async () => {
  const { begun, ask, groups } = recordedGroups({ most: 2 });
  const all = Promise.all(['a', 'b', 'c'].map((item) => ask(item)));
  await turn();
  expect(groups()).toEqual(['a b']);
  begun[0]?.end();
  await turn();
  expect(groups()).toEqual(['a b', 'c']);
  begun[1]?.end();
  expect(await all).toHaveLength(3);
});

it('has so many groups of a key under way at once, whatever those of other keys do', async () => {
  const { begun, ask, groups } = recordedGroups({ atOnce: 2 });
  const asked = [];
  for (const item of ['a', 'b', 'c', 'd']) {
    asked.push(ask(item));
    await turn();
  }
  asked.push(ask('other', 2));
  await turn();
  expect(groups()).toEqual(['a', 'b', 'other']);
  begun[1]?.end();
  await turn();
  expect(groups()).toEqual(['a', 'b', 'other', 'c d']);
  for (const { end } of begun) end();
  await Promise.all(asked);
});

it('has none under way at once that are to be apart, in one group or in two', async () => {
  const { begun, ask, groups } = recordedGroups({ atOnce: 2, apart: (item) => item.charAt(0) });
  const asked = ['a1', 'a2', 'b1', 'a3'].map((item) => ask(item));
  await turn();
  asked.push(ask('c1'));
  await turn();
  expect(groups()).toEqual(['a1 b1', 'c1']);
  begun[0]?.end();
  await turn();
  begun[2]?.end();
  await turn();
  expect(groups()).toEqual(['a1 b1', 'c1', 'a2', 'a3']);
  for (const { end } of begun) end();
  await Promise.all(asked);
});

it('tells a failure to its own item, and one of the whole group to all of it; then goes on', async () => {
  const { begun, ask } = recordedGroups();
  const group = ['a', 'bad', 'c'].map((item) => ask(item));
  await turn();
  begun[0]?.end();
  expect((await Promise.allSettled(group)).map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
  ]);
  const refusing = gather<number, string, string>({ most: 10, atOnce: 1 }, () => {
    throw new Error('refused');
  });
  for (let times = 0; times < 2; times++)
    await expect(refusing(1, 'a', { gone: false })).rejects.toThrow('refused');
});

it('leaves out whoever has gone while waiting', async () => {
  const { begun, ask, gathered, groups } = recordedGroups();
  const caller = { gone: false };
  const a = ask('a');
  await turn();
  const left = gathered(1, 'left', caller);
  const b = ask('b');
  await turn();
  caller.gone = true;
  begun[0]?.end();
  await expect(left).rejects.toMatchObject({ kind: 'cancelled', code: 'cancelled' });
  await turn();
  expect(groups()).toEqual(['a', 'b']);
  begun[1]?.end();
  expect(await Promise.all([a, b])).toEqual(['a done', 'b done']);
});
