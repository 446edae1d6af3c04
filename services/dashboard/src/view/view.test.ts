import { readView, toggleFilter, windowQuery, withFilter, writeView, type View } from './view';

const read = (search: string): View => readView(new URLSearchParams(search));

describe('the view in an address', () => {
  it('is the default where the address says nothing', () => {
    expect(read('')).toEqual({
      window: { range: '30d' },
      grain: undefined,
      compare: undefined,
      timezone: undefined,
      filters: [],
    });
  });

  it('comes back as it was written, beside what is the page’s own', () => {
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
  ])('takes %s for nothing', (search) => {
    expect(read(search)).toEqual(read(''));
  });

  it('leaves defaults out', () => {
    expect(writeView(new URLSearchParams('range=7d'), read('range=30d')).toString()).toBe('');
  });

  it('asks the API in its own words, values of one key together', () => {
    expect(windowQuery(read('range=7d&filter[a]=1&filter[a]=2&filter[a][is_not]=3'))).toEqual({
      range: '7d',
      'filter[a]': ['1', '2'],
      'filter[a][is_not]': ['3'],
    });
  });

  it('takes a filter off that is set again', () => {
    const filter = { key: 'country', operator: 'is', value: 'DE' } as const;
    const other = { ...filter, operator: 'is_not' } as const;
    expect(toggleFilter([filter], other)).toEqual([filter, other]);
    expect(toggleFilter([filter, other], { ...filter })).toEqual([other]);
  });

  it('sets a filter once', () => {
    const filter = { key: 'country', operator: 'is', value: 'DE' } as const;
    expect(withFilter([filter], { ...filter })).toEqual([filter]);
  });

  it('closes an opened list when it changes', () => {
    const search = new URLSearchParams('all=pages&pages=exit_page');
    expect(writeView(search, readView(search)).toString()).toBe('pages=exit_page');
  });
});
