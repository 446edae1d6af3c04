import table from './datacenter-ranges.json';
import { locationFrom, readDatacenters } from './ip-address';

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
  ])('returns ISO codes for %j', (given, country, region) => {
    expect(locationFrom(given)).toEqual({ country, region });
  });
});

const isDatacenter = readDatacenters(table);

describe('readDatacenters', () => {
  it.each([
    ['3.5.140.2', 'Amazon'],
    ['52.94.76.1', 'Amazon'],
    ['34.90.1.1', 'Google Cloud'],
    ['5.9.0.0', 'Hetzner'],
    ['5.9.255.255', 'Hetzner'],
    ['167.99.1.1', 'DigitalOcean'],
    ['51.68.1.1', 'OVH'],
    ['2a01:4f8::1', 'Hetzner'],
    ['2600:1f18:1:2:3:4:5:6', 'Amazon'],
  ])('contains %s (%s)', (address) => {
    expect(isDatacenter(address)).toBe(true);
  });

  it.each([
    ['8.8.8.8', "Google's own"],
    ['80.187.100.1', 'a phone in Germany'],
    ['2003:e1::1', 'a home in Germany'],
    ['104.28.10.1', "a relay of Apple's at Cloudflare"],
    ['2a09:bac2::1', 'Cloudflare WARP'],
    ['40.90.1.1', 'Microsoft'],
    ['127.0.0.1', 'this machine'],
    ['10.0.0.1', 'a private network'],
    ['::1', 'this machine'],
    ['0.0.0.0', 'nobody'],
    ['255.255.255.255', 'everybody'],
    ['', 'unknown'],
    ['nonsense', 'garbage'],
  ])('does not contain %s (%s)', (address) => {
    expect(isDatacenter(address)).toBe(false);
  });

  it('contains the first and last address of a range and neither neighbour', () => {
    const known = readDatacenters({ ipv4: 'a+5 2+0', ipv6: '1+0' });
    const inside = Array.from({ length: 20 }, (_, n) => n).filter((n) => known(`0.0.0.${n}`));
    expect(inside).toEqual([10, 11, 12, 13, 14, 15, 17]);
    expect(['0:0:1::', '0:0:1:ffff::9', '0:0:2::'].map(known)).toEqual([true, true, false]);
  });
});
