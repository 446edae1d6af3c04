import { createHmac, createSecretKey, randomBytes } from 'node:crypto';
import { createLog } from '@headwater/kit/log';
import { createPool } from '@headwater/kit/pg/pool';
import type { SignUp } from './accounts';
import { BARE } from './bare-statements';

/** The HMAC and the SQL of an identify, and nothing else. */
export interface BareAccounts {
  identify(signUp: SignUp): Promise<unknown>;
  identifyInBulk(rows: readonly SignUp[]): Promise<unknown>;
}

const WORKSPACE = 2;
const VISITOR_KEY = Buffer.alloc(8);

export function createBareAccounts(databaseUrl: string): BareAccounts {
  const pool = createPool({ databaseUrl, applicationName: 'bench', log: createLog('bench', 'silent') });
  const key = createSecretKey(randomBytes(32));
  const digest = (email: string): Buffer =>
    createHmac('sha256', key).update(`${WORKSPACE}\0${email}`).digest();
  return {
    identify: ({ email, anonymousId, plan, mrr }) =>
      pool.query({
        ...BARE.identify,
        values: [WORKSPACE, digest(email), plan, mrr, anonymousId, VISITOR_KEY],
      }),
    identifyInBulk: (rows) =>
      pool.query({
        ...BARE.identifyInBulk,
        values: [
          WORKSPACE,
          rows.map(({ email }) => digest(email)),
          rows.map(({ plan }) => plan),
          rows.map(({ mrr }) => mrr),
        ],
      }),
  };
}
