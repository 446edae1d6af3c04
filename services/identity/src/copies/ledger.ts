import { NONE } from '@headwater/protos/vocabulary';
import { ROWS_PER_STEP, type Pausing } from './pausing';
import { Rows, type Column } from './rows';

/** Texts by number. 0: null. */
export class Texts {
  readonly values: (string | null)[] = [null];
  readonly #ids = new Map<string, number>();

  idOf(text: string | null): number {
    if (text === null) return 0;
    const known = this.#ids.get(text);
    if (known !== undefined) return known;
    const id = this.values.push(text) - 1;
    this.#ids.set(text, id);
    return id;
  }

  /** The key of reports: the text, or `(none)` for a missing one. */
  keyOf(id: number): string {
    return this.values[id] || NONE;
  }
}

/** Texts that a touch and the recorded attribution of an account have. */
export const EVIDENCE = ['channel', 'source', 'campaign', 'landing', 'referrer'] as const;
/** Texts of an account. */
export const ATTRIBUTES = [
  ...EVIDENCE,
  ...(['country', 'device', 'utm_source', 'utm_medium', 'site', 'plan', 'company', 'mrr'] as const),
] as const;
export type Evidence = (typeof EVIDENCE)[number];
export type Attribute = (typeof ATTRIBUTES)[number];

/** Missing times. */
export const NEVER = -Infinity;

/** The id of an account, or `user u1`, `customer c1` or `erased <attribution>`. */
export type OwnerKey = number | string;

/** An account, or who paid without an account: a user id, a customer of the billing system, or the unknown payer of erased payments. */
export interface OwnerRow {
  readonly key: OwnerKey;
  /** Whether it counts as a customer. */
  readonly isAccount: boolean;
  /** Microseconds, as all times. */
  readonly identifiedAt: number;
  readonly firstSeenAt: number;
  readonly pendingAt: number;
  readonly attributes: Readonly<Partial<Record<Attribute, string | null>>>;
}

/** The bits of the column `info` of payments. The number of the currency follows. */
export const REFUND = 1;
export const SUBSCRIPTION = 2;
export const DELETED = 4;
/** Whether `pendingAt` is a time. */
export const PENDING = 8;
export const CURRENCY_SHIFT = 4;

export interface PaymentRow {
  readonly occurredAt: number;
  /** Minor units; negative for a refund. */
  readonly minor: number;
  readonly currency: string;
  readonly type: string | undefined;
  readonly pendingAt: number;
}

export interface TouchRow {
  readonly at: number;
  /** From its arrival on. */
  readonly visibleAt: number;
  readonly evidence: Readonly<Record<Evidence, string | null>>;
}

/** Numbers of rows. */
export interface LedgerSizes {
  readonly owners: number;
  readonly payments: number;
  readonly touches: number;
}

const numbers = (): Float64Array<ArrayBuffer> => new Float64Array(0);
const ids = (): Int32Array<ArrayBuffer> => new Int32Array(0);
const idsOf = <N extends string>(names: readonly N[]): Record<N, Int32Array<ArrayBuffer>> =>
  Object.fromEntries(names.map((name) => [name, ids()])) as Record<N, Int32Array<ArrayBuffer>>;

/** Memory of an owner's entry in a map, and of a text, in bytes. Estimates. */
const ENTRY_BYTES = 100;

/** The accounts, payments and touches of a workspace in columns, in which reports sum millions of rows in milliseconds. */
export class Ledger {
  readonly texts = Object.fromEntries(ATTRIBUTES.map((name) => [name, new Texts()])) as Record<
    Attribute,
    Texts
  >;
  readonly currencies = new Texts();
  /** `firstPayment` and `firstTouch` begin the lists of an owner, which end with -1. Touches are in ascending order. */
  readonly owners = new Rows({
    ...idsOf(ATTRIBUTES),
    identifiedAt: numbers(),
    firstSeenAt: numbers(),
    pendingAt: numbers(),
    firstPayment: ids(),
    firstTouch: ids(),
    isAccount: new Uint8Array(0),
    isPayer: new Uint8Array(0),
  });
  readonly payments = new Rows({
    occurredAt: numbers(),
    minor: numbers(),
    pendingAt: numbers(),
    next: ids(),
    info: ids(),
  });
  readonly touches = new Rows({ ...idsOf(EVIDENCE), at: numbers(), visibleAt: numbers(), next: ids() });
  readonly #ownerOf = new Map<OwnerKey, number>();
  /** Rows of an owner follow each other. */
  #latest: { readonly key: OwnerKey; readonly owner: number } | undefined;
  /** Payments without an account, by id: their owner may change alone. */
  readonly #withoutAccount = new Map<string, number>();

  get bytes(): number {
    const entries = this.#ownerOf.size + this.#withoutAccount.size;
    const texts = Object.values(this.texts).reduce((sum, { values }) => sum + values.length, 0);
    return this.owners.bytes + this.payments.bytes + this.touches.bytes + (entries + texts) * ENTRY_BYTES;
  }

  /** The memory of a ledger with these numbers of rows. */
  bytesOf({ owners, payments, touches }: LedgerSizes): number {
    const columns =
      this.owners.bytesOf(owners) + this.payments.bytesOf(payments) + this.touches.bytesOf(touches);
    return columns + owners * ENTRY_BYTES;
  }

  /** Makes room for rows. */
  reserve({ owners, payments, touches }: LedgerSizes): void {
    this.owners.reserve(owners);
    this.payments.reserve(payments);
    this.touches.reserve(touches);
  }

  /** Adds or replaces an owner; its payments and touches stay. */
  putOwner({ key, isAccount, identifiedAt, firstSeenAt, pendingAt, attributes }: OwnerRow): void {
    const owner = this.#owner(key);
    const { columns } = this.owners;
    columns.identifiedAt[owner] = identifiedAt;
    columns.firstSeenAt[owner] = firstSeenAt;
    columns.pendingAt[owner] = pendingAt;
    columns.isAccount[owner] = Number(isAccount);
    for (const name of ATTRIBUTES) columns[name][owner] = this.texts[name].idOf(attributes[name] ?? null);
  }

  /** Removes everything that is known of an account. */
  clearAccount(key: number): void {
    const owner = this.#ownerOf.get(key);
    if (owner === undefined) return;
    const { columns } = this.owners;
    for (let row = columns.firstPayment[owner] ?? -1; row >= 0; row = this.payments.columns.next[row] ?? -1)
      this.payments.remove(row);
    for (let row = columns.firstTouch[owner] ?? -1; row >= 0; row = this.touches.columns.next[row] ?? -1)
      this.touches.remove(row);
    columns.firstPayment[owner] = -1;
    columns.firstTouch[owner] = -1;
    this.putOwner({
      key,
      isAccount: false,
      identifiedAt: NEVER,
      firstSeenAt: NEVER,
      pendingAt: NEVER,
      attributes: {},
    });
  }

  /** @param paymentId of a payment without an account; it replaces the payment with this id */
  addPayment(ownerKey: OwnerKey, row: PaymentRow, paymentId?: string): void {
    const owner = this.#owner(ownerKey);
    const payment = this.payments.add();
    const { columns } = this.payments;
    columns.occurredAt[payment] = row.occurredAt;
    columns.minor[payment] = row.minor;
    columns.pendingAt[payment] = row.pendingAt;
    columns.info[payment] =
      (this.currencies.idOf(row.currency) << CURRENCY_SHIFT) |
      (row.type === 'refund' ? REFUND : 0) |
      (row.type === 'subscription' ? SUBSCRIPTION : 0) |
      (row.pendingAt === NEVER ? 0 : PENDING);
    columns.next[payment] = this.owners.columns.firstPayment[owner] ?? -1;
    this.owners.columns.firstPayment[owner] = payment;
    if (paymentId !== undefined) this.#withoutAccount.set(paymentId, payment);
  }

  /** Removes a payment without an account. It stays in the list of its owner. */
  removePayment(paymentId: string): void {
    const payment = this.#withoutAccount.get(paymentId);
    if (payment === undefined) return;
    const { info } = this.payments.columns;
    info[payment] = (info[payment] ?? 0) | DELETED;
    this.#withoutAccount.delete(paymentId);
  }

  /** Adds a touch that is not later than the touches of the account so far. */
  addEarlierTouch(ownerKey: OwnerKey, { at, visibleAt, evidence }: TouchRow): void {
    const owner = this.#owner(ownerKey);
    const touch = this.touches.add();
    const { columns } = this.touches;
    columns.at[touch] = at;
    columns.visibleAt[touch] = visibleAt;
    for (const name of EVIDENCE) columns[name][touch] = this.texts[name].idOf(evidence[name]);
    columns.next[touch] = this.owners.columns.firstTouch[owner] ?? -1;
    this.owners.columns.firstTouch[owner] = touch;
  }

  /**
   * Puts the payments and touches of each owner next to each other, after all have been added and before any is removed: reports that read
   * memory in order take 10 to 25 % less time.
   */
  *order(): Pausing<void> {
    const { firstPayment, firstTouch } = this.owners.columns;
    const paymentOf = yield* this.#orderLists(this.payments, firstPayment);
    for (const [id, payment] of this.#withoutAccount) this.#withoutAccount.set(id, paymentOf[payment] ?? -1);
    yield* this.#orderLists(this.touches, firstTouch);
  }

  /** Returns the new row of each row. */
  *#orderLists(
    rows: Rows<Record<string, Column> & { readonly next: Int32Array<ArrayBuffer> }>,
    first: Int32Array,
  ): Pausing<Int32Array> {
    const rowOf = new Int32Array(rows.size);
    const { next } = rows.columns;
    let latest = -1;
    for (let owner = 0; owner < this.owners.size; owner++) {
      let row = first[owner] ?? -1;
      if (row >= 0) first[owner] = latest + 1;
      while (row >= 0) {
        rowOf[row] = ++latest;
        if (latest % ROWS_PER_STEP === 0) yield;
        const following = next[row] ?? -1;
        next[row] = following < 0 ? -1 : latest + 1;
        row = following;
      }
    }
    yield* rows.move(rowOf);
    return rowOf;
  }

  #owner(key: OwnerKey): number {
    if (this.#latest?.key !== key)
      this.#latest = { key, owner: this.#ownerOf.get(key) ?? this.#newOwner(key) };
    return this.#latest.owner;
  }

  #newOwner(key: OwnerKey): number {
    const owner = this.owners.add();
    const { columns } = this.owners;
    columns.firstPayment[owner] = -1;
    columns.firstTouch[owner] = -1;
    columns.identifiedAt[owner] = NEVER;
    columns.firstSeenAt[owner] = NEVER;
    columns.pendingAt[owner] = NEVER;
    columns.isPayer[owner] = Number(typeof key === 'number' || !key.startsWith('erased '));
    this.#ownerOf.set(key, owner);
    return owner;
  }
}
