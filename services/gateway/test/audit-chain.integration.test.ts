import { appendAuditRecords } from '../src/store/audit-log';
import { createWorkspaceKeys } from '../src/store/workspace-keys';
import { auditLogOf, entry, fault, ok, type Tenant } from './audit-tampering';
import { startGateway, type Gateway } from './gateway-fixture';

let gateway: Gateway;
let log: ReturnType<typeof auditLogOf>;
beforeAll(async () => {
  gateway = await startGateway();
  log = auditLogOf(gateway);
});
afterAll(() => gateway.stop());

describe('a verification of the audit log', () => {
  it('finds each entry and outcome in the chain of its workspace', async () => {
    const [first, second] = [await log.changedTenant('first'), await log.changedTenant('second')];
    expect(await log.verify(first)).toMatchObject({ ...ok(6), unlinked: { records: 0 } });
    expect(await log.verify(second)).toMatchObject(ok(6));
  });

  it.each<[string, (tenant: Tenant) => string[], RegExp]>([
    [
      'an altered entry',
      (t) => [`UPDATE gateway.audit_entries SET action = 'deleteSite' WHERE id = ${entry(t, 2)}`],
      /^Record 3 \(entry \d+\) was altered/,
    ],
    ...[
      "at = at + interval '1 ms'",
      "actor = 'admin', token_id = NULL",
      'token_id = token_id + 1',
      'site_id = 9',
      "target_id = '9'",
      "request_id = 'other'",
    ].map((change): [string, (tenant: Tenant) => string[], RegExp] => [
      `an entry with ${change}`,
      (t) => [`UPDATE gateway.audit_entries SET ${change} WHERE id = ${entry(t, 2)}`],
      /^Record 3 \(entry \d+\) was altered/,
    ]),
    ...["outcome = 'refused'", "code = 'x'", 'site_id = 9', "target_id = '9'"].map(
      (change): [string, (tenant: Tenant) => string[], RegExp] => [
        `an outcome with ${change}`,
        (t) => [`UPDATE gateway.audit_outcomes SET ${change} WHERE entry_id = ${entry(t, 2)}`],
        /^Record 4 \(outcome of entry \d+\) was altered/,
      ],
    ),
    ...[-5, 0].map((id): [string, (tenant: Tenant) => string[], RegExp] => [
      `an inserted entry with the id ${id}`,
      (t) => [
        `INSERT INTO gateway.audit_entries OVERRIDING SYSTEM VALUE
         SELECT (jsonb_populate_record(e, jsonb_build_object('id', ${id}, 'at', now()))).*
         FROM gateway.audit_entries e WHERE id = ${entry(t, 2)}`,
      ],
      new RegExp(`^The entry ${id} `),
    ]),
    [
      'a deleted entry',
      (t) => [
        `DELETE FROM gateway.audit_outcomes WHERE entry_id = ${entry(t, 2)}`,
        `DELETE FROM gateway.audit_entries WHERE id = ${entry(t, 2)}`,
      ],
      /^Record 3 \(entry \d+\) is missing/,
    ],
    [
      'an entry that was deleted with its links',
      (t) => [
        `DELETE FROM gateway.audit_links WHERE entry_id = ${entry(t, 2)}`,
        `DELETE FROM gateway.audit_outcomes WHERE entry_id = ${entry(t, 2)}`,
        `DELETE FROM gateway.audit_entries WHERE id = ${entry(t, 2)}`,
      ],
      /^Record 3 is missing/,
    ],
    [
      'an entry that was deleted, with later records moved down',
      (t) => [
        `DELETE FROM gateway.audit_outcomes WHERE entry_id = ${entry(t, 2)}`,
        `WITH removed AS (DELETE FROM gateway.audit_links WHERE entry_id = ${entry(t, 2)} RETURNING entry_id)
           DELETE FROM gateway.audit_entries WHERE id IN (SELECT entry_id FROM removed)`,
        `UPDATE gateway.audit_links SET seq = seq - 2 WHERE workspace_id = ${t.workspaceId} AND seq = 5`,
        `UPDATE gateway.audit_links SET seq = seq - 2 WHERE workspace_id = ${t.workspaceId} AND seq = 6`,
      ],
      /^Record 3 \(entry \d+\) was altered, inserted or moved/,
    ],
    [
      'an entry that moved to another workspace',
      (t) => [
        `UPDATE gateway.audit_entries SET workspace_id = workspace_id + 1000 WHERE id = ${entry(t, 2)}`,
      ],
      /^Record 3 \(entry \d+\) is missing/,
    ],
    [
      'exchanged entries',
      (t) => [
        `UPDATE gateway.audit_links SET seq = 100 WHERE workspace_id = ${t.workspaceId} AND seq = 3`,
        `UPDATE gateway.audit_links SET seq = 3 WHERE workspace_id = ${t.workspaceId} AND seq = 5`,
        `UPDATE gateway.audit_links SET seq = 5 WHERE workspace_id = ${t.workspaceId} AND seq = 100`,
      ],
      /^Record 3 \(entry \d+\) was altered, inserted or moved/,
    ],
    [
      'exchanged outcomes',
      (t) => [
        `UPDATE gateway.audit_outcomes SET entry_id = -1 WHERE entry_id = ${entry(t, 2)}`,
        `UPDATE gateway.audit_outcomes SET entry_id = ${entry(t, 2)} WHERE entry_id = ${entry(t, 3)}`,
        `UPDATE gateway.audit_outcomes SET entry_id = ${entry(t, 3)} WHERE entry_id = -1`,
      ],
      /^Record 4 \(outcome of entry \d+\) was altered/,
    ],
    [
      'an inserted entry without a link',
      (t) => [
        `INSERT INTO gateway.audit_entries (workspace_id, at, actor, action) VALUES (${t.workspaceId}, '2020-01-01', 'admin', 'x')`,
      ],
      /^The entry \d+ is not in the chain/,
    ],
    [
      'an entry that was inserted with a forged link',
      (t) => [
        `WITH inserted AS (INSERT INTO gateway.audit_entries (workspace_id, at, actor, action)
             VALUES (${t.workspaceId}, '2026-11-01', 'admin', 'x') RETURNING id)
         INSERT INTO gateway.audit_links SELECT ${t.workspaceId}, 7, id, false, sha256('forged') FROM inserted`,
      ],
      /^Record 7 \(entry \d+\) was altered, inserted or moved/,
    ],
    [
      'an outcome that was inserted for an interrupted action',
      (t) => [`DELETE FROM gateway.audit_links WHERE workspace_id = ${t.workspaceId} AND seq = 6`],
      /^The outcome of entry \d+ is not in the chain/,
    ],
  ])('finds %s', async (_name, statements, message) => {
    const tenant = await log.changedTenant('tampered');
    expect(await log.verify(tenant)).toMatchObject(ok(6));
    await log.tamper(...statements(tenant));
    expect(await log.verify(tenant)).toMatchObject(fault(message));
  });

  it('verifies a log that several gateways write concurrently', async () => {
    const tenant = await gateway.newTenant('concurrent');
    const replica = await gateway.startReplica();
    const create = (origin: string, index: number) =>
      fetch(`${origin}/api/v1/sites`, {
        method: 'POST',
        headers: { authorization: `Bearer ${tenant.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ domain: `site-${index}.concurrent.example` }),
      });
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) => create(index % 2 ? replica.origin : gateway.origin, index)),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    await replica.stop();
    expect(await log.verify(tenant)).toMatchObject({ ...ok(120), unlinked: { records: 0 } });
  });

  it('verifies records of a rolled-back transaction as never written', async () => {
    const tenant = await log.changedTenant('rolled-back');
    const { workspaceId } = tenant;
    const client = await gateway.database.pool.connect();
    try {
      const workspaceKey = createWorkspaceKeys(client, gateway.config.secretsKeys);
      await client.query('BEGIN');
      const record = { workspaceId, at: 0, actor: { type: 'admin' } as const, action: 'createToken' };
      await appendAuditRecords({ db: client, workspaceKey }, workspaceId, [{ entry: record }]);
      await client.query('ROLLBACK');
    } finally {
      client.release();
    }
    await log.createSite(tenant, 'd.rolled-back.example');
    expect(await log.verify(tenant)).toMatchObject(ok(8));
  });
});
