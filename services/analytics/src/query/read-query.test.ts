import { parseEventQuery, type EventQuery, type RawEventQuery } from '../queries/event-analysis';

const RAW: RawEventQuery = { siteId: 1, timezone: 'UTC', name: 'signup', filters: [] };

function parsed(fields: Partial<RawEventQuery>): EventQuery {
  const result = parseEventQuery({ ...RAW, ...fields });
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.query;
}

/** `code field` of each problem. */
function problems(fields: Partial<RawEventQuery>): string[] {
  const result = parseEventQuery({ ...RAW, ...fields });
  return result.ok ? [] : result.problems.map(({ code, field }) => `${code} ${field}`);
}

describe('the parser of a query', () => {
  it('uses defaults for absent parameters', () => {
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

  it.each(['1d', '7d', '730d'])('accepts the range %s', (range) => {
    expect(parsed({ range }).period).toEqual({ kind: 'range', days: Number.parseInt(range, 10) });
  });

  it('prefers from and to to a range', () => {
    const dates = { from: '2026-01-01', to: '2026-01-02' };
    expect(parsed({ ...dates, range: '7d' }).period).toEqual(parsed(dates).period);
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
  ])('rejects the range %j', (range) => {
    expect(problems({ range })).toEqual(['invalid_request range']);
  });

  it.each([
    [{ from: '2026-01-01' }, 'to'],
    [{ to: '2026-01-01' }, 'from'],
    [{ from: '2026-01-01', range: '7d' }, 'to'],
    [{ from: '2026-02-30', to: '2026-03-01' }, 'from'],
    [{ from: '2026-02-01', to: '' }, 'to'],
    [{ from: '1970-12-31', to: '1971-01-02' }, 'from'],
    [{ from: '2100-12-31', to: '2101-01-01' }, 'to'],
  ])('rejects the window %j', (window, field) => {
    expect(problems(window)).toEqual([`invalid_request ${field}`]);
  });

  it.each(['Day', 'days', '', 'minute', 'constructor', 'day '])('rejects the grain %j', (grain) => {
    expect(problems({ grain })).toEqual(['invalid_request grain']);
  });

  it.each([0, 501, -1, 1.5, NaN, Infinity, 2 ** 31])('rejects the limit %d', (limit) => {
    expect(problems({ limit })).toEqual(['invalid_request limit']);
  });

  it.each(['', 'a\0b', 'a\nb', '\u0085', 'x'.repeat(121)])('rejects the name %j', (name) => {
    expect(problems({ name })).toEqual(['invalid_request name']);
  });

  it.each(["it's", 'ünï 😀', '😀'.repeat(120), '__proto__', "'; DROP TABLE events; --"])(
    'accepts the name %j',
    (name) => {
      expect(parsed({ name }).name).toBe(name);
    },
  );

  it.each([0, -1, 1.5, NaN, 2 ** 53])('rejects the site %d', (siteId) => {
    expect(problems({ siteId })).toEqual(['invalid_request siteId']);
  });

  it('lists all problems together', () => {
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

/** Keys that resemble listed ones, or parts of JavaScript or SQL. */
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
  it.each(DISGUISES)('is rejected as a dimension: %j', (dimension) => {
    expect(problems({ dimension })).toEqual(['unknown_dimension dimension']);
  });

  it.each(DISGUISES)('is rejected as a filter: %j', (key) => {
    const [problem] = problems({ filters: [{ key, operator: 'is', value: 'x' }] });
    expect(problem).toMatch(/^unknown_filter /);
  });

  it.each(['props.plan', 'props.__proto__', 'props.constructor', 'props.a.b-c_1', 'props..'])(
    'is not a property with a valid key: %s',
    (dimension) => {
      expect(parsed({ dimension }).dimension).toMatchObject({
        kind: 'property',
        property: dimension.slice(6),
      });
    },
  );
});

describe('filters', () => {
  it('of the same key and operator are grouped', () => {
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
    'with the operator %j are rejected',
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
  ])('with %s and a misleading value are rejected (%#)', (operator, value) => {
    expect(problems({ filters: [{ key: 'channel', operator, value }] })).toHaveLength(1);
  });

  it('are rejected beyond 20', () => {
    const filters = Array.from({ length: 21 }, (_, n) => ({
      key: 'pathname',
      operator: 'is',
      value: `/${n}`,
    }));
    expect(problems({ filters })).toEqual(['invalid_request filter']);
    expect(problems({ filters: filters.slice(1) })).toEqual([]);
  });
});
