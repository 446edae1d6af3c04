import { orOneByOne } from './or-one-by-one';

/** A save that fails as Postgres does where 'bad' is among the items, and notes what it was given. */
function failing(code: string) {
  const saved: string[] = [];
  const save = (items: readonly string[]): Promise<string[]> => {
    saved.push(items.join(' '));
    if (items.includes('bad')) return Promise.reject(Object.assign(new Error('refused'), { code }));
    return Promise.resolve(items.map((item) => `${item} saved`));
  };
  return { save, saved };
}

const outcomes = async (answers: readonly Promise<string>[]): Promise<unknown[]> =>
  (await Promise.allSettled(answers)).map((one) => (one.status === 'fulfilled' ? one.value : 'failed'));

it.each([
  ['what the database refuses', '23514'],
  ['a statement that took too long, as one does that waits for what somebody holds', '57014'],
])('tells %s to its own item', async (_, code) => {
  const { save, saved } = failing(code);
  expect(await outcomes(orOneByOne(['a', 'bad', 'c'], save))).toEqual(['a saved', 'failed', 'c saved']);
  expect(saved).toEqual(['a bad c', 'a', 'bad', 'c']);
});

it.each(['08006', '53300', '57P01'])('tells an outage, %s, to all at once', async (code) => {
  const { save, saved } = failing(code);
  expect(await outcomes(orOneByOne(['a', 'bad', 'c'], save))).toEqual(['failed', 'failed', 'failed']);
  expect(saved).toEqual(['a bad c']);
});

it('saves one that is alone once, and all in their order where nothing fails', async () => {
  const { save, saved } = failing('57014');
  expect(await outcomes(orOneByOne(['bad'], save))).toEqual(['failed']);
  expect(await outcomes(orOneByOne(['a', 'b'], save))).toEqual(['a saved', 'b saved']);
  expect(saved).toEqual(['bad', 'a b']);
});
