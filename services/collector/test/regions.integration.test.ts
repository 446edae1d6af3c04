import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog } from '@headwater/kit/testing/silent-log';
import type { ServerEvent } from '@headwater/protos/gen/headwater/collector/v1/ServerEvent';
import { openLocations } from '../src/ingest/locations';
import { cityDatabase } from './fixtures/city-database';
import {
  CANARY_IP,
  pageview,
  SHOP,
  startCollector,
  type CollectorFixture,
} from './fixtures/collector-fixture';

const place = (country: string, ...regions: string[]) => ({
  city: { names: { en: 'Never stored' } },
  country: { iso_code: country },
  subdivisions: regions.map((iso_code) => ({ iso_code })),
});

let directory: string;
let file: string;
let collector: CollectorFixture;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'city-database-'));
  file = join(directory, 'made-up.mmdb');
  writeFileSync(
    file,
    cityDatabase({
      '81.2.69.0/24': place('GB', 'ENG', 'LND'),
      '91.64.0.0/16': place('DE', 'BE'),
      '91.65.0.0/16': { country: { iso_code: 'DE' }, subdivisions: [{ names: { en: 'Berlin' } }] },
      '91.66.0.0/16': place('DE'),
    }),
  );
  collector = await startCollector({ COLLECTOR_CITY_DATABASE: file });
});

afterAll(async () => {
  await collector.stop();
  rmSync(directory, { recursive: true, force: true });
});

async function locationOf(from: CollectorFixture, address: string): Promise<readonly (string | undefined)[]> {
  const body = pageview();
  const answer = await from.post(body, { 'x-forwarded-for': address });
  expect(answer.status).toBe(202);
  const [event] = body.events;
  const [row] = await from.rows(`event_id = '${String(event?.['id'])}'`);
  return [row?.country, row?.region];
}

describe('a collector with a city database', () => {
  it.each([
    ['the country and region of an address', '91.64.3.2', 'DE', 'DE-BE'],
    ['the largest region where they lie within each other', '81.2.69.7', 'GB', 'GB-ENG'],
    ['no region that has a name alone', '91.65.0.1', 'DE', ''],
    ['no region where there is none', '91.66.0.1', 'DE', ''],
    ['the country that the bundled data knows beside it', CANARY_IP, 'US', ''],
    // Its first 32 bits are those of 91.64.3.2.
    ['nothing of an address of IPv6 that only begins like one of IPv4', '5b40:302::1', '', ''],
  ])('stores %s', async (_, address, country, region) => {
    expect(await locationOf(collector, address)).toEqual([country, region]);
  });

  it('stores neither city nor address', async () => {
    await locationOf(collector, '91.64.77.78');
    const rows = await collector.rows();
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toMatch(/Never stored|91\.64\.77\.78/);
  });

  it('gives an event of a server without an address the region of its session', async () => {
    const send = (event: ServerEvent) =>
      collector.rpc.calls.IngestEvents(
        { siteId: SHOP.id, domain: SHOP.domain, events: [{ anonymousId: 'with-region', ...event }] },
        { workspaceId: SHOP.workspaceId },
      );
    await send({ name: 'pageview', url: 'https://shop.example/', ip: '91.64.3.2' });
    await send({ name: 'paid' });
    const [row] = await collector.rows("name = 'paid'");
    expect([row?.country, row?.region]).toEqual(['DE', 'DE-BE']);
  });

  it('names the file that it has', () => {
    expect(collector.logLines.find((line) => line.includes('city database'))).toMatch(
      /"databaseType":"Test-City"/,
    );
  });
});

it('refuses to start with a file that is no such database', async () => {
  const broken = join(directory, 'broken.mmdb');
  writeFileSync(broken, 'not at all');
  for (const path of [broken, join(directory, 'missing.mmdb')])
    await expect(openLocations(path, silentLog())).rejects.toThrow(/^COLLECTOR_CITY_DATABASE: .*mmdb/);
});
