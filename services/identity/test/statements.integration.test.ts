import { join } from 'node:path';
import { packageRoot } from '@headwater/kit/package-root';
import type { Pool, PoolClient } from '@headwater/kit/pg/pool';
import { testDatabase, type TestDatabase } from '@headwater/kit/testing/test-database';
import { digestEmail, type EmailDigests } from '../src/domain/email';
import { parseHmacKeys, type HmacKeys } from '../src/domain/hmac-keys';
import { isSameProfile, mergeProfile } from '../src/domain/profile';
import { findOpenLinks } from '../src/store/open-links';
import { findProfileIds } from '../src/store/profiles';
import { saveAccounts } from '../src/store/save-accounts';
import { findIdentified } from '../src/store/save-attributed';
import { rewriteProfiles } from '../src/store/write-profiles';
import { KEY_NEW, KEY_OLD, NOW } from './identity-fixture';

const WORKSPACE = 1;
const ROWS = 1_000;

let database: TestDatabase;
let client: PoolClient;
let statements: string[];

beforeAll(async () => {
  const directory = join(packageRoot('@headwater/identity'), 'migrations');
  database = await testDatabase([{ schema: 'identity', directory }]);
  client = await database.pool.connect();
});
afterAll(async () => {
  client.release();
  await database.drop();
});
beforeEach(() => {
  statements = [];
});

/** The client, which records the text of each statement. */
const recording = (): PoolClient =>
  new Proxy(client, {
    get: (target, property) =>
      property === 'query'
        ? (query: { text: string }) => {
            statements.push(query.text);
            return target.query(query);
          }
        : (Reflect.get(target, property) as unknown),
  });

const digestsOf = (keys: string, prefix: string): EmailDigests[] => {
  const parsed = parseHmacKeys(keys) as { keys: HmacKeys };
  return Array.from({ length: ROWS }, (_, i) =>
    digestEmail(parsed.keys, WORKSPACE, `${prefix}${i}@example.com`),
  );
};

async function save(keys: string, prefix: string): Promise<void> {
  await client.query('BEGIN');
  await saveAccounts(recording(), {
    workspaceId: WORKSPACE,
    accounts: digestsOf(keys, prefix).map((digests) => ({
      digests,
      changes: { plan: 'pro', traits: new Map() },
    })),
    merge: mergeProfile,
    isSame: isSameProfile,
    now: NOW,
  });
  await client.query('COMMIT');
}

it('saves 1,000 accounts, new, existing or under an older key, in three statements on one table', async () => {
  for (const [keys, prefix] of [
    [KEY_OLD, 'a'],
    [KEY_OLD, 'a'],
    [`${KEY_NEW},${KEY_OLD}`, 'a'],
    [`${KEY_NEW},${KEY_OLD}`, 'b'],
  ] as const) {
    statements = [];
    await save(keys, prefix);
    const ofTables = statements.filter((text) => text.includes('identity.'));
    expect(ofTables.length).toBeLessThanOrEqual(3);
    expect(new Set(ofTables.flatMap((text) => text.match(/identity\.\w+/g) ?? []))).toEqual(
      new Set(['identity.profiles']),
    );
  }
  const { rows } = await client.query<{ n: number }>('SELECT count(*)::int AS n FROM identity.profiles');
  expect(rows).toEqual([{ n: 2 * ROWS }]);
});

/** A node of an EXPLAIN plan. */
interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly PlanNode[];
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

it('looks up each account by index, and never scans a workspace, even if most workspaces are small', async () => {
  await client.query(
    `INSERT INTO identity.profiles (workspace_id, email_digest, key_id, created_at, updated_at)
     SELECT 10 + n, sha256(n::text::bytea), 'k', now(), now() FROM generate_series(1, 20000) AS n`,
  );
  await client.query('ANALYZE identity.profiles');
  await save(KEY_OLD, 'c');
  await save(`${KEY_NEW},${KEY_OLD}`, 'c');
  await findProfileIds(recording(), WORKSPACE, digestsOf(KEY_NEW, 'c'));
  const pool = recording() as unknown as Pool;
  const visitors = digestsOf(KEY_NEW, 'c').map(([{ digest }]) => ({ digest, anonymousId: 'v' }));
  const stored = (await findIdentified(pool, WORKSPACE, visitors)).flatMap((one) => one?.stored ?? []);
  expect(stored).toHaveLength(ROWS);
  const written = await rewriteProfiles(pool, { workspaceId: WORKSPACE, profiles: stored, now: NOW });
  expect(written.size).toBe(ROWS);
  const lookups = statements.filter((text) => /\b(FROM|UPDATE|JOIN) identity.profiles/.test(text));
  expect(lookups.length).toBeGreaterThanOrEqual(6);
  for (const text of lookups) {
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${text}`,
    );
    const plan = rows[0]?.['QUERY PLAN'][0].Plan;
    const scans = plan
      ? nodesOf(plan).filter((node) => /Scan/.test(node['Node Type']) && isOfProfiles(node))
      : [];
    expect(scans.length).toBeGreaterThan(0);
    for (const scan of scans) expect(scan['Index Cond']).toMatch(/email_digest =|\bid =/);
  }
});

it('looks up the links of each visitor by index, and never scans all open links', async () => {
  await client.query(
    `INSERT INTO identity.links (workspace_id, profile_id, anonymous_id, created_at, visitor_key)
     SELECT workspace_id, id, 'v', now(), substring(email_digest FROM 1 FOR 8) FROM identity.profiles`,
  );
  await client.query(
    `INSERT INTO identity.attributions (workspace_id, profile_id, channel, source, utm_campaign, landing, referrer,
                                        first_seen_at, rules_version, recorded_at)
     SELECT workspace_id, id, 'Direct', '', '', '', '', now(), 1, now() FROM identity.profiles`,
  );
  await client.query('ANALYZE identity.links, identity.attributions');
  const visitors = [{ workspaceId: WORKSPACE, visitorKey: Buffer.alloc(8, 1) }];
  await findOpenLinks(recording(), { sinceMs: 0, visitors });
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${statements[0] ?? ''}`,
  );
  const plan = rows[0]?.['QUERY PLAN'][0].Plan;
  const scans = plan ? nodesOf(plan).filter((node) => /Seq Scan|Index.* Scan/.test(node['Node Type'])) : [];
  expect(scans.length).toBeGreaterThanOrEqual(2);
  for (const scan of scans) {
    expect(scan['Node Type']).not.toBe('Seq Scan');
    if (scan['Index Cond'] !== undefined) expect(scan['Index Cond']).toMatch(/visitor_key =|profile_id =/);
  }
});

function isOfProfiles(node: PlanNode): boolean {
  return node['Relation Name'] === 'profiles' || node['Node Type'] === 'Bitmap Index Scan';
}
