import { AppError } from '@headwater/kit/errors';
import { WORKSPACE_LIMITS } from '@headwater/protos/limits';
import { SITE_CATEGORIES } from '@headwater/protos/vocabulary';
import type { Site__Output } from '@headwater/protos/gen/headwater/sites/v1/Site';
import { startSites, type SitesFixture, START, OURS, createSiteOn } from './sites-fixture';

let sites: SitesFixture;
let testNumber = 0;

beforeAll(async () => {
  sites = await startSites();
});
afterAll(() => sites.stop());
beforeEach(() => {
  testNumber += 1;
  sites.clock.set(START);
});

/** A domain used by no other test of this file. */
const freshDomain = (): string => `site${testNumber}.example`;

const createdSite = (domain = freshDomain(), options = OURS): Promise<Site__Output> =>
  createSiteOn(sites, domain, options);

describe('creating a site', () => {
  it('creates a site with defaults', async () => {
    const { site, existing } = await sites.calls.CreateSite({ domain: `WWW.${freshDomain()}` }, OURS);
    expect(existing).toBe(false);
    expect(site).toEqual({
      id: expect.any(Number) as unknown,
      domain: freshDomain(),
      name: freshDomain(),
      timezone: 'UTC',
      installed: false,
      scrub: true,
      clickIds: false,
      _clickIds: 'clickIds',
      _scrub: 'scrub', // proto-loader names the field of an optional value
      categories: [],
      tags: [],
      exclusions: { paths: [], addresses: [] },
      retention: {},
      createdAtMs: START,
      siteKey: expect.stringMatching(/^[A-Za-z0-9_-]{24}$/) as unknown,
    });
  });

  it('stores cleaned values', async () => {
    const { site } = await sites.calls.CreateSite(
      {
        domain: freshDomain(),
        name: ' The Shop ',
        timezone: 'Europe/Berlin',
        categories: ['ecommerce', 'blog', 'ecommerce'],
        tags: [' EU ', 'eu', 'b2b'],
        detect: true,
      },
      OURS,
    );
    expect(site).toMatchObject({
      name: 'The Shop',
      timezone: 'Europe/Berlin',
      categories: ['ecommerce', 'blog'],
      tags: ['eu', 'b2b'],
      detection: { status: 'pending' },
    });
  });

  it('returns the existing site with the same domain, unchanged', async () => {
    const first = await createdSite();
    const again = await sites.calls.CreateSite(
      { domain: `https://www.${freshDomain()}/x`, name: 'Other', timezone: 'Asia/Tokyo', detect: true },
      OURS,
    );
    expect(again).toEqual({ existing: true, site: first });
    expect(await sites.calls.GetSite({ id: first.id }, OURS)).toEqual(first);
  });

  it('creates separate sites with separate keys for two workspaces with one domain', async () => {
    const [one, two] = [await createdSite(), await createdSite(freshDomain(), { workspaceId: 2 })];
    expect(two.id).not.toBe(one.id);
    expect(two.siteKey).not.toBe(one.siteKey);
  });

  it('creates one site for 100 concurrent creates in different spellings', async () => {
    const spellings = [
      'race-bücher.example',
      'WWW.Race-Bücher.example.',
      'https://www.xn--race-bcher-feb.example/path',
      'RACE-BU\u0308CHER.example:8080',
    ];
    const create = async (domain: string): ReturnType<typeof sites.calls.CreateSite> => {
      try {
        return await sites.calls.CreateSite({ domain }, { workspaceId: 77 });
      } catch (error) {
        // On a busy machine, calls wait too long for the connections of the workspace.
        if (!(error instanceof AppError && error.code === 'workspace_busy')) throw error;
        return create(domain);
      }
    };
    const responses = await Promise.all(
      Array.from({ length: 100 }, (_, index) => create(spellings[index % spellings.length] ?? '')),
    );
    expect(responses.filter(({ existing }) => existing)).toHaveLength(99);
    expect(new Set(responses.map(({ site }) => site?.id)).size).toBe(1);
    const { rows } = await sites.database.pool.query('SELECT 1 FROM sites.sites WHERE workspace_id = 77');
    expect(rows).toHaveLength(1);
  });

  it('lists every wrong field and stores nothing', async () => {
    const attempt = sites.calls.CreateSite(
      { domain: '127.1', name: ' ', timezone: '+05:30', categories: ['blog', 'Blog'], tags: ['x', ''] },
      { workspaceId: 78 },
    );
    await expect(attempt).rejects.toMatchObject({
      kind: 'invalid',
      code: 'invalid_request',
      fields: [
        { field: 'domain', message: expect.stringContaining('IP address') as unknown },
        { field: 'name', message: expect.stringContaining('empty') as unknown },
        { field: 'timezone', message: expect.stringContaining('IANA') as unknown },
        { field: 'categories[1]', message: expect.stringContaining(SITE_CATEGORIES.join(', ')) as unknown },
        { field: 'tags[1]', message: expect.stringContaining('empty') as unknown },
      ],
    });
    expect(await sites.calls.ListSites({}, { workspaceId: 78 })).toEqual({ sites: [] });
  });

  it('does not repeat an email address sent as a domain', async () => {
    const failed: unknown = await sites.calls
      .CreateSite({ domain: 'ann@example.com' }, OURS)
      .catch((error: unknown) => error);
    expect(JSON.stringify([failed, (failed as Error).message])).not.toMatch(/ann@/);
  });
});

describe('the sites of a workspace', () => {
  const create = (domain: string, workspaceId: number, expiresAtMs?: number) =>
    sites.calls.CreateSite(
      { domain, ...(expiresAtMs === undefined ? {} : { expiresAtMs }) },
      { workspaceId },
    );
  const fill = (workspaceId: number, count: number, columns: string) =>
    sites.database.pool.query(
      `INSERT INTO sites.sites (workspace_id, domain, name, timezone, categories, tags, site_key, created_at, deleted_at,
                                purge_at, expires_at)
       SELECT $1, 'full' || n || '.example', 'full', 'UTC', '{}', '{}', lpad(n::text, 24, 'k'), now(), ${columns}
       FROM generate_series(1, $2) AS n`,
      [workspaceId, count],
    );

  it.each([
    ['sites', WORKSPACE_LIMITS.maxSites, 'NULL, NULL, NULL', undefined],
    ['deleted sites', WORKSPACE_LIMITS.maxSites, "now(), now() + interval '1 hour', NULL", undefined],
    ['sandboxes', WORKSPACE_LIMITS.maxSandboxes, "NULL, NULL, now() + interval '1 hour'", START + 3_600_000],
  ])('are limited: %s', async (kind, limit, columns, expiresAtMs) => {
    const full = 50_000 + testNumber;
    await fill(full, limit - 1, columns);
    const made = await Promise.allSettled(
      Array.from({ length: 5 }, (_, n) => create(`last${n}.example`, full, expiresAtMs)),
    );
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(create('more.example', full, expiresAtMs)).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining(
        `at most ${limit} ${kind === 'sandboxes' ? kind : 'sites'}`,
      ) as unknown,
    });
    // An existing site is returned, and the other kind and other workspaces are not affected.
    if (kind === 'sites') expect(await create('full1.example', full)).toMatchObject({ existing: true });
    await create('other-kind.example', full, expiresAtMs === undefined ? START + 3_600_000 : undefined);
    await create('more.example', full + 10_000, expiresAtMs);
  });
});
