import { locationFrom } from './location';

describe('locationFrom', () => {
  it.each([
    [{ country: 'DE', region: 'BE' }, 'DE', 'DE-BE'],
    [{ country: 'DE', region: 'DE-BE' }, 'DE', 'DE-BE'],
    [{ country: 'FR', region: '75C' }, 'FR', 'FR-75C'],
    [{ country: 'AT', region: '9' }, 'AT', 'AT-9'],
    [{ country: 'DE' }, 'DE', ''],
    [{ country: 'DE', region: 'Berlin' }, 'DE', ''],
    [{ country: 'DE', region: 'US-CA' }, 'DE', ''],
    [{ country: 'DE', region: 'be' }, 'DE', ''],
    [{ country: 'DE', region: 'DE-' }, 'DE', ''],
    [{ country: 'Germany', region: 'BE' }, '', ''],
    [{ country: 'de', region: 'BE' }, '', ''],
    [{ country: 'ZZ', region: 'BE' }, '', ''],
    [{ region: 'BE' }, '', ''],
    [{}, '', ''],
  ])('of %j', (given, country, region) => {
    expect(locationFrom(given)).toEqual({ country, region });
  });
});
