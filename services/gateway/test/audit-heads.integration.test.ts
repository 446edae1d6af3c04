import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readHeads, verifyAudit, type AuditHead } from '../src/admin/verify-audit';
import { insertCompletedAction } from '../src/store/audit-log';
import { createWorkspaceKeys } from '../src/store/workspace-keys';
import { auditLogOf, entry, fault, ok } from './audit-tampering';
import { startGateway, type Gateway } from './gateway-fixture';

let gateway: Gateway;
let log: ReturnType<typeof auditLogOf>;
let directory: string;
beforeAll(async () => {
  gateway = await startGateway();
  log = auditLogOf(gateway);
  directory = mkdtempSync(join(tmpdir(), 'headwater-audit-'));
});
afterAll(async () => {
  rmSync(directory, { recursive: true, force: true });
  await gateway.stop();
});

describe('a verification with a stored head', () => {
  it('finds records that were removed from the end, with a stored head', async () => {
    const tenant = await log.changedTenant('truncated');
    const heads = await log.headOf(tenant);
    const cut = [
      `DELETE FROM gateway.audit_outcomes WHERE entry_id = ${entry(tenant, 3)}`,
      `WITH removed AS (DELETE FROM gateway.audit_links WHERE workspace_id = ${tenant.workspaceId} AND seq > 4 RETURNING entry_id)
         DELETE FROM gateway.audit_entries WHERE id IN (SELECT entry_id FROM removed)`,
    ];
    await log.createSite(tenant, 'later.truncated.example');
    expect(await log.verify(tenant, { heads })).toMatchObject(ok(8));
    await log.tamper(`DELETE FROM gateway.audit_outcomes WHERE entry_id = ${entry(tenant, 4)}`, ...cut);
    expect(await log.verify(tenant)).toMatchObject(ok(4));
    for (const onlyAfterHeads of [false, true])
      expect(await log.verify(tenant, { heads, onlyAfterHeads })).toMatchObject(
        fault(/^Record 5 is missing: the stored head has 6 records/),
      );
    // The gateway continues the chain: its new records differ from the removed ones.
    await log.createSite(tenant, 'd.truncated.example');
    expect(await log.verify(tenant, { heads })).toMatchObject(
      fault(/^Record 6 .* differs from the stored head/),
    );
  });

  it('accepts records of an earlier release from a rollout, once their head is stored', async () => {
    const tenant = await log.changedTenant('rollout');
    await log.tamper(
      `WITH inserted AS (INSERT INTO gateway.audit_entries (workspace_id, at, actor, action)
           VALUES (${tenant.workspaceId}, '2026-11-01T13:00:00Z', 'admin', 'createToken') RETURNING id)
       INSERT INTO gateway.audit_outcomes (entry_id, outcome) SELECT id, 'done' FROM inserted`,
    );
    expect(await log.verify(tenant)).toMatchObject(fault(/earlier release/));
    const heads = await log.headOf(tenant);
    await log.createSite(tenant, 'd.rollout.example');
    expect(await log.verify(tenant, { heads })).toMatchObject({ ...ok(8), unlinked: { records: 2 } });
    await log.tamper(
      `UPDATE gateway.audit_outcomes SET outcome = 'refused' WHERE entry_id = ${entry(tenant, 4)}`,
    );
    expect(await log.verify(tenant, { heads })).toMatchObject(
      fault(/2 records outside the chain differ from the 2/),
    );
  });

  it('continues after the loss of SECRETS_KEY from a stored head', async () => {
    const tenant = await log.changedTenant('lost');
    const heads = await log.headOf(tenant);
    await log.tamper(`DELETE FROM gateway.workspace_keys WHERE workspace_id = ${tenant.workspaceId}`);
    expect(await log.verify(tenant, { heads })).toMatchObject(fault(/key of the workspace is missing/));
    const store = {
      db: gateway.database.pool,
      workspaceKey: createWorkspaceKeys(gateway.database.pool, gateway.config.secretsKeys),
    };
    const { workspaceId } = tenant;
    await insertCompletedAction(store, {
      workspaceId,
      at: 0,
      actor: { type: 'admin' },
      action: 'createToken',
    });
    expect(await log.verify(tenant, { heads })).toMatchObject(fault(/^Record 1 /));
    expect(await log.verify(tenant, { heads, onlyAfterHeads: true })).toMatchObject(ok(8));
  });

  it('works after a rotation of SECRETS_KEY, and fails with another key', async () => {
    const tenant = await log.changedTenant('rotated');
    const [old] = gateway.config.secretsKeys;
    const added = randomBytes(32);
    // A replica with the new key encrypts the keys of workspaces again when it starts. The old key is still listed, as during a rotation.
    const replica = await gateway.startReplica({ secretsKeys: [added, old] });
    await fetch(`${replica.origin}/api/v1/sites`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tenant.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ domain: 'd.rotated.example' }),
    });
    await replica.stop();
    expect(await log.verify(tenant, { secretsKeys: [added] })).toMatchObject(ok(8));
    await expect(log.verify(tenant)).rejects.toThrow(/SECRETS_KEY is not the key/);
    const back = await gateway.startReplica({ secretsKeys: [old, added] });
    await back.stop();
    expect(await log.verify(tenant)).toMatchObject(ok(8));
  });

  it('reads stored heads only from its own output', async () => {
    const tenant = await log.changedTenant('stored');
    const file = join(directory, 'heads.jsonl');
    const [head] = await log.headOf(tenant);
    const verified = await log.verify(tenant);
    writeFileSync(file, `${JSON.stringify(head)}\n${JSON.stringify(verified)}\n`);
    expect(readHeads(file)).toEqual([head, verified]);
    writeFileSync(file, '{"workspaceId":1,"result":"fault","message":"x"}\n');
    expect(() => readHeads(file)).toThrow(/no output of `admin audit head`/);
    const missing = { ...(head as AuditHead), workspaceId: 999_999 };
    const results = await verifyAudit(gateway.database.pool, {
      ...{ secretsKeys: gateway.config.secretsKeys, heads: [missing], onlyAfterHeads: false },
    });
    expect(results.at(-1)).toMatchObject({ workspaceId: 999_999, ...fault(/is missing/) });
  });
});
