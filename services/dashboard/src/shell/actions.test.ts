import type { Session } from '../api/session';
import type { Control } from '../view/shown-controls';
import { actionsFor, matchKeys } from './actions';

const ALL: ReadonlySet<Control> = new Set(['range', 'comparison']);
const session: Session = {
  workspace: { id: 1, name: 'Acme' },
  scopes: ['sites:read', 'sites:write', 'stats:read', 'identify', 'tokens:admin'],
  sites: null,
  expiresAt: '2026-12-01T00:00:00Z',
};

const actions = (path: string, query = '', changes: { session?: Session; controls?: typeof ALL } = {}) =>
  actionsFor({
    ...{ session, path, controls: ALL, theme: 'system', language: 'system' },
    ...changes,
    search: new URLSearchParams(query),
  });
const find = (all: ReturnType<typeof actions>, keys: string) => all.find((action) => action.keys === keys);

it('gives each shortcut its own keys, of which none start another shortcut', () => {
  const keys = actions('/sites/1').flatMap((action) => action.keys ?? []);
  expect(keys.length).toBeGreaterThan(20);
  expect(
    keys.filter((one, index) => keys.some((other, at) => at !== index && `${other} `.startsWith(`${one} `))),
  ).toEqual([]);
});

it('links to pages with the time range, and to time ranges with the filters', () => {
  const all = actions('/sites/1', 'range=7d&filter[country]=DE&compare=previous_period');
  expect(find(all, 'g r')?.effect).toEqual({ href: '/revenue?range=7d&compare=previous_period' });
  expect(find(all, 'q')?.effect).toEqual({
    href: '/sites/1?range=90d&compare=previous_period&filter[country]=DE',
  });
  expect(find(all, 'w')?.isCurrent).toBe(true);
  expect(find(all, 'g o')?.isCurrent).toBe(true);
});

it('adds and removes the comparison', () => {
  expect(find(actions('/sites/1'), 'x')?.effect).toEqual({ href: '/sites/1?compare=previous_period' });
  expect(find(actions('/sites/1', 'compare=previous_period'), 'x')?.effect).toEqual({ href: '/sites/1' });
});

it('has no effect for controls that the page lacks, and no pages that the session may not open', () => {
  const all = actions('/tokens', '', {
    controls: new Set(),
    session: { ...session, scopes: ['stats:read'], sites: [1] },
  });
  expect(find(all, 'd')).toMatchObject({ effect: undefined });
  expect(find(all, 'x')).toMatchObject({ effect: undefined });
  expect(all.filter(({ group }) => group === 'Go to')).toEqual([]);
  expect(find(all, 's')).toBeUndefined();
});

describe('pressed keys', () => {
  const all = actions('/sites/1');
  it.each([
    ['', 'd', 'Today', ''],
    ['', 'g', undefined, 'g'],
    ['g', 'r', 'Revenue', ''],
    // No shortcut starts with `g d`.
    ['g', 'd', 'Today', ''],
    ['g', 't', 'Tokens', ''],
    ['t', 'd', 'Dark theme', ''],
    ['t', 'g', undefined, 'g'],
    ['', 'z', undefined, ''],
    ['', 'mod+k', 'Search pages and actions', ''],
    ['', '?', 'Keyboard shortcuts', ''],
  ])('%j and then %j are the shortcut %j', (before, key, label, pending) => {
    const match = matchKeys(all, before, key);
    expect([match.action?.label, match.pending]).toEqual([label, pending]);
  });
});
