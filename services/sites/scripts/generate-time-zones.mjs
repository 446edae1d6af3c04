// Writes src/domain/time-zones.json: the zone names that both ClickHouse and this Node know.
// Run: CLICKHOUSE_URL=http://name:password@host:port node services/sites/scripts/generate-time-zones.mjs
import { writeFileSync } from 'node:fs';

const url = new URL(process.env.CLICKHOUSE_URL);
const authorization = `Basic ${Buffer.from(`${url.username}:${url.password}`).toString('base64')}`;
const query = encodeURIComponent('SELECT time_zone FROM system.time_zones ORDER BY time_zone FORMAT TSVRaw');
const answer = await fetch(`${url.origin}/?query=${query}`, { headers: { authorization } });
if (!answer.ok) throw new Error(`ClickHouse answered ${answer.status}`);
const names = (await answer.text()).trim().split('\n');

const supported = names.filter((timeZone) => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone }));
  } catch {
    return false;
  }
});
writeFileSync(
  new URL('../src/domain/time-zones.json', import.meta.url),
  `${JSON.stringify(supported, null, 2)}\n`,
);
console.log(
  `${supported.length} of ${names.length} zones of ClickHouse are supported by Node ${process.version}.`,
);
