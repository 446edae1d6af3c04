import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Pool, PoolClient } from '@headwater/kit/pg/pool';
import { inTransaction } from '@headwater/kit/pg/transaction';
import type { SealingKeys } from '@headwater/kit/seal';
import { z } from 'zod';
import { CHAIN_START, contentText, nextPosition, type ChainPosition } from '../domain/audit-hash';
import {
  contentOf,
  findChainHead,
  findLinkedRecords,
  findUnlinkedRecords,
  type LogPosition,
} from '../store/audit-chain';
import { readWorkspaceKey } from '../store/workspace-keys';

/** The state of a workspace's audit log. Stored elsewhere, it proves later that no record before it was changed or removed. */
const headSchema = z.strictObject({
  workspaceId: z.int().positive(),
  /** Set by a verification. */
  result: z.literal('ok').optional(),
  /** Number and hash of the last record in the chain. */
  seq: z.int().nonnegative(),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  /** Records outside the chain, with the SHA-256 of them all. */
  unlinked: z.strictObject({ records: z.int().nonnegative(), digest: z.string().regex(/^[0-9a-f]{64}$/) }),
});
export type AuditHead = z.infer<typeof headSchema>;

/** The first fault in the audit log of a workspace. */
export interface AuditFault {
  readonly workspaceId: number;
  readonly result: 'fault';
  readonly message: string;
}

/** The heads in a file of `admin audit head` or `admin audit verify`. @throws Error for another file */
export function readHeads(file: string): AuditHead[] {
  try {
    return readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => headSchema.parse(JSON.parse(line)));
  } catch (cause) {
    throw new Error(
      `${file} is no output of \`admin audit head\` or of a successful \`admin audit verify\`.`,
      {
        cause,
      },
    );
  }
}

/** The heads of all workspaces, unverified. */
export function listHeads(db: Pool): Promise<AuditHead[]> {
  return inSnapshot(db, async (client) => {
    const heads = [];
    for (const workspaceId of await findWorkspaceIds(client)) {
      const head = (await findChainHead(client, workspaceId)) ?? CHAIN_START;
      heads.push(headOf(workspaceId, head, (await readUnlinked(client, workspaceId)).unlinked));
    }
    return heads;
  });
}

export interface VerifyOptions {
  readonly secretsKeys: SealingKeys;
  /** Trusted heads that an operator has stored. */
  readonly heads: readonly AuditHead[];
  /** Verifies only the records after the heads. */
  readonly onlyAfterHeads: boolean;
}

/** Verifies the audit logs of all workspaces. */
export function verifyAudit(
  db: Pool,
  { secretsKeys, heads, onlyAfterHeads }: VerifyOptions,
): Promise<(AuditHead | AuditFault)[]> {
  return inSnapshot(db, async (client) => {
    const workspaceIds = await findWorkspaceIds(client);
    const known = new Map(heads.map((head) => [head.workspaceId, head]));
    const results: (AuditHead | AuditFault)[] = [];
    for (const workspaceId of workspaceIds) {
      const trusted = known.get(workspaceId);
      const key = await readWorkspaceKey(client, secretsKeys, { workspaceId, purpose: 'audit chain' });
      results.push(await verifyWorkspace(client, workspaceId, { key, trusted, onlyAfterHeads }));
    }
    for (const { workspaceId } of heads)
      if (!workspaceIds.includes(workspaceId))
        results.push(faultIn(workspaceId, `Workspace ${workspaceId} of the stored heads is missing.`));
    return results;
  });
}

interface WorkspaceOptions {
  readonly key: Buffer | undefined;
  readonly trusted: AuditHead | undefined;
  readonly onlyAfterHeads: boolean;
}

async function verifyWorkspace(
  client: PoolClient,
  workspaceId: number,
  { key, trusted, onlyAfterHeads }: WorkspaceOptions,
): Promise<AuditHead | AuditFault> {
  const begin = onlyAfterHeads && trusted ? positionOf(trusted) : CHAIN_START;
  const linked = await verifyLinks(client, workspaceId, { key, begin, trusted });
  if ('fault' in linked) return faultIn(workspaceId, linked.fault);
  const { unlinked, suspect } = await readUnlinked(client, workspaceId);
  const head = headOf(workspaceId, linked.last, unlinked);
  if (trusted) {
    if (unlinked.digest !== trusted.unlinked.digest)
      return faultIn(
        workspaceId,
        `The ${unlinked.records} records outside the chain differ from the ${trusted.unlinked.records} of the stored head.`,
      );
  } else if (suspect !== undefined) {
    return faultIn(
      workspaceId,
      `${suspect} is not in the chain, but was inserted after it began. If a gateway of an earlier release wrote it, store the ` +
        'output of `admin audit head`, and verify with that file.',
    );
  }
  return { ...head, result: 'ok' };
}

const PAGE = 5_000;

/** Recomputes the chain from a position. Returns its last position, or the first fault. */
async function verifyLinks(
  client: PoolClient,
  workspaceId: number,
  {
    key,
    begin,
    trusted,
  }: {
    readonly key: Buffer | undefined;
    readonly begin: ChainPosition;
    readonly trusted: AuditHead | undefined;
  },
): Promise<{ readonly last: ChainPosition } | { readonly fault: string }> {
  let last = begin;
  for (;;) {
    const records = await findLinkedRecords(client, workspaceId, { after: last.seq, limit: PAGE });
    for (const record of records) {
      const expected = last.seq + 1;
      if (record.seq !== expected)
        return { fault: `Record ${expected} is missing: ${record.seq} follows ${last.seq}.` };
      if (!key)
        return { fault: `Record ${expected} is in the chain, but the key of the workspace is missing.` };
      const name = `Record ${expected} (${record.isOutcome ? 'outcome of entry' : 'entry'} ${record.entryId})`;
      const content = contentOf(record);
      if (!content) return { fault: `${name} is missing: its link is stored, but not the record.` };
      const next = nextPosition(key, last, content);
      if (!next.hash.equals(record.hash)) return { fault: `${name} was altered, inserted or moved.` };
      if (next.seq === trusted?.seq && next.hash.toString('hex') !== trusted.hash)
        return { fault: `${name} differs from the stored head: records up to it were replaced.` };
      last = next;
    }
    if (records.length < PAGE) break;
  }
  const { seq } = (await findChainHead(client, workspaceId)) ?? CHAIN_START;
  if (trusted && seq < trusted.seq)
    return { fault: `Record ${seq + 1} is missing: the stored head has ${trusted.seq} records.` };
  return { last };
}

/** The records outside the chain; `suspect` names the first of them that was written after the chain began. */
async function readUnlinked(
  client: PoolClient,
  workspaceId: number,
): Promise<{ readonly unlinked: AuditHead['unlinked']; readonly suspect?: string }> {
  const digest = createHash('sha256');
  let count = 0;
  let suspect: string | undefined;
  for (let after: LogPosition | undefined; ;) {
    const { records, last } = await findUnlinkedRecords(client, workspaceId, { after, limit: PAGE });
    for (const record of records) {
      const content = contentOf(record);
      if (!content) continue;
      digest.update(`${contentText(content)}\n`);
      count += 1;
      if (record.isSuspect)
        suspect ??= `The ${record.isOutcome ? 'outcome of entry' : 'entry'} ${record.entryId}`;
    }
    if (last === undefined) break;
    after = last;
  }
  const unlinked = { records: count, digest: digest.digest('hex') };
  return { unlinked, ...(suspect === undefined ? {} : { suspect }) };
}

/** Reads one state of the log while gateways append to it. */
function inSnapshot<T>(db: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  return inTransaction(db, async (client) => {
    await client.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
    // An operator waits for it: a long log takes longer than the statements of requests.
    await client.query('SET LOCAL statement_timeout = 0');
    return work(client);
  });
}

async function findWorkspaceIds(client: PoolClient): Promise<number[]> {
  const { rows } = await client.query<{ id: string }>('SELECT id FROM gateway.workspaces ORDER BY id');
  return rows.map(({ id }) => Number(id));
}

function headOf(
  workspaceId: number,
  { seq, hash }: ChainPosition,
  unlinked: AuditHead['unlinked'],
): AuditHead {
  return { workspaceId, seq, hash: hash.toString('hex'), unlinked };
}

function positionOf({ seq, hash }: AuditHead): ChainPosition {
  return { seq, hash: Buffer.from(hash, 'hex') };
}

function faultIn(workspaceId: number, message: string): AuditFault {
  return { workspaceId, result: 'fault', message };
}
