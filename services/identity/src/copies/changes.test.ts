import { canFollow } from './changes';

const HALF_HOUR_MS = 1_800_000;
const since = { snapshot: '5:5:', readAtMs: 1_000, serverStartedAt: 'monday' };
const found = {
  position: { ...since, snapshot: '9:9:', readAtMs: 2_000 },
  changes: { profileIds: ['1'], paymentIds: [] as string[] },
  isRecorded: true,
};
const ids = (count: number): string[] => Array.from({ length: count }, (_, index) => String(index));

test.each([
  ['with a change', found, true],
  ['half an hour later', { ...found, position: { ...found.position, readAtMs: 1_000 + HALF_HOUR_MS } }, true],
  ['later', { ...found, position: { ...found.position, readAtMs: 1_001 + HALF_HOUR_MS } }, false],
  ['after a restart', { ...found, position: { ...found.position, serverStartedAt: 'tuesday' } }, false],
  ['without records', { ...found, isRecorded: false }, false],
  ['with 20,000 changes', { ...found, changes: { profileIds: ids(19_999), paymentIds: ['1'] } }, true],
  ['with more changes', { ...found, changes: { profileIds: ids(20_000), paymentIds: ['1'] } }, false],
])('a copy follows the database %s: %#', (_, next, expected) => {
  expect(canFollow(since, next)).toBe(expected);
});
