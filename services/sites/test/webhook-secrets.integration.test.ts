import { Webhook } from 'standardwebhooks';
import { dumpDatabase } from '@headwater/kit/testing/dump-database';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { openWebhookSecret, sealWebhookSecrets } from '../src/store/webhook-secrets';
import { RECEIVER_URL, startReceiver, type Receiver } from './receiver';
import { createSiteOn, DAY, startSites, type SitesFixture } from './sites-fixture';

const KEY = Buffer.alloc(32, 7);
let receiver: Receiver;
let sites: SitesFixture;
let testNumber = 0;
let ours: { workspaceId: number };
let path: string;

beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.stop());
beforeEach(async () => {
  sites = await startSites(receiver.network);
  testNumber += 1;
  ours = { workspaceId: testNumber };
  path = `/secret-${testNumber}`;
  // The library that verifies signatures uses the time of this machine.
  sites.clock.set(Date.now());
});
afterEach(() => sites.stop());

const create = async () => {
  const { webhook, secret } = await sites.calls.CreateWebhook(
    { url: `${RECEIVER_URL}${path}`, events: ['site.installed'] },
    ours,
  );
  return { id: webhook?.id ?? 0, secret };
};
const install = async (domain: string): Promise<void> => {
  const { id } = await createSiteOn(sites, domain, ours);
  await sites.calls.MarkInstalled({ siteId: id });
};
const received = (count: number) =>
  waitFor(`${count} deliveries`, () => receiver.of(path).length >= count && receiver.of(path));
const isSignedWith = (secret: string, delivery: Receiver['received'][number] | undefined): boolean => {
  try {
    new Webhook(secret).verify(delivery?.body ?? '', delivery?.headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
};
/** Stores the secret as older releases did. */
const storePlain = (id: number, secret: string, previous: string | null = null) =>
  sites.database.pool.query(
    `UPDATE sites.webhooks SET secret = $2, sealed_secret = NULL, previous_secret = $3, sealed_previous_secret = NULL,
       previous_until = CASE WHEN $3::text IS NOT NULL THEN $4::timestamptz END
     WHERE id = $1`,
    [id, secret, previous, new Date(sites.clock.now() + DAY)],
  );
const dumpContainsAny = async (secrets: readonly string[]): Promise<boolean> => {
  let dump = '';
  for await (const { text } of dumpDatabase(sites.database.url)) dump += text;
  expect(dump).toContain(path);
  return secrets.some((secret) => {
    const text = secret.slice('whsec_'.length);
    return [text, Buffer.from(secret).toString('hex'), Buffer.from(text, 'base64').toString('hex')].some(
      (form) => dump.includes(form),
    );
  });
};

describe('signing secrets', () => {
  it('are in no dump of the database, including the previous one', async () => {
    const { id, secret } = await create();
    const rotated = await sites.calls.RotateWebhookSecret({ id }, ours);
    await install('dumped.example');
    const [delivery] = await received(1);
    expect([secret, rotated.secret].map((each) => isSignedWith(each, delivery))).toEqual([true, true]);
    expect(await dumpContainsAny([secret, rotated.secret])).toBe(false);
  });

  it('in plain text stay valid, and are sealed by the next replica that starts', async () => {
    const { id, secret } = await create();
    const previous = `whsec_${Buffer.alloc(32, 5).toString('base64')}`;
    await storePlain(id, secret, previous);
    expect(await dumpContainsAny([secret])).toBe(true);
    await install('plain.example');
    const [plain] = await received(1);
    expect([secret, previous].map((each) => isSignedWith(each, plain))).toEqual([true, true]);
    await (await sites.startReplica()).stop();
    expect(await dumpContainsAny([secret, previous])).toBe(false);
    await install('sealed.example');
    const [, sealed] = await received(2);
    expect([secret, previous].map((each) => isSignedWith(each, sealed))).toEqual([true, true]);
  });

  it('in plain text can be rotated', async () => {
    const { id, secret } = await create();
    await storePlain(id, secret);
    const rotated = await sites.calls.RotateWebhookSecret({ id }, ours);
    await install('changed.example');
    const [delivery] = await received(1);
    expect([secret, rotated.secret].map((each) => isSignedWith(each, delivery))).toEqual([true, true]);
  });

  it('are deleted when they expire', async () => {
    const { id } = await create();
    await sites.calls.RotateWebhookSecret({ id }, ours);
    const previousSecrets = async () =>
      (await sites.database.pool.query('SELECT FROM sites.webhooks WHERE previous_until IS NOT NULL'))
        .rowCount;
    await sealWebhookSecrets(sites.database.pool, [KEY], sites.clock.now() + DAY - 1);
    expect(await previousSecrets()).toBe(1);
    await sealWebhookSecrets(sites.database.pool, [KEY], sites.clock.now() + DAY);
    expect(await previousSecrets()).toBe(0);
  });

  it('prevent the start of a replica with another key', async () => {
    await create();
    await expect(sites.startReplica({ secretsKeys: [Buffer.alloc(32, 8)] })).rejects.toThrow(
      /SECRETS_KEY is not the key/,
    );
  });

  it('are resealed with the first of several keys, after which the others are not needed', async () => {
    const { id, secret } = await create();
    const rotated = await sites.calls.RotateWebhookSecret({ id }, ours);
    const newer = Buffer.alloc(32, 8);
    await (await sites.startReplica({ secretsKeys: [KEY, newer] })).stop();
    const opened = async (by: Buffer) => {
      const { rows } = await sites.database.pool.query<{ sealed: Buffer; previous: Buffer }>(
        'SELECT sealed_secret AS sealed, sealed_previous_secret AS previous FROM sites.webhooks WHERE id = $1',
        [id],
      );
      return [rows[0]?.sealed, rows[0]?.previous].map((sealed) =>
        openWebhookSecret([by], { ...ours, sealed: sealed ?? null, plain: null }),
      );
    };
    expect(await opened(KEY)).toEqual([rotated.secret, secret]);
    await (await sites.startReplica({ secretsKeys: [newer, KEY] })).stop();
    expect(await opened(newer)).toEqual([rotated.secret, secret]);
    await (await sites.startReplica({ secretsKeys: [newer] })).stop();
    await expect(sites.startReplica()).rejects.toThrow(/SECRETS_KEY is not the key/);
  });

  it('cannot be used by another workspace', async () => {
    const { id } = await create();
    const { rows } = await sites.database.pool.query<{ id: string }>(
      `INSERT INTO sites.webhooks (workspace_id, url, description, events, sealed_secret, created_at)
       SELECT workspace_id + 1000, url || '/stolen', description, events, sealed_secret, created_at FROM sites.webhooks
       WHERE id = $1 RETURNING id`,
      [id],
    );
    const theirs = { workspaceId: ours.workspaceId + 1_000 };
    const stolen = Number(rows[0]?.id);
    await sites.calls.TestWebhook({ id: stolen }, theirs);
    await waitFor('the delivery to be claimed', async () => {
      const { rows: claimed } = await sites.database.pool.query(
        'SELECT FROM sites.deliveries WHERE webhook_id = $1 AND claimed_until IS NOT NULL',
        [stolen],
      );
      return claimed.length === 1;
    });
    // Our own deliveries are sent.
    await install('ours.example');
    await received(1);
    expect(receiver.of(`${path}/stolen`)).toEqual([]);
  });
});
