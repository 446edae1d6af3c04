import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { callApi, type Answer } from '../src/api';
import { START_TIMEOUT_MS } from '../src/child-process';
import type { ProcessSystem } from '../src/start-processes';
import { readApi, type Operation } from './fuzz/api-document';
import { countAudited, effectOf, insertedBy, recordChanges, type Measured } from './outcomes/effects';
import { startFaultySystem, type Fault, type FaultySystem } from './outcomes/faults';
import { newKey, prepareRequest, type KeyedRequest } from './outcomes/keyed-requests';

/**
 * Requests whose outcome the caller doesn't learn, generated from the OpenAPI document: the effect has happened, then a connection
 * breaks, or a process is paused or killed. A repeat under the same Idempotency-Key has no second effect and gets the first answer.
 */

/**
 * `npm run test:outcomes`: each endpoint with each fault. Otherwise each endpoint with one fault that hides its outcome: the seed
 * chooses it. Each run prints its seed; `OUTCOMES_SEED` repeats it.
 */
const isLong = process.env['OUTCOMES'] === 'long';
const SEED = Number(process.env['OUTCOMES_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
/** Pauses and restarts take seconds: one of so many endpoints gets such a fault first. */
const SLOW_EVERY = 10;

let faulty: FaultySystem;
let system: ProcessSystem;

beforeAll(async () => {
  faulty = await startFaultySystem();
  ({ system } = faulty);
  await recordChanges(system);
}, START_TIMEOUT_MS);

afterAll(async () => {
  await (faulty as FaultySystem | undefined)?.stop();
}, 120_000);

const send = ({ method, path, body, headers }: KeyedRequest, key: string): Promise<Answer> =>
  callApi(system, method, path, { body, headers: { ...headers, 'idempotency-key': key } });

/** Sends a request once. @returns whether the outcome is unknown, or the answer */
async function sendOnce(request: KeyedRequest, key: string, patienceMs: number): Promise<Answer | 'unknown'> {
  const waiting = new AbortController();
  const answer = await Promise.race([
    send(request, key).catch(() => 'unknown' as const),
    pause(patienceMs, 'unknown' as const, { signal: waiting.signal }),
  ]).finally(() => waiting.abort());
  return answer === 'unknown' || answer.status >= 500 ? 'unknown' : answer;
}

/** Sends a request until its outcome is final, as a client does. */
const sendPatiently = (request: KeyedRequest, key: string): Promise<Answer> =>
  waitFor('a final answer', async () => {
    const answer = await send(request, key);
    const isFinal =
      answer.status < 500 && !(answer.status === 409 && answer.body.code === 'idempotency_key_in_use');
    return isFinal && answer;
  });

/** Leaves the state of a gateway that crashed after the effect: a key without an answer. */
const forgetAnswers = () =>
  system.queryPostgres(
    "UPDATE gateway.idempotency_keys SET answer = NULL, running_until = '2000-01-01' WHERE answer IS NOT NULL",
  );

/** Operations that ignore an Idempotency-Key, with the reason. */
const WITHOUT_KEY: Readonly<Record<string, string>> = {
  explain: 'changes nothing',
  lookUpAttribution: 'changes nothing',
  lookUpAttributionInBulk: 'changes nothing',
  readBatch: 'changes nothing',
  receiveLemonSqueezyEvent: 'objects have their own ids and times',
  receivePaddleEvent: 'Paddle sends its own event ids',
  receivePolarEvent: 'Polar sends its own event ids',
  receiveStripeEvent: 'Stripe sends its own event ids',
};

const takesKey = ({ parameters }: Operation): boolean =>
  parameters.some(({ name }) => name.toLowerCase() === 'idempotency-key');

test('every endpoint with an effect accepts an Idempotency-Key', async () => {
  const { operations } = await readApi(system);
  const without = operations.filter((each) => each.method !== 'GET' && !takesKey(each));
  expect(without.map(({ operationId }) => operationId).sort()).toEqual(Object.keys(WITHOUT_KEY));
});

/** The faults in the order in which an endpoint gets them. */
function faultsOf({ operationId }: Operation, faults: readonly Fault[]): readonly Fault[] {
  const digest = createHash('sha256').update(`${SEED} ${operationId}`).digest();
  const isSlow = digest.readUInt32BE(0) % SLOW_EVERY === 0;
  const candidates = faults.filter((fault) => fault.isSlow === isSlow);
  const first = candidates[digest.readUInt32BE(4) % candidates.length];
  return first ? [first, ...faults.filter((fault) => fault !== first)] : faults;
}

test(
  `a repeat after an unknown outcome has one effect and the first answer, with OUTCOMES_SEED=${SEED}`,
  async () => {
    const keyed = (await readApi(system)).operations.filter(takesKey);
    const failures: string[] = [];
    const known: string[] = [];
    const hidden = new Map<string, number>();
    for (const operation of keyed) {
      const request = await prepareRequest(system, operation);
      let control: Measured | undefined;
      const services = await faulty.servicesOf(async () => {
        control = await effectOf(system, () => send(request, newKey()));
      });
      let wasUnknown = false;
      const faults = faulty.faults.filter(({ service }) => !service || services.has(service));
      for (const fault of isLong ? faults : faultsOf(operation, faults)) {
        if (wasUnknown && !isLong) break;
        const tested = await repeatAfter(fault, operation, control as Measured);
        wasUnknown ||= tested.wasUnknown;
        if (tested.wasUnknown) hidden.set(fault.name, (hidden.get(fault.name) ?? 0) + 1);
        failures.push(
          ...tested.problems.map((problem) => `${operation.operationId}, ${fault.name}: ${problem}`),
        );
      }
      if (!wasUnknown) known.push(operation.operationId);
    }
    if (isLong) console.log('endpoints with an unknown outcome', keyed.length, Object.fromEntries(hidden));
    expect(failures).toEqual([]);
    // A fault hides the outcome of each of them.
    expect(known).toEqual([]);
  },
  isLong ? 7_200_000 : 600_000,
);

/** Fields of an erasure that change when it completes. */
const PROGRESS = ['completedAt', 'status', 'jws'];

/** The body as text. While the first answer is that of a running erasure, a later one may report more progress. */
function withoutProgress({ body }: Answer, first: Answer): string {
  const { certificate } = (first.body ?? {}) as { certificate?: { status: string } };
  const isRunning = certificate?.status === 'running';
  return JSON.stringify(body, (name, value: unknown) =>
    isRunning && PROGRESS.includes(name) ? undefined : value,
  );
}

async function repeatAfter(
  fault: Fault,
  operation: Operation,
  control: Measured,
): Promise<{ readonly problems: readonly string[]; readonly wasUnknown: boolean }> {
  const problems: string[] = [];
  const key = newKey();
  const request = await prepareRequest(system, operation);
  let wasUnknown = false;
  const { answer, effect } = await effectOf(system, async () => {
    let first: Answer | 'unknown' = 'unknown';
    fault.begin();
    try {
      first = await sendOnce(request, key, fault.patienceMs);
      wasUnknown = first === 'unknown';
    } finally {
      await fault.end(first === 'unknown' ? undefined : insertedBy(first));
    }
    const repeat = await sendPatiently(request, key);
    const audited = await countAudited(system);
    const replay = await sendPatiently(request, key);
    // An answer that is stored is no further attempt.
    if ((await countAudited(system)) !== audited) problems.push('the replay is in the audit log');
    await forgetAnswers();
    const afterCrash = await sendPatiently(request, key);
    for (const answer of [replay, afterCrash])
      if (withoutProgress(answer, repeat) !== withoutProgress(repeat, repeat))
        problems.push(`the answers differ: ${JSON.stringify([repeat.body, answer.body])}`);
    return repeat;
  });
  if (answer.status !== control.answer.status)
    problems.push(`status ${answer.status}: ${JSON.stringify(answer.body)}`);
  if (JSON.stringify(effect) !== JSON.stringify(control.effect))
    problems.push(`changes ${JSON.stringify(effect)} instead of ${JSON.stringify(control.effect)}`);
  return { problems, wasUnknown };
}
