import { randomBytes, randomUUID } from 'node:crypto';
import { type AnswerQuota, deleteAnswersOverQuota } from '@headwater/kit/pg/answer-quota';
import { acrossWorkspaces } from '@headwater/kit/pg/tenancy';
import { recordedLog } from '@headwater/kit/testing/silent-log';
import { createCleanup } from '../src/cleanup';
import { digestRequest } from '../src/domain/request-headers';
import { sealAnswer, unsealAnswer } from '../src/http/stored-answer';
import {
  claimIdempotencyKey,
  deleteExpiredIdempotencyKeys,
  ENDED_KEYS,
  updateIdempotencyAnswer,
} from '../src/store/idempotency-keys';
import { startGateway, type Gateway } from './gateway-fixture';

let gateway: Gateway;
let round = 0;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());
beforeEach(() => {
  round += 1;
  gateway.standIns.identity.calls.length = 0;
});

const overrides = () => gateway.standIns.identity.overrides as Record<string, unknown>;
const effects = (): number => gateway.standIns.identity.calls.length;
const freshKey = (): string => `key-${round}-2d2f4d0e`;

const EMAIL = 'canary.address@idempotency.example';
const body = { users: [{ email: EMAIL, plan: 'pro' }] };
const identify = (key: string, json: object = body, token = gateway.ours.token) =>
  gateway.request('POST', '/api/v1/identify/bulk', { json, token, headers: { 'idempotency-key': key } });

describe('a stored Idempotency-Key', () => {
  it('confirms no guess of a key or a request to a reader of the database', async () => {
    const key = 'signup ada@idempotency.example'.replaceAll(' ', '-');
    await identify(key);
    const { rows } = await gateway.database.pool.query<{ dump: Buffer }>(
      `SELECT key_digest || fingerprint || answer AS dump FROM gateway.idempotency_keys WHERE answer IS NOT NULL`,
    );
    const request = { params: {}, query: {}, filters: [], body };
    const guessed = digestRequest(
      { clientKey: key, workspaceKey: Buffer.alloc(32), endpoint: 'identifyInBulk' },
      request,
    );
    for (const { dump } of rows) {
      expect(dump.includes(guessed.digest)).toBe(false);
      expect(dump.includes(guessed.fingerprint)).toBe(false);
      expect(unsealAnswer(guessed.sealingKey, dump.subarray(64))).toBeUndefined();
    }
    const { rows: keys } = await gateway.database.pool.query<{ sealed_key: Buffer }>(
      'SELECT sealed_key FROM gateway.workspace_keys WHERE workspace_id = $1',
      [gateway.ours.workspaceId],
    );
    expect(keys).toHaveLength(1);
  });

  it('gives a repeat on a gateway with a rotated SECRETS_KEY the first answer', async () => {
    const key = freshKey();
    await identify(key);
    const secretsKeys = [Buffer.alloc(32, 9), Buffer.alloc(32, 7)] as const;
    const replica = await gateway.startReplica({ secretsKeys });
    try {
      const response = await fetch(`${replica.origin}/api/v1/identify/bulk`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: {
          authorization: `Bearer ${gateway.ours.token}`,
          'content-type': 'application/json',
          'idempotency-key': key,
        },
      });
      expect(response.headers.get('idempotent-replayed')).toBe('true');
      expect(effects()).toBe(1);
      await expect(gateway.startReplica({ secretsKeys: [Buffer.alloc(32, 5)] })).rejects.toThrow(
        /SECRETS_KEY is not the key that sealed the key of workspace/,
      );
    } finally {
      await replica.stop();
      const own = await gateway.startReplica({ secretsKeys: [Buffer.alloc(32, 7), Buffer.alloc(32, 9)] });
      await own.stop();
    }
  });

  it.each([
    ['PATCH', (site: number) => `/api/v1/sites/${site}`, { name: 'Renamed' }],
    ['PUT', (site: number) => `/api/v1/sites/${site}/config`, { goals: [], funnels: [] }],
    ['DELETE', (site: number) => `/api/v1/sites/${site}`, undefined],
  ])('replays the answer of %s', async (method, path, json) => {
    const created = await gateway.request('POST', '/api/v1/sites', {
      json: { domain: `${method.toLowerCase()}.idempotency.example` },
    });
    const headers = { 'idempotency-key': freshKey() };
    const send = () =>
      gateway.request(method, path(Number(created.body['id'])), { headers, ...(json ? { json } : {}) });
    const first = await send();
    expect(first.status).toBe(200);
    const repeat = await send();
    expect({ status: repeat.status, body: repeat.body }).toEqual({ status: 200, body: first.body });
    expect(repeat.headers.get('idempotent-replayed')).toBe('true');
  });

  it.each([
    ['attribution/lookup', { email: EMAIL }],
    ['attribution/lookup/bulk', { accounts: [{ email: EMAIL }] }],
    ['explain', { url: 'https://example.com/' }],
  ])('is ignored by %s, which changes nothing', async (path, json) => {
    await gateway.database.pool.query('TRUNCATE gateway.idempotency_keys');
    const headers = { 'idempotency-key': freshKey() };
    for (const _ of ['first', 'repeat']) {
      const answer = await gateway.request('POST', `/api/v1/${path}`, { json, headers });
      expect([answer.status, answer.headers.get('idempotent-replayed')]).toEqual([200, null]);
    }
    const { rows } = await gateway.database.pool.query('SELECT FROM gateway.idempotency_keys');
    expect(rows).toEqual([]);
  });

  it('stores a large answer in at most 64 KiB, and repeats it without a second effect', async () => {
    const key = freshKey();
    const rows = (length: number) =>
      Array.from({ length: 1_000 }, (_, index) => ({
        field: `${index}`,
        index,
        message: randomBytes(length).toString('base64'),
      }));
    const bulk = () =>
      gateway.request('POST', '/api/v1/identify/bulk', {
        json: { users: [{ email: EMAIL }] },
        headers: { 'idempotency-key': key },
      });
    for (const [length, replayed, listed] of [
      [6, 'true', 1_000],
      [300, 'shortened', 20],
    ] as const) {
      await gateway.database.pool.query('TRUNCATE gateway.idempotency_keys');
      let calls = 0;
      overrides()['BulkIdentify'] = () => {
        calls += 1;
        return Promise.resolve({ imported: 1, errors: [], warnings: rows(length) });
      };
      const first = await bulk();
      expect(first.status).toBe(200);
      const repeat = await bulk();
      expect(repeat.headers.get('idempotent-replayed')).toBe(replayed);
      expect(repeat.body['warnings']).toHaveLength(listed);
      expect({ ...repeat.body, warnings: [] }).toEqual({ ...first.body, warnings: [] });
      expect(calls).toBe(1);
    }
    Reflect.deleteProperty(overrides(), 'BulkIdentify');
    const { rows: stored } = await gateway.database.pool.query<{ bytes: number }>(
      'SELECT max(octet_length(answer)) AS bytes FROM gateway.idempotency_keys',
    );
    expect(stored[0]?.bytes).toBeLessThanOrEqual(64 * 1_024);
  });

  it('is deleted, oldest first, while its workspace exceeds the quota', async () => {
    const { pool } = gateway.database;
    await pool.query('TRUNCATE gateway.idempotency_keys');
    const { token } = await gateway.newTenant('small');
    await identify('small', body, token);
    const begin = gateway.clock.now();
    for (let index = 0; index < 6; index += 1) {
      gateway.clock.set(begin + index);
      await identify(`quota-${index}`);
    }
    const deleteOver = (quota: AnswerQuota) =>
      deleteAnswersOverQuota(pool, ENDED_KEYS, { quota, now: begin });
    const quota = { answers: 4, bytes: 1_000_000 };
    const deletedKeys = [{ workspaceId: gateway.ours.workspaceId, answers: 2 }];
    expect(await deleteOver(quota)).toEqual(deletedKeys);
    expect(await deleteOver(quota)).toEqual([]);
    const replayed = async (key: string, of = gateway.ours.token) =>
      (await identify(key, body, of)).headers.get('idempotent-replayed');
    expect([await replayed('small', token), await replayed('quota-2'), await replayed('quota-5')]).toEqual(
      Array(3).fill('true'),
    );
    const { rows } = await pool.query<{ bytes: number }>(
      'SELECT max(octet_length(answer)) AS bytes FROM gateway.idempotency_keys',
    );
    const bytes = 2 * Number(rows[0]?.bytes);
    await deleteOver({ answers: 100, bytes });
    expect([await replayed('quota-5'), await replayed('quota-2')]).toEqual(['true', null]);
    gateway.clock.set(begin);
  });

  it('is deleted by the periodic clean-up beyond the quota, like the answers of operations', async () => {
    const { pool } = gateway.database;
    const { workspaceId } = gateway.ours;
    for (const table of ['idempotency_keys', 'operations']) await pool.query(`TRUNCATE gateway.${table}`);
    for (const index of [1, 2, 3]) {
      await identify(`cleaned-${index}`);
      await pool.query(
        `INSERT INTO gateway.operations (workspace_id, id, answer, at, expires_at)
         VALUES ($1, $2, '\\x00', $3, $4)`,
        [
          workspaceId,
          `o${index}`,
          ...[0, 86_400_000].map((ms) => new Date(gateway.clock.now() + ms + index)),
        ],
      );
    }
    const { log, lines } = recordedLog();
    const cleanUp = createCleanup({
      ...{ db: pool, clock: gateway.clock, log, idleMs: 3_600_000 },
      secretsKeys: gateway.config.secretsKeys,
      sites: { GetPurge: () => Promise.reject(new Error('no share links in this test')) },
      quota: { answers: 1, bytes: 1_000_000 },
    });
    await acrossWorkspaces(cleanUp);
    const left = async (column: string, table: string) =>
      (
        await pool.query<object>(`SELECT ${column} FROM gateway.${table} WHERE workspace_id = $1`, [
          workspaceId,
        ])
      ).rows;
    expect(await left('1', 'idempotency_keys')).toHaveLength(1);
    expect(await left('id', 'operations')).toEqual([{ id: 'o3' }]);
    expect(lines.filter((line) => line.includes('before 24 hours'))).toHaveLength(2);
  });

  it('is deleted after 24 hours, many keys in several statements', async () => {
    const { pool } = gateway.database;
    await pool.query('TRUNCATE gateway.idempotency_keys');
    const now = gateway.clock.now();
    const times = { now, runningUntil: now };
    for (let index = 0; index < 7; index += 1) {
      const id = { workspaceId: gateway.ours.workspaceId, operation: 'identify', digest: randomBytes(32) };
      const expiresAt = index < 5 ? now : now + 1;
      const run = { fingerprint: randomBytes(32), runId: randomUUID(), ...times, expiresAt };
      await claimIdempotencyKey(pool, id, run);
    }
    expect(await deleteExpiredIdempotencyKeys(pool, now, 2)).toBe(5);
    const { rows } = await pool.query('SELECT expires_at FROM gateway.idempotency_keys');
    expect(rows).toEqual(Array(2).fill({ expires_at: new Date(now + 1) }));
  });

  it('takes at most 640 bytes with its answer and indexes', async () => {
    const { pool } = gateway.database;
    await pool.query('TRUNCATE gateway.idempotency_keys');
    const count = 500;
    const now = gateway.clock.now();
    for (let index = 0; index < count; index += 1) {
      const id = { workspaceId: gateway.ours.workspaceId, operation: 'identify', digest: randomBytes(32) };
      const runId = randomUUID();
      const times = { now, runningUntil: now, expiresAt: now + index };
      await claimIdempotencyKey(pool, id, { fingerprint: randomBytes(32), runId, ...times });
      const reply = { status: 200, body: { ok: true, linked: true, channel: 'Organic Search' } };
      await updateIdempotencyAnswer(pool, id, { runId, answer: sealAnswer(randomBytes(32), { reply }) });
    }
    const { rows } = await pool.query<{ bytes: string }>(
      "SELECT pg_total_relation_size('gateway.idempotency_keys') AS bytes",
    );
    const perKey = Number(rows[0]?.bytes) / count;
    expect(perKey).toBeLessThan(640);
  });
});
