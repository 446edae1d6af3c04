import { createHash } from 'node:crypto';
import { keyedOperationId } from '@headwater/kit/rpc/operation-id';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { identityFixture, type IdentityFixture } from './identity-fixture';

let fixture: IdentityFixture;
let workspaceId = 0;

beforeAll(async () => {
  fixture = await identityFixture();
});
afterAll(() => fixture.stop());
beforeEach(() => {
  workspaceId++;
});

const MANY = Array.from({ length: 40 }, (_, i) => i);
const PAYMENT = { amount: '49.00', currency: 'EUR', type: 'sale' };

/** `created`, `repeated` or the code of the error. */
function pay(payment: object, options: object = {}): Promise<string> {
  return fixture.calls
    .RecordPayment({ payment: { ...PAYMENT, ...payment } }, { workspaceId, ...options })
    .then(
      ({ created }) => (created ? 'created' : 'repeated'),
      (error: unknown) => (error as { code: string }).code,
    );
}

const paymentOf = (i: number) => ({ paymentId: `p${i}`, email: `a${i % 10}@example.com` });

async function stored() {
  const { rows } = await fixture.database.pool.query<{ payment_id: string; transaction: string }>(
    `SELECT payment_id, xmin::text AS transaction FROM identity.payments WHERE workspace_id = $1 ORDER BY payment_id`,
    [workspaceId],
  );
  const ids = rows.map(({ payment_id }) => payment_id);
  return { ids, transactions: new Set(rows.map(({ transaction }) => transaction)).size };
}

/** Lets no transaction read or store payments until the returned function is called. */
async function blockPayments(): Promise<() => Promise<void>> {
  const gate = await fixture.database.pool.connect();
  await gate.query('BEGIN');
  await gate.query('LOCK TABLE identity.payments IN ACCESS EXCLUSIVE MODE');
  return async () => {
    await gate.query('COMMIT');
    gate.release();
  };
}

async function waiting(): Promise<number> {
  const { rows } = await fixture.database.pool.query<{ waiting: number }>(
    `SELECT count(*)::int AS waiting FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rows[0]?.waiting ?? 0;
}

describe('concurrent RecordPayment calls', () => {
  it('share transactions, and are answered separately', async () => {
    await pay(paymentOf(0));
    await pay({ ...paymentOf(1), amount: '1.00' });
    const unblock = await blockPayments();
    const outcomes = Promise.all([
      ...MANY.map((i) => pay(i === 11 ? { ...paymentOf(i), currency: 'XXX1' } : paymentOf(i))),
      pay(paymentOf(5)),
      pay({ ...paymentOf(6), amount: '1.00' }),
    ]);
    await waitFor('a batch to wait', async () => (await waiting()) > 0);
    await unblock();
    const first: Readonly<Record<number, string>> = {
      0: 'repeated',
      1: 'payment_conflict',
      11: 'invalid_request',
    };
    expect(await outcomes).toEqual([
      ...MANY.map((i) => first[i] ?? 'created'),
      'repeated',
      'payment_conflict',
    ]);
    const { ids, transactions } = await stored();
    expect(ids).toEqual(MANY.flatMap((i) => (i === 11 ? [] : [`p${i}`])).sort());
    expect(await fixture.count('profiles', workspaceId)).toBe(10);
    expect(transactions).toBeLessThan(10);
  });

  it('create no account for a payment that another process records first with other content', async () => {
    const other = await fixture.database.pool.connect();
    await other.query('BEGIN');
    await other.query(
      `INSERT INTO identity.payments (workspace_id, payment_id, user_id, currency, amount_minor, type, occurred_at, created_at)
       VALUES ($1, 'p1', 'u1', 'EUR', 100, 'sale', now(), now())`,
      [workspaceId],
    );
    const outcome = pay(paymentOf(1));
    await waitFor('the payment to wait', async () => (await waiting()) > 0);
    await other.query('COMMIT');
    other.release();
    expect(await outcome).toBe('payment_conflict');
    expect(await fixture.count('profiles', workspaceId)).toBe(0);
  });

  it('under Idempotency-Keys return the first responses to repeats', async () => {
    const all = () =>
      Promise.all(
        MANY.map((i) => {
          const digest = createHash('sha256').update(`${workspaceId} ${i}`).digest();
          return pay(paymentOf(i), { operationId: keyedOperationId(digest) });
        }),
      );
    expect(await all()).toEqual(MANY.map(() => 'created'));
    expect(await all()).toEqual(MANY.map(() => 'created'));
    expect((await stored()).ids).toHaveLength(40);
  });

  it('fail individually when the database refuses one', async () => {
    await fixture.database.pool.query(`
      CREATE FUNCTION identity.refuse_amount() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN IF NEW.amount_minor = 666 THEN RAISE EXCEPTION 'no'; END IF; RETURN NEW; END $$;
      CREATE TRIGGER refuse_amount BEFORE INSERT ON identity.payments
        FOR EACH ROW EXECUTE FUNCTION identity.refuse_amount()`);
    const outcomes = await Promise.all(
      MANY.map((i) => pay({ ...paymentOf(i), ...(i === 3 ? { amount: '6.66' } : {}) })),
    );
    await fixture.database.pool.query('DROP FUNCTION identity.refuse_amount CASCADE');
    expect(outcomes).toEqual(MANY.map((i) => (i === 3 ? 'internal_error' : 'created')));
    expect((await stored()).ids).toHaveLength(39);
  });

  it('have no effect if their callers cancel in the queue', async () => {
    const unblock = await blockPayments();
    const caller = new AbortController();
    const calls: Promise<string>[] = [];
    const outcomeOf = async (i: number): Promise<string> => (await calls[i]) ?? 'not called';
    for (const i of MANY) {
      calls.push(
        pay(paymentOf(i), i === 20 ? { signal: caller.signal } : i === 30 ? { deadlineMs: 500 } : {}),
      );
      // Two batches wait for the table; further calls wait in the queue.
      if (i < 2) await waitFor(`batch ${i} to wait`, async () => (await waiting()) > i);
    }
    expect(await outcomeOf(30)).toBe('deadline_exceeded');
    caller.abort();
    expect(await outcomeOf(20)).toBe('cancelled');
    await unblock();
    const kept = MANY.filter((i) => i !== 20 && i !== 30);
    expect(await Promise.all(kept.map(outcomeOf))).toEqual(kept.map(() => 'created'));
    expect((await stored()).ids).toEqual(kept.map((i) => `p${i}`).sort());
  });
});
