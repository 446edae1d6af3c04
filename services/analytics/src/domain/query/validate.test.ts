import { parseQuestion } from './parse';
import type { RawQuestion } from './question';
import { validateFrame } from './validate';

function faults(fields: Partial<RawQuestion>): string[] {
  const parsed = parseQuestion({ siteId: 1, timezone: 'UTC', name: 'signup', filters: [], ...fields });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return validateFrame(parsed.question).map(({ field }) => field);
}

describe('validateFrame', () => {
  it.each([
    ['from after to', { from: '2026-01-02', to: '2026-01-01' }, ['from']],
    ['one day', { from: '2026-01-01', to: '2026-01-01' }, []],
    ['731 days', { from: '2024-01-01', to: '2025-12-31' }, []],
    ['732 days', { from: '2024-01-01', to: '2026-01-01' }, ['to']],
    ['hours over 31 days', { from: '2026-01-01', to: '2026-01-31', grain: 'hour' }, []],
    ['hours over 32 days', { from: '2026-01-01', to: '2026-02-01', grain: 'hour' }, ['grain']],
    ['hours over a range of 32 days', { range: '32d', grain: 'hour' }, ['grain']],
  ])('judges %s', (_, fields, expected) => {
    expect(faults(fields)).toEqual(expected);
  });
});
