import type { PoolClient } from '@headwater/kit/pg/pool';
import { ATTRIBUTES, EVIDENCE, NEVER, type Attribute, type Evidence, type Ledger } from './ledger';

/** SQL of a time in whole microseconds, exact in a JavaScript number. */
const micros = (time: string): string => `(date_part('epoch', ${time}) * 1000000)::bigint`;

/** SQL of the column of `account_facts` of each attribute. */
const attributeSql = (name: Attribute): string =>
  ({ site: 'f.site_id::text', mrr: 'f.mrr::text' })[name as string] ?? `f.${name}`;

/** The columns of a payment. The currency and the type are one text. @param pendingAt SQL */
const payment = (signedMinor: string, type: string, pendingAt: string): string =>
  `${micros('f.occurred_at')}, ${signedMinor}, f.currency || ' ' || ${type}, ${pendingAt}`;
const FACTS = payment(
  'f.minor',
  `CASE WHEN f.is_refund THEN 'refund' WHEN f.is_subscription THEN 'subscription' ELSE 'sale' END`,
  micros('f.pending_at'),
);
const UNOWNED = payment(
  `CASE WHEN f.type = 'refund' THEN -f.amount_minor ELSE f.amount_minor END`,
  'f.type',
  `CASE WHEN f.detached_at IS NULL THEN ${micros('f.created_at')} END`,
);

/** Statements with a condition for accounts or for payments without one, and how their rows are added. Empty: not read. */
const READS: readonly {
  readonly sql: (chosen: { readonly accounts: string; readonly payments: string }) => string;
  readonly add: (ledger: Ledger, row: readonly (string | null)[]) => void;
}[] = [
  {
    sql: ({ accounts }) =>
      accounts &&
      `SELECT f.profile_id, ${micros('f.identified_at')}, ${micros('f.first_seen_at')}, ${micros('f.pending_at')},
              ${ATTRIBUTES.map(attributeSql).join(', ')}
         FROM identity.account_facts AS f WHERE f.workspace_id = $1 AND f.is_first AND ${accounts}`,
    add: (ledger, [id, identifiedAt, firstSeenAt, pendingAt, ...attributes]) =>
      ledger.putOwner({
        key: Number(id),
        isAccount: true,
        identifiedAt: timeOf(identifiedAt),
        firstSeenAt: timeOf(firstSeenAt),
        pendingAt: timeOf(pendingAt),
        attributes: Object.fromEntries(ATTRIBUTES.map((name, index) => [name, attributes[index] ?? null])),
      }),
  },
  {
    sql: ({ accounts }) =>
      accounts &&
      `SELECT f.profile_id, ${FACTS} FROM identity.payment_facts AS f WHERE f.workspace_id = $1 AND ${accounts}`,
    add: (ledger, [id, ...facts]) => ledger.addPayment(Number(id), paymentOf(facts)),
  },
  {
    sql: ({ accounts }) =>
      accounts &&
      `SELECT f.profile_id, ${micros('f.at')}, ${micros('greatest(f.at, f.arrived_at)')},
              ${EVIDENCE.map((name) => `f.${name}`).join(', ')}
         FROM identity.touches AS f WHERE f.workspace_id = $1 AND ${accounts}
        ORDER BY f.profile_id, f.at DESC, f.anonymous_id DESC`,
    add: (ledger, [id, at, visibleAt, ...evidence]) =>
      ledger.addEarlierTouch(Number(id), {
        at: timeOf(at),
        visibleAt: timeOf(visibleAt),
        evidence: Object.fromEntries(
          EVIDENCE.map((name, index) => [name, evidence[index] ?? null]),
        ) as Record<Evidence, string | null>,
      }),
  },
  {
    sql: ({ payments }) =>
      payments &&
      `SELECT f.payment_id, f.user_id, ${FACTS} FROM identity.payment_facts AS f
        WHERE f.workspace_id = $1 AND f.profile_id IS NULL AND ${payments}`,
    add: (ledger, [id, userId, ...facts]) =>
      ledger.addPayment(`user ${userId}`, paymentOf(facts), id ?? undefined),
  },
  {
    sql: ({ payments }) =>
      payments &&
      `SELECT f.payment_id, f.customer_id, f.kept_attribution::text, ${UNOWNED}
         FROM identity.payments AS f
        WHERE f.workspace_id = $1 AND f.profile_id IS NULL AND f.user_id IS NULL AND ${payments}`,
    add: addUnowned,
  },
];

type FactsRow = readonly (string | null)[];

const timeOf = (text: string | null | undefined): number => (text == null ? NEVER : Number(text));

function paymentOf([occurredAt, minor, kind, pendingAt]: FactsRow) {
  const [currency = '', type] = (kind ?? '').split(' ');
  return {
    occurredAt: timeOf(occurredAt),
    minor: Number(minor),
    currency,
    type,
    pendingAt: timeOf(pendingAt),
  };
}

/** Adds a payment of a customer of the billing system, or of an erased account, whose attribution is kept. */
function addUnowned(ledger: Ledger, [id, customerId, kept, ...facts]: FactsRow): void {
  if (customerId !== null)
    return ledger.addPayment(`customer ${customerId}`, paymentOf(facts), id ?? undefined);
  const key = `erased ${kept ?? ''}`;
  const {
    site_id: site = null,
    utm_campaign: campaign = null,
    ...own
  } = JSON.parse(kept ?? '{}') as Record<string, string | number | null>;
  const texts = { ...own, site, campaign };
  ledger.putOwner({
    key,
    isAccount: false,
    ...{ identifiedAt: NEVER, firstSeenAt: NEVER, pendingAt: NEVER },
    attributes: Object.fromEntries(
      Object.entries(texts).map(([name, value]) => [name, value === null ? null : String(value)]),
    ),
  });
  ledger.addPayment(key, paymentOf(facts), id ?? undefined);
}

/** Rows that are added without a pause. */
const PAGE = 2_000;
/** Room for new rows. */
const GROWTH = 1.05;
const SIZES = `SELECT (SELECT count(*) FROM identity.account_facts WHERE workspace_id = $1 AND is_first)::int AS owners,
       (SELECT count(*) FROM identity.payment_facts WHERE workspace_id = $1)::int AS payments,
       (SELECT count(*) FROM identity.touches WHERE workspace_id = $1)::int AS touches`;

/**
 * Adds all rows of a workspace, in pages. In a transaction that sees a single snapshot.
 *
 * @param makeRoom is called with the bytes of the ledger before it grows, and after each page. @throws if it does
 */
export async function readLedger(
  client: PoolClient,
  workspaceId: number,
  { ledger, makeRoom }: { readonly ledger: Ledger; readonly makeRoom: (bytes: number) => void },
): Promise<void> {
  const { rows } = await client.query<Record<'owners' | 'payments' | 'touches', number>>({
    text: SIZES,
    values: [workspaceId],
  });
  const sizeOf = (name: 'owners' | 'payments' | 'touches'): number =>
    Math.ceil((rows[0]?.[name] ?? 0) * GROWTH);
  const sizes = { owners: sizeOf('owners'), payments: sizeOf('payments'), touches: sizeOf('touches') };
  makeRoom(ledger.bytesOf(sizes));
  ledger.reserve(sizes);
  for (const { sql, add } of READS) {
    const all = sql({ accounts: 'f.profile_id IS NOT NULL', payments: 'true' });
    await client.query({ text: `DECLARE rows NO SCROLL CURSOR FOR ${all}`, values: [workspaceId] });
    for (let isLast = false; !isLast; makeRoom(ledger.bytes)) {
      const rows = await readRows(client, `FETCH ${PAGE} FROM rows`);
      for (const row of rows) add(ledger, row);
      isLast = rows.length < PAGE;
    }
    await client.query({ text: 'CLOSE rows' });
  }
}

/** The changes since a snapshot. */
export interface LedgerChanges {
  readonly profileIds: readonly string[];
  readonly paymentIds: readonly string[];
}

/** Reads the changed rows, and returns a function that puts them in place of the previous ones. */
export async function readChanges(
  client: PoolClient,
  workspaceId: number,
  { profileIds, paymentIds }: LedgerChanges,
): Promise<(ledger: Ledger) => void> {
  const parts: { readonly add: (typeof READS)[number]['add']; readonly rows: FactsRow[] }[] = [];
  for (const { sql, add } of READS) {
    const ofAccounts = sql({ accounts: 'f.profile_id = ANY ($2::bigint[])', payments: '' });
    const text = ofAccounts || sql({ accounts: '', payments: 'f.payment_id = ANY ($2::text[])' });
    const chosen = ofAccounts ? profileIds : paymentIds;
    if (text && chosen.length > 0)
      parts.push({ add, rows: await readRows(client, text, [workspaceId, chosen]) });
  }
  return (ledger) => {
    for (const id of profileIds) ledger.clearAccount(Number(id));
    for (const id of paymentIds) ledger.removePayment(id);
    for (const { add, rows } of parts) for (const row of rows) add(ledger, row);
  };
}

const AS_TEXT = { getTypeParser: () => (text: string) => text };

async function readRows(
  client: PoolClient,
  text: string,
  values: readonly unknown[] = [],
): Promise<FactsRow[]> {
  const { rows } = await client.query<(string | null)[]>({
    text,
    values: [...values],
    rowMode: 'array',
    types: AS_TEXT,
  });
  return rows;
}
