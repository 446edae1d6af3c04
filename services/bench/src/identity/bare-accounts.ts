import { createHmac, createSecretKey, randomBytes } from 'node:crypto';
import { createLog } from '@headwater/kit/log';
import { createPool } from '@headwater/kit/pg/pool';
import { inTransaction } from '@headwater/kit/pg/transaction';
import type { SignUp } from './accounts';
import { BARE } from './bare-statements';

/** The HMAC and the SQL of an identify, and nothing else. */
export interface BareAccounts {
  identify(signUp: SignUp): Promise<void>;
  identifyInBulk(rows: readonly SignUp[]): Promise<void>;
}

const WORKSPACE = 2;

interface LockedRow {
  readonly id: string;
  readonly email_digest: Buffer;
}

export function createBareAccounts(databaseUrl: string): BareAccounts {
  const pool = createPool({ databaseUrl, applicationName: 'bench', log: createLog('bench', 'silent') });
  const key = createSecretKey(randomBytes(32));
  const digest = (email: string): Buffer =>
    createHmac('sha256', key).update(`${WORKSPACE}\0${email}`).digest();
  return {
    identify: async ({ email, anonymousId, plan, mrr }) => {
      const digests = [digest(email)];
      await inTransaction(pool, async (client) => {
        await client.query({ ...BARE.claim, values: [WORKSPACE, digests] });
        const locked = await client.query<LockedRow>({ ...BARE.lock, values: [WORKSPACE, digests] });
        const id = locked.rows[0]?.id;
        await client.query({ ...BARE.write, values: [WORKSPACE, [id], [plan], [mrr]] });
        const { rows } = await client.query<{ ordinal: string }>({
          ...BARE.link,
          values: [WORKSPACE, id, anonymousId],
        });
        await client.query({ ...BARE.record, values: [WORKSPACE, id, rows[0]?.ordinal] });
      });
    },
    identifyInBulk: async (rows) => {
      const digests = rows.map(({ email }) => digest(email));
      await inTransaction(pool, async (client) => {
        await client.query({ ...BARE.claim, values: [WORKSPACE, digests] });
        const locked = await client.query<LockedRow>({ ...BARE.lock, values: [WORKSPACE, digests] });
        const ids = new Map(locked.rows.map(({ id, email_digest }) => [email_digest.toString('hex'), id]));
        const idsOfRows = digests.map((one) => ids.get(one.toString('hex')));
        const values = [WORKSPACE, idsOfRows, rows.map(({ plan }) => plan), rows.map(({ mrr }) => mrr)];
        await client.query({ ...BARE.write, values });
      });
    },
  };
}
