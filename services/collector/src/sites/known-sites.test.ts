import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fixedClock } from '@headwater/kit/clock';
import { recordedLog } from '@headwater/kit/testing/silent-log';
import { openKnownSites, type KnownSite } from './known-sites';

const SITE: KnownSite = { workspaceId: 3, domain: 'shop.example', installed: true, scrub: true };

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'known-sites-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

function open() {
  const clock = fixedClock('2026-11-21T10:00:00Z');
  const { log, lines } = recordedLog();
  return { clock, lines, opened: openKnownSites({ directory, clock, log }) };
}

describe('openKnownSites', () => {
  it('returns the sites of the previous run', async () => {
    const first = await open().opened;
    expect(first.hasAny()).toBe(false);
    first.record(7, 'key', SITE);
    first.record(8, 'key', SITE);
    first.record(8, 'key', undefined);
    await first.close();

    const second = await open().opened;
    expect(second.hasAny()).toBe(true);
    expect(second.find(7, 'key')).toMatchObject(SITE);
    expect(second.find(7, 'other')).toBeUndefined();
    expect(second.find(8, 'key')).toBeUndefined();
    await second.close();
  });

  it('forgets a site whose key was not checked for 24 hours', async () => {
    const { clock, opened } = open();
    const sites = await opened;
    sites.record(7, 'key', SITE);
    clock.set('2026-11-22T09:59:59Z');
    expect(sites.find(7, 'key')).toMatchObject(SITE);
    clock.set('2026-11-22T10:00:00Z');
    expect(sites.find(7, 'key')).toBeUndefined();
    expect(sites.hasAny()).toBe(false);
    await sites.close();
  });

  it('starts empty with a damaged file, and replaces it', async () => {
    const path = join(directory, 'known-sites.json');
    writeFileSync(path, '[{"siteId":7,');
    const sites = await open().opened;
    expect(sites.hasAny()).toBe(false);
    sites.record(7, 'key', SITE);
    await sites.close();
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject([{ siteId: 7, ...SITE }]);
  });

  it('logs that the file cannot be written', async () => {
    const { lines, opened } = open();
    const sites = await opened;
    sites.record(7, 'key', SITE);
    rmSync(directory, { recursive: true });
    await sites.close();
    expect(lines.join()).toContain('known sites cannot be written');
    directory = mkdtempSync(join(tmpdir(), 'known-sites-'));
  });
});
