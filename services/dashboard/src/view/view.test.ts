import {
  FILTER_KEYS,
  keptQuery,
  readView,
  toggleFilter,
  windowQuery,
  withFilter,
  writeView,
  type View,
} from './view';

const read = (search: string): View => readView(new URLSearchParams(search));

describe('the view in a URL', () => {
  it('is the default without parameters', () => {
    expect(read('')).toEqual({
      window: { range: '30d' },
      grain: undefined,
      compare: undefined,
      timezone: undefined,
      filters: [],
    });
  });

  it('is parsed and written unchanged, next to parameters of the page', () => {
    const search =
      'from=2026-10-01&to=2026-10-30&grain=week&compare=previous_year&timezone=Asia%2FTokyo' +
      '&filter%5Bchannel%5D=Direct&filter%5Bchannel%5D=Email&filter%5Bpathname%5D%5Bstarts_with%5D=%2Fdocs&metric=sessions';
    expect(writeView(new URLSearchParams(search), read(search)).toString()).toBe(search);
  });

  it.each([
    'range=0d',
    'range=30',
    'from=2026-10-01',
    'from=2026-10-02&to=2026-10-01',
    'grain=year',
    'compare=x',
    'filter[a][like]=b',
    'filter[]=b',
    'filter[a]=',
  ])('ignores %s', (search) => {
    expect(read(search)).toEqual(read(''));
  });

  it('omits defaults', () => {
    expect(writeView(new URLSearchParams('range=7d'), read('range=30d')).toString()).toBe('');
  });

  it('becomes parameters of the API, with the values of a key grouped', () => {
    expect(windowQuery(read('range=7d&filter[a]=1&filter[a]=2&filter[a][is_not]=3'))).toEqual({
      range: '7d',
      'filter[a]': ['1', '2'],
      'filter[a][is_not]': ['3'],
    });
  });

  it('removes a filter that is toggled again', () => {
    const filter = { key: 'country', operator: 'is', value: 'DE' } as const;
    const other = { ...filter, operator: 'is_not' } as const;
    expect(toggleFilter([filter], other)).toEqual([filter, other]);
    expect(toggleFilter([filter, other], { ...filter })).toEqual([other]);
  });

  it('adds a filter once', () => {
    const filter = { key: 'country', operator: 'is', value: 'DE' } as const;
    expect(withFilter([filter], { ...filter })).toEqual([filter]);
  });

  it('closes an open list when it changes', () => {
    const search = new URLSearchParams('all=pages&pages=exit_page');
    expect(writeView(search, readView(search)).toString()).toBe('pages=exit_page');
  });
});

describe('a link to another page', () => {
  const search = new URLSearchParams(
    'range=90d&compare=previous_year&metric=sessions&filter[country]=DE&filter[entry_page][contains]=/docs&filter[props.plan]=pro',
  );
  const kept = (...accepted: Parameters<typeof keptQuery>[1][]) =>
    [...keptQuery(search, accepted[0]).keys()].join(' ');

  it('keeps the time range, the comparison and the filters that the page accepts', () => {
    const all = 'range compare filter[country] filter[entry_page][contains] filter[props.plan]';
    expect(kept(FILTER_KEYS.visits)).toBe(all);
    expect(kept(FILTER_KEYS.events)).toBe('range compare filter[country] filter[props.plan]');
    expect(kept(FILTER_KEYS.revenue)).toBe('range compare filter[country]');
    expect(kept(undefined)).toBe('range compare');
  });
});
