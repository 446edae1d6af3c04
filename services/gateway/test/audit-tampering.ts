import { listHeads, verifyAudit, type AuditHead } from '../src/admin/verify-audit';
import type { Gateway } from './gateway-fixture';

export type Tenant = Awaited<ReturnType<Gateway['newTenant']>>;

/** Writes audit logs with a gateway, verifies them, and changes them as an attacker who can write to its database. */
export function auditLogOf(gateway: Gateway) {
  const { pool } = gateway.database;

  const createSite = async ({ token }: Tenant, domain: string): Promise<void> => {
    const { status } = await gateway.request('POST', '/api/v1/sites', { token, json: { domain } });
    expect(status).toBe(201);
  };

  return {
    createSite,

    /** A workspace with three changes: six records. */
    changedTenant: async (name: string): Promise<Tenant> => {
      const tenant = await gateway.newTenant(name);
      for (const domain of ['a', 'b', 'c']) await createSite(tenant, `${domain}.${name}.example`);
      return tenant;
    },

    verify: async (
      { workspaceId }: Tenant,
      {
        heads = [] as readonly AuditHead[],
        onlyAfterHeads = false,
        secretsKeys = gateway.config.secretsKeys,
      } = {},
    ) => {
      const results = await verifyAudit(pool, { secretsKeys, heads, onlyAfterHeads });
      return results.find((result) => result.workspaceId === workspaceId);
    },

    headOf: async ({ workspaceId }: Tenant): Promise<AuditHead[]> =>
      (await listHeads(pool)).filter((head) => head.workspaceId === workspaceId),

    tamper: async (...statements: string[]): Promise<void> => {
      const client = await pool.connect();
      try {
        await client.query('BEGIN');
        await client.query('SET LOCAL session_replication_role = replica'); // without triggers
        for (const statement of statements) await client.query(statement);
        await client.query('COMMIT');
      } finally {
        client.release();
      }
    },
  };
}

/** The number of verified records. */
export const ok = (seq: number) => ({ result: 'ok', seq });
export const fault = (message: RegExp) => ({
  result: 'fault',
  message: expect.stringMatching(message) as unknown,
});

/** The id of the n-th entry of a workspace, in SQL. */
export const entry = ({ workspaceId }: Tenant, n: number) =>
  `(SELECT id FROM gateway.audit_entries WHERE workspace_id = ${workspaceId} ORDER BY id LIMIT 1 OFFSET ${n - 1})`;
