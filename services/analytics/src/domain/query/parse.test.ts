import { parseQuestion } from './parse';
import type { Question, RawQuestion } from './question';

const RAW: RawQuestion = { siteId: 1, timezone: 'UTC', name: 'signup', filters: [] };

function parsed(fields: Partial<RawQuestion>): Question {
  const result = parseQuestion({ ...RAW, ...fields });
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.question;
}

/** `code field` of each problem. */
function problems(fields: Partial<RawQuestion>): string[] {
  const result = parseQuestion({ ...RAW, ...fields });
  return result.ok ? [] : result.problems.map(({ code, field }) => `${code} ${field}`);
}

describe('parseQuestion', () => {
  it('defaults what is absent', () => {
    expect(parsed({})).toEqual({
      siteId: 1,
      zone: 'UTC',
      name: 'signup',
      period: { kind: 'range', days: 30 },
      grain: 'day',
      dimension: undefined,
      filters: [],
      limit: 100,
    });
  });

  it.each(['1d', '7d', '730d'])('takes the range %s', (range) => {
    expect(parsed({ range }).period).toEqual({ kind: 'range', days: Number.parseInt(range, 10) });
  });

  it.each([
    '0d',
    '731d',
    '07d',
    '-7d',
    '7',
    'd',
    '7D',
    '7 d',
    ' 7d',
    '7d\n',
    '1e2d',
    '0x7d',
    '7.5d',
    '12w',
    '٧d',
    '',
  ])('refuses the range %j', (range) => {
    expect(problems({ range })).toEqual(['invalid_request range']);
  });

  it.each([
    [{ from: '2026-01-01' }, 'to'],
    [{ to: '2026-01-01' }, 'from'],
    [{ from: '2026-01-01', to: '2026-01-02', range: '7d' }, 'range'],
    [{ from: '2026-01-01', range: '7d' }, 'range'],
    [{ from: '2026-02-30', to: '2026-03-01' }, 'from'],
    [{ from: '2026-02-01', to: '' }, 'to'],
    [{ from: '1970-12-31', to: '1971-01-02' }, 'from'],
    [{ from: '2100-12-31', to: '2101-01-01' }, 'to'],
  ])('refuses the window %j', (window, field) => {
    expect(problems(window)).toEqual([`invalid_request ${field}`]);
  });

  it.each(['Day', 'days', '', 'minute', 'constructor', 'day '])('refuses the grain %j', (grain) => {
    expect(problems({ grain })).toEqual(['invalid_request grain']);
  });

  it.each([0, 501, -1, 1.5, NaN, Infinity, 2 ** 31])('refuses the limit %d', (limit) => {
    expect(problems({ limit })).toEqual(['invalid_request limit']);
  });

  it.each(['', 'a\0b', 'a\nb', '\u0085', 'x'.repeat(121)])('refuses the name %j', (name) => {
    expect(problems({ name })).toEqual(['invalid_request name']);
  });

  it.each(["it's", 'ünï 😀', '😀'.repeat(120), '__proto__', "'; DROP TABLE events; --"])(
    'takes the name %j',
    (name) => {
      expect(parsed({ name }).name).toBe(name);
    },
  );

  it.each([0, -1, 1.5, NaN, 2 ** 53])('refuses the site %d', (siteId) => {
    expect(problems({ siteId })).toEqual(['invalid_request siteId']);
  });

  it('tells all problems at once', () => {
    const raw = {
      timezone: '+05:30',
      limit: 0,
      dimension: 'nope',
      filters: [{ key: 'no', operator: 'is', value: 'x' }],
    };
    expect(problems(raw)).toEqual([
      'invalid_request timezone',
      'unknown_dimension dimension',
      'invalid_request limit',
      'unknown_filter filter[no]',
    ]);
  });
});

/** Keys that look like listed ones, or like parts of JavaScript or SQL. */
const DISGUISES = [
  '',
  ' ',
  'Pathname',
  'PATHNAME',
  'pathname ',
  ' pathname',
  'pathname\0',
  'path\u200bname',
  'раthname',
  'ｐathname',
  'path',
  'pathname,channel',
  'pathname[]',
  'name',
  'visitor_id',
  'session_id',
  'site_id',
  'hostname',
  'utm_term',
  'utm_source;',
  '1',
  '*',
  '(none)',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'props',
  'props.',
  'props..'.slice(0, 6),
  'Props.plan',
  'PROPS.plan',
  'props[plan]',
  'props/plan',
  'props. plan',
  'props.plan ',
  "props.plan'",
  'props.pl an',
  'props.plän',
  'props.plan\n',
  `props.${'x'.repeat(65)}`,
  "props['plan']",
  'prop.plan',
  'event.props.plan',
];

describe('an unknown key', () => {
  it.each(DISGUISES)('is refused as a dimension: %j', (dimension) => {
    expect(problems({ dimension })).toEqual(['unknown_dimension dimension']);
  });

  it.each(DISGUISES)('is refused as a filter: %j', (key) => {
    const [problem] = problems({ filters: [{ key, operator: 'is', value: 'x' }] });
    expect(problem).toMatch(/^unknown_filter /);
  });

  it.each(['props.plan', 'props.__proto__', 'props.constructor', 'props.a.b-c_1', 'props..'])(
    'is not what %s is: a property may have that key',
    (dimension) => {
      expect(parsed({ dimension }).dimension).toMatchObject({
        kind: 'property',
        property: dimension.slice(6),
      });
    },
  );
});

describe('filters', () => {
  it('join when key and operator are the same', () => {
    const filters = [
      { key: 'channel', operator: 'is', value: 'Email' },
      { key: 'channel', operator: 'is_not', value: 'Direct' },
      { key: 'channel', operator: 'is', value: '(none)' },
    ];
    expect(parsed({ filters }).filters).toEqual([
      { dimension: { kind: 'column', key: 'channel' }, operator: 'is', values: ['Email', '(none)'] },
      { dimension: { kind: 'column', key: 'channel' }, operator: 'is_not', values: ['Direct'] },
    ]);
  });

  it.each(['', 'IS', 'equals', 'is_', 'not', '__proto__', 'constructor', 'matches'])(
    'refuse the operator %j',
    (operator) => {
      expect(problems({ filters: [{ key: 'channel', operator, value: 'x' }] })[0]).toMatch(
        /^invalid_request filter/,
      );
    },
  );

  it.each([
    ['is', ''],
    ['contains', ''],
    ['is', 'x'.repeat(2_001)],
    ['contains', '(none)'],
    ['contains_not', '(none)'],
    ['starts_with', '(none)'],
  ])('refuse %s with a value that would mislead (%#)', (operator, value) => {
    expect(problems({ filters: [{ key: 'channel', operator, value }] })).toHaveLength(1);
  });

  it('refuse more than 20', () => {
    const filters = Array.from({ length: 21 }, (_, n) => ({
      key: 'pathname',
      operator: 'is',
      value: `/${n}`,
    }));
    expect(problems({ filters })).toEqual(['invalid_request filter']);
    expect(problems({ filters: filters.slice(1) })).toEqual([]);
  });
});
