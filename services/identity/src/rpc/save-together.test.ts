import { saveTogetherOrSeparately } from './save-together';

/** A save that records its items, and fails like Postgres if they include 'bad'. */
function failing(code: string) {
  const saved: string[] = [];
  const save = (items: readonly string[]): Promise<string[]> => {
    saved.push(items.join(' '));
    if (items.includes('bad')) return Promise.reject(Object.assign(new Error('refused'), { code }));
    return Promise.resolve(items.map((item) => `${item} saved`));
  };
  return { save, saved };
}

const outcomes = async (results: readonly Promise<string>[]): Promise<unknown[]> =>
  (await Promise.allSettled(results)).map((one) => (one.status === 'fulfilled' ? one.value : 'failed'));

it.each([
  ['a constraint violation', '23514'],
  ['a statement timeout, which may be a wait for one locked account', '57014'],
])('fails only the item that causes %s', async (_, code) => {
  const { save, saved } = failing(code);
  expect(await outcomes(saveTogetherOrSeparately(['a', 'bad', 'c'], save))).toEqual([
    'a saved',
    'failed',
    'c saved',
  ]);
  expect(saved).toEqual(['a bad c', 'a', 'bad', 'c']);
});

it.each(['08006', '53300', '57P01'])('fails all items on an outage, %s, without retrying', async (code) => {
  const { save, saved } = failing(code);
  const results = saveTogetherOrSeparately(['a', 'bad', 'c'], save);
  expect(await outcomes(results)).toEqual(['failed', 'failed', 'failed']);
  expect(saved).toEqual(['a bad c']);
});

it('saves a single item once, and all items in order if nothing fails', async () => {
  const { save, saved } = failing('57014');
  expect(await outcomes(saveTogetherOrSeparately(['bad'], save))).toEqual(['failed']);
  expect(await outcomes(saveTogetherOrSeparately(['a', 'b'], save))).toEqual(['a saved', 'b saved']);
  expect(saved).toEqual(['bad', 'a b']);
});
