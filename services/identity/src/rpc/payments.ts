import { createBatcher } from '@headwater/kit/batcher';
import type { Handlers } from '@headwater/kit/rpc/types';
import { failure } from '@headwater/protos/error-codes';
import { BATCH_LIMITS } from '@headwater/protos/limits';
import type { IdentityDefinition } from '@headwater/protos/services';
import type { Dependencies } from '../dependencies';
import { parseBilling } from '../domain/billing';
import { digestEmail } from '../domain/email';
import type { HmacKeys } from '../domain/hmac-keys';
import { parseId } from '../domain/parse-text';
import { rowProblem, problemsOf } from '../domain/parsed';
import { parsePayment, type Payment, type RawPayment } from '../domain/payment';
import { saveBilling } from '../store/billing';
import { readPayments } from '../store/payments';
import { savePayments, type HashedPayment, type SavedPayment } from '../store/save-payments';
import { linkPaymentIds, saveProviderPayment, voidPayment } from '../store/save-provider-payment';
import { inRetriedOperation, inRetriedTransaction } from '../store/transactions';
import { answerEachOnce, BATCHING, saveTogetherOrSeparately } from './save-together';

/** Ids of one payment in one report. */
const MAX_ALIASES = 10;

const NO_PAYMENT: RawPayment = { paymentId: '', amount: '', currency: '', type: '' };

/**
 * Records one payment, once. The same id with other content is a conflict. Under load, concurrent calls of one workspace share
 * statements, except payments with aliases.
 */
export function createRecordPayment(
  dependencies: Dependencies,
): Handlers<IdentityDefinition>['RecordPayment'] {
  const { db, keys, clock } = dependencies;
  const save = createPaymentBatcher(dependencies);
  return async (request, call) => {
    const workspaceId = call.workspaceId();
    const now = clock.now();
    const aliases = request.aliasIds.map((id) => parseId('alias_ids', id));
    const aliasIds = aliases.flatMap((alias) => (alias.ok ? [alias.value] : []));
    if (aliasIds.length < aliases.length || aliasIds.length > MAX_ALIASES)
      throw failure('invalid_request', `alias_ids must be at most ${MAX_ALIASES} ids without @ or %40.`);
    const [firstId] = aliasIds;
    if (!request.payment && firstId !== undefined) {
      return inRetriedOperation(db, { call, now }, async (client) => {
        if (request.voided) await voidPayment(client, workspaceId, firstId);
        else await linkPaymentIds(client, workspaceId, aliasIds);
        return { created: false, attributed: false };
      });
    }
    const payment = parsePayment(request.payment ?? NO_PAYMENT, now);
    if (!payment.ok)
      throw failure(
        'invalid_request',
        'The payment was not recorded. Correct the fields listed under errors.',
        {
          fields: problemsOf([payment]),
        },
      );
    const hashed = hashPayer(keys, workspaceId, payment.value);
    const recorded =
      firstId === undefined
        ? await save(workspaceId, { payment: hashed, operationId: call.operationId }, call)
        : await inRetriedOperation(db, { call, now }, async (client) => {
            const { cumulative } = request;
            const provided = { workspaceId, now, payment: hashed, aliasIds, cumulative, keys };
            return recordedPayment(await saveProviderPayment(client, provided)) ?? refuseConflict();
          });
    return recorded ?? refuseConflict();
  };
}

function refuseConflict(): never {
  throw failure(
    'payment_conflict',
    'A payment with this payment_id is already recorded with other content. Send the same content, or a new payment_id.',
  );
}

/** A call in a batch. */
interface PaymentCall {
  readonly payment: HashedPayment;
  readonly operationId: string | undefined;
}

/** The response to a payment; undefined for a conflict. */
function recordedPayment(saved: SavedPayment) {
  if (saved.outcome === 'conflict') return undefined;
  return paymentAnswer(saved.outcome === 'created', saved.channel);
}

function paymentAnswer(created: boolean, channel: string | undefined) {
  return { created, attributed: channel !== undefined, ...(channel === undefined ? {} : { channel }) };
}

/** Saves the payments of concurrent calls in one transaction, each once. Two payments with one id are saved one after the other. */
function createPaymentBatcher({ db, clock }: Dependencies) {
  const saveOnce = (workspaceId: number, calls: readonly PaymentCall[]) =>
    inRetriedTransaction(db, (client) => {
      const now = clock.now();
      const ids = calls.map(({ operationId }) => operationId);
      const paymentsAt = (positions: readonly number[]): HashedPayment[] =>
        positions.map((position) => (calls[position] as PaymentCall).payment);
      const operations = { workspaceId, method: 'RecordPayment', ids, now };
      return answerEachOnce(client, operations, {
        run: async (positions) => {
          const saved = await savePayments(client, { workspaceId, payments: paymentsAt(positions), now });
          return saved.map(recordedPayment);
        },
        stored: ({ created }) => ({ created }),
        answer: async (repeats) => {
          const paymentIds = paymentsAt(repeats.map(({ position }) => position)).map(
            ({ paymentId }) => paymentId,
          );
          const payments = await readPayments(client, workspaceId, paymentIds);
          return repeats.map(({ stored: { created } }, index) =>
            paymentAnswer(created, payments.get(paymentIds[index] ?? '')?.channel ?? undefined),
          );
        },
      });
    });
  return createBatcher(
    { ...BATCHING, exclusiveKey: ({ payment }: PaymentCall) => payment.paymentId },
    (workspaceId: number, calls: readonly PaymentCall[]) =>
      saveTogetherOrSeparately(calls, (some) => saveOnce(workspaceId, some)),
  );
}

const CONFLICT = { field: 'payment_id', message: 'is already recorded with other content' };

/** Records many payments, all or nothing. Skips invalid rows and conflicts, and lists them. */
export function createRecordPayments({
  db,
  keys,
  clock,
}: Dependencies): Handlers<IdentityDefinition>['RecordPayments'] {
  return async ({ payments }, call) => {
    const workspaceId = call.workspaceId();
    const now = clock.now();
    const { rows: maxRows } = BATCH_LIMITS;
    if (payments.length > maxRows) {
      const message = `A call takes at most ${maxRows} payments, this one has ${payments.length}. Split the list. Nothing was recorded.`;
      const fields = [{ field: 'payments', message: `must be at most ${maxRows} items` }];
      throw failure('invalid_request', message, { fields });
    }
    const errors: { index: number; field: string; message: string }[] = [];
    const valid = payments.flatMap(({ index, payment }) => {
      const parsed = parsePayment(payment ?? NO_PAYMENT, now);
      if (parsed.ok) return [{ index, payment: hashPayer(keys, workspaceId, parsed.value) }];
      errors.push({ index, ...rowProblem(parsed.problems) });
      return [];
    });
    const rows = valid.map(({ payment }) => payment);
    return inRetriedOperation(db, { call, now }, async (client) => {
      const saved = await savePayments(client, { workspaceId, payments: rows, now });
      const conflicts = valid.flatMap(({ index }, position) =>
        saved[position]?.outcome === 'conflict' ? [{ index, ...rowProblem([CONFLICT]) }] : [],
      );
      const listed = [...errors, ...conflicts].sort((a, b) => a.index - b.index);
      return { imported: payments.length - listed.length, skipped: listed.length, errors: listed };
    });
  };
}

/** Records a payment provider's report about a customer. Its subscriptions set the `mrr` and `plan` of its account. */
export function createRecordBilling({
  db,
  keys,
  clock,
}: Dependencies): Handlers<IdentityDefinition>['RecordBilling'] {
  return async (request, call) => {
    const workspaceId = call.workspaceId();
    const now = clock.now();
    const parsed = parseBilling(request, now);
    if (!parsed.ok)
      throw failure(
        'invalid_request',
        'The customer was not recorded. Correct the fields listed under errors.',
        {
          fields: parsed.problems,
        },
      );
    const { customerId, email, atMs, subscription, anonymousId } = parsed.value;
    const save = {
      workspaceId,
      customerId,
      ...(email === undefined ? {} : { digests: digestEmail(keys, workspaceId, email) }),
      atMs,
      ...(subscription ? { subscription } : {}),
      ...(anonymousId === undefined ? {} : { anonymousId }),
      keys,
      now,
    };
    return { known: await inRetriedOperation(db, { call, now }, (client) => saveBilling(client, save)) };
  };
}

/** The payment with its payer's address hashed under every live key. */
function hashPayer(keys: HmacKeys, workspaceId: number, payment: Payment): HashedPayment {
  const { payer } = payment;
  return {
    ...payment,
    payer: 'email' in payer ? { digests: digestEmail(keys, workspaceId, payer.email) } : payer,
  };
}
