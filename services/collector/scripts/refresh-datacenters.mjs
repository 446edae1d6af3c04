// Rewrites src/domain/datacenter-ranges.json: `node services/collector/scripts/refresh-datacenters.mjs`, every few months.
//
// The npm package @ip-location-db/asn (Route Views, DB-IP and NRO, each CC BY 4.0) lists the network of each address. The table below
// lists the networks of data centres.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Networks of rented servers, by autonomous system number. None that people browse from: no VPN or relay (Cloudflare,
 * Akamai, Datacamp, M247), no office (Microsoft's carries Azure and its customers' offices alike), no internet provider.
 */
const DATACENTERS = new Map([
  [14618, 'Amazon'],
  [16509, 'Amazon'],
  [396982, 'Google Cloud'],
  [31898, 'Oracle'],
  [14061, 'DigitalOcean'],
  [16276, 'OVH'],
  [24940, 'Hetzner'],
  [213230, 'Hetzner'],
  [212317, 'Hetzner'],
  [63949, 'Linode'],
  [20473, 'Vultr'],
  [12876, 'Scaleway'],
  [51167, 'Contabo'],
  [60781, 'LeaseWeb'],
  [28753, 'LeaseWeb'],
  [30633, 'LeaseWeb'],
  [8560, 'IONOS'],
  [47583, 'Hostinger'],
  [197540, 'netcup'],
  [202053, 'UpCloud'],
  [40509, 'Fly.io'],
  [37963, 'Alibaba Cloud'],
  [45102, 'Alibaba Cloud'],
  [45090, 'Tencent Cloud'],
  [132203, 'Tencent Cloud'],
  [136907, 'Huawei Cloud'],
]);

const folder = mkdtempSync(join(tmpdir(), 'datacenters-'));
try {
  const packed = execFileSync('npm', ['pack', '--silent', '@ip-location-db/asn'], { cwd: folder });
  execFileSync('tar', ['-xzf', packed.toString().trim()], { cwd: folder });
  const read = (name) => readFileSync(join(folder, 'package', name), 'utf8');
  const table = {
    source: `@ip-location-db/asn ${JSON.parse(read('package.json')).version}`,
    licence: 'CC BY 4.0: Route Views (routeviews.org), DB-IP (db-ip.com), NRO (nro.net)',
    ipv4: packRanges(read('asn-ipv4.csv'), (address) => toNumber(address.split('.'), 10, 256)),
    ipv6: packRanges(read('asn-ipv6.csv'), (address) => toNumber(firstGroups(address), 16, 65_536)),
  };
  const target = fileURLToPath(new URL('../src/domain/datacenter-ranges.json', import.meta.url));
  writeFileSync(target, `${JSON.stringify(table, null, 2)}\n`);
  console.log(table.source, table.ipv4.split(' ').length, table.ipv6.split(' ').length);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Rising ranges `gap+length` in base 36, each counted from the end of the previous range. */
function packRanges(csv, read) {
  const ranges = csv
    .split('\n')
    .map((line) => line.split(',', 3))
    .filter(([, , network]) => DATACENTERS.has(Number(network)))
    .map(([first, last]) => [read(first), read(last)])
    .sort(([a], [b]) => a - b);
  const merged = [];
  for (const [first, last] of ranges) {
    const before = merged.at(-1);
    if (before && first <= before[1] + 1) before[1] = Math.max(before[1], last);
    else merged.push([first, last]);
  }
  let end = 0;
  return merged
    .map(([first, last]) => {
      const text = `${(first - end).toString(36)}+${(last - first).toString(36)}`;
      end = last;
      return text;
    })
    .join(' ');
}

/** The first three groups (48 bits): no announced network is smaller, and they fit into a double. */
function firstGroups(address) {
  const [head, tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  const rest = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - groups.length - rest.length;
  return [...groups, ...Array(zeros).fill('0'), ...rest].slice(0, 3);
}

function toNumber(parts, base, size) {
  return parts.reduce((sum, part) => sum * size + parseInt(part, base), 0);
}
