import { setTimeout as pause } from 'node:timers/promises';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { callApi, type Answer } from '../src/api';
import { START_TIMEOUT_MS } from '../src/child-process';
import type { ProcessSystem } from '../src/start-processes';
import { readApi, type Operation } from './fuzz/api-document';
import { startFaultySystem, type Fault, type FaultySystem } from './outcomes/faults';
import { newKey, prepareRequest, type KeyedRequest } from './outcomes/keyed-requests';

/**
 * Requests whose outcome the caller doesn't learn, generated from the OpenAPI document: the effect has happened, then a connection
 * breaks, or a process is paused or killed. A repeat under the same Idempotency-Key has no second effect and gets the first answer.
 */

/** `npm run test:outcomes`: each endpoint with each fault. Otherwise each endpoint with the first fault that hides its outcome. */
const isLong = process.env['OUTCOMES'] === 'long';

let faulty: FaultySystem;
let system: ProcessSystem;

beforeAll(async () => {
  faulty = await startFaultySystem();
  ({ system } = faulty);
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

/** Rows that don't count effects: answers of operations, the audit log of attempts, and state of background tasks. */
const NOT_EFFECTS = [
  'gateway.idempotency_keys',
  'gateway.operations',
  'gateway.audit_%',
  'gateway.spent_budgets',
  'identity.operations',
  'identity.arrivals_read',
  'identity.account_changes',
  'identity.user_id_changes',
  'identity.account_positions',
  'identity.account_facts',
  'identity.payment_facts',
  'sites.operations',
  'sites.goal_counts',
  'sites.audits',
];

/** The number of rows of each table, and of accepted events. */
async function countRows(): Promise<Readonly<Record<string, number>>> {
  const tables = await system.queryPostgres<{ name: string; rows: string }>(
    `SELECT t.name, (xpath('/row/c/text()', query_to_xml('SELECT count(*) AS c FROM ' || t.name, false, true, '')))[1]::text AS rows
     FROM (SELECT schemaname || '.' || tablename AS name FROM pg_tables WHERE schemaname IN ('gateway', 'identity', 'sites')) AS t
     WHERE NOT t.name LIKE ANY (ARRAY[${NOT_EFFECTS.map((name) => `'${name}'`).join(', ')}])`,
  );
  const events = await system.queryClickhouse('SELECT uniqExact(site_id, event_id) FROM events');
  return Object.fromEntries([
    ...tables.map(({ name, rows }) => [name, Number(rows)]),
    ['events', Number(events)],
  ]);
}

/** The number of events that an endpoint has accepted. */
function insertedBy({ body }: Answer): number | undefined {
  const { accepted, taken, expected } = (body ?? {}) as {
    readonly accepted?: number;
    readonly taken?: number;
    readonly expected?: { readonly events: readonly { readonly events: number }[] };
  };
  return accepted ?? taken ?? expected?.events.reduce((sum, { events }) => sum + events, 0);
}

/** The changes of the numbers of rows by some work. Events are inserted, and those of erased visitors deleted, in the background. */
async function effectOf(
  work: () => Promise<Answer>,
): Promise<{ answer: Answer; effect: Record<string, number> }> {
  const before = await countRows();
  const answer = await work();
  const inserted = insertedBy(answer);
  if (inserted !== undefined)
    await waitFor(
      'the events',
      async () => ((await countRows())['events'] ?? 0) >= (before['events'] ?? 0) + inserted,
    );
  await waitFor(
    'the erasures to complete',
    async () => (await system.queryPostgres('SELECT FROM identity.erasure_visitors')).length === 0,
  );
  const after = await countRows();
  const changed = Object.entries(after).filter(([name, rows]) => rows !== before[name]);
  return {
    answer,
    effect: Object.fromEntries(changed.map(([name, rows]) => [name, rows - (before[name] ?? 0)])),
  };
}

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

test(
  'a repeat after an unknown outcome has one effect and the first answer',
  async () => {
    const keyed = (await readApi(system)).operations.filter(takesKey);
    const failures: string[] = [];
    const known: string[] = [];
    const hidden = new Map<string, number>();
    for (const operation of keyed) {
      const request = await prepareRequest(system, operation);
      let control: Measured | undefined;
      const services = await faulty.servicesOf(async () => {
        control = await effectOf(() => send(request, newKey()));
      });
      let wasUnknown = false;
      for (const fault of faulty.faults) {
        if ((wasUnknown && !isLong) || (fault.service && !services.has(fault.service))) continue;
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

type Measured = Awaited<ReturnType<typeof effectOf>>;

async function repeatAfter(
  fault: Fault,
  operation: Operation,
  control: Measured,
): Promise<{ readonly problems: readonly string[]; readonly wasUnknown: boolean }> {
  const problems: string[] = [];
  const key = newKey();
  const request = await prepareRequest(system, operation);
  let wasUnknown = false;
  const { answer, effect } = await effectOf(async () => {
    let first: Answer | 'unknown' = 'unknown';
    fault.begin();
    try {
      first = await sendOnce(request, key, fault.patienceMs);
      wasUnknown = first === 'unknown';
    } finally {
      await fault.end(first === 'unknown' ? undefined : insertedBy(first));
    }
    const repeat = await sendPatiently(request, key);
    await forgetAnswers();
    const afterCrash = await sendPatiently(request, key);
    if (withoutProgress(afterCrash, repeat) !== withoutProgress(repeat, repeat))
      problems.push(`the answers differ: ${JSON.stringify([repeat.body, afterCrash.body])}`);
    return repeat;
  });
  if (answer.status !== control.answer.status)
    problems.push(`status ${answer.status}: ${JSON.stringify(answer.body)}`);
  if (JSON.stringify(effect) !== JSON.stringify(control.effect))
    problems.push(`rows ${JSON.stringify(effect)} instead of ${JSON.stringify(control.effect)}`);
  return { problems, wasUnknown };
}
