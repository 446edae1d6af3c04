import { parseUrl } from '@headwater/kit/parse-url';
import { isPublicAddress } from './public-address';

/** The host of a URL as the URL standard reads it: octal, hexadecimal, decimal and short spellings become dotted. */
const asHost = (spelling: string): string =>
  new URL(`http://${spelling}/`).hostname.replace(/^\[(.*)\]$/, '$1');

describe('public addresses', () => {
  it.each([
    '1.1.1.1',
    '8.8.8.8',
    '93.184.216.34',
    '172.15.255.255',
    '172.32.0.1',
    '100.63.255.255',
    '223.255.255.255',
  ])('may be %s', (address) => expect(isPublicAddress(address)).toBe(true));

  it.each(['2606:4700::1111', '2a00:1450:4001:81b::200e', '2620:fe::fe'])('may be %s', (address) =>
    expect(isPublicAddress(address)).toBe(true),
  );

  it.each([
    ['this network', '0.0.0.0'],
    ['private', '10.0.0.1'],
    ['private', '172.16.0.1'],
    ['private', '172.31.255.255'],
    ['private', '192.168.1.1'],
    ['carrier NAT', '100.64.0.1'],
    ['metadata of Alibaba', '100.100.100.200'],
    ['loopback', '127.0.0.1'],
    ['loopback', '127.255.255.254'],
    ['link-local, metadata', '169.254.169.254'],
    ['metadata of Azure', '168.63.129.16'],
    ['metadata of Oracle', '192.0.0.192'],
    ['documentation', '192.0.2.1'],
    ['benchmarks', '198.19.0.1'],
    ['documentation', '203.0.113.9'],
    ['multicast', '224.0.0.1'],
    ['reserved', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['unspecified', '::'],
    ['loopback', '::1'],
    ['mapped', '::ffff:127.0.0.1'],
    ['mapped', '::ffff:7f00:1'],
    ['mapped, although public', '::ffff:8.8.8.8'],
    ['compatible', '::127.0.0.1'],
    ['translated', '64:ff9b::a00:1'],
    ['translated locally', '64:ff9b:1::a00:1'],
    ['6to4 of a private address', '2002:a00:1::'],
    ['Teredo', '2001:0:4136:e378::1'],
    ['documentation', '2001:db8::1'],
    ['documentation', '3fff::1'],
    ['unique local', 'fc00::1'],
    ['metadata of AWS', 'fd00:ec2::254'],
    ['link-local', 'fe80::1'],
    ['link-local with a zone', 'fe80::1%lo'],
    ['multicast', 'ff02::1'],
    ['no address', 'localhost'],
    ['octal, unread', '0177.0.0.1'],
    ['empty', ''],
  ])('are not %s: %s', (_, address) => expect(isPublicAddress(address)).toBe(false));

  it.each([
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '127.1',
    '0x7f.1',
    '017700000001',
    '127.0.0.1.',
    '１２７.0.0.1',
  ])('are not 127.0.0.1 spelled %s in a URL', (spelling) => {
    expect(asHost(spelling)).toBe('127.0.0.1');
    expect(isPublicAddress(asHost(spelling))).toBe(false);
  });

  it.each(
    ['[::ffff:127.0.0.1]', '[::ffff:0x7f.1]', '[0:0:0:0:0:0:0:1]', '[::1]'].filter((each) =>
      parseUrl(`http://${each}/`),
    ),
  )('are not loopback spelled %s in a URL', (spelling) =>
    expect(isPublicAddress(asHost(spelling))).toBe(false),
  );
});
