import { VISIT_KEYS } from './dimensions';
import { parseQuery, type RawQuery } from './read-query';
import { windowProblems } from './window';

function problemFields(query: Partial<RawQuery>): string[] {
  const parsed = parseQuery({ siteId: 1, timezone: 'UTC', filters: [], ...query }, VISIT_KEYS);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return windowProblems(parsed.query).map(({ field }) => field);
}

describe('windowProblems', () => {
  it.each([
    ['from after to', { from: '2026-01-02', to: '2026-01-01' }, ['from']],
    ['one day', { from: '2026-01-01', to: '2026-01-01' }, []],
    ['731 days', { from: '2024-01-01', to: '2025-12-31' }, []],
    ['732 days', { from: '2024-01-01', to: '2026-01-01' }, ['to']],
    ['hours over 31 days', { from: '2026-01-01', to: '2026-01-31', grain: 'hour' }, []],
    ['hours over 32 days', { from: '2026-01-01', to: '2026-02-01', grain: 'hour' }, ['grain']],
    ['hours over a range of 32 days', { range: '32d', grain: 'hour' }, ['grain']],
  ])('checks %s', (_, query, expected) => {
    expect(problemFields(query)).toEqual(expected);
  });
});
