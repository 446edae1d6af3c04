import { createHash } from 'node:crypto';
import { failure } from '@headwater/protos/error-codes';
import { identityFixture, NOW, type IdentityFixture } from './identity-fixture';

let fixture: IdentityFixture;

beforeAll(async () => {
  fixture = await identityFixture();
});
afterAll(() => fixture.stop());

const LOCALS = Array.from({ length: 200 }, (_, i) => `canary-${(i * 7_919).toString(36)}x`);
const emailOf = (local: string): string => `${local}@Example.com`;
const workspaceId = 1;

/** Text that must not be found: the local part, and plain hashes of the address in every spelling that was processed. */
function traces(local: string): string[] {
  const spellings = [
    emailOf(local),
    emailOf(local).toLowerCase(),
    local,
    `${workspaceId}\0${emailOf(local).toLowerCase()}`,
  ];
  const hashes = spellings.flatMap((text) =>
    ['sha256', 'md5', 'sha1'].flatMap((algorithm) => {
      const digest = createHash(algorithm).update(text).digest();
      return [digest.toString('hex'), digest.toString('base64')];
    }),
  );
  return [local, ...hashes];
}

it('leaves no address, local part or plain hash of it in a table, a log line or an error', async () => {
  const errors: unknown[] = [];
  const keep = (error: unknown): void => void errors.push(error);
  const identify = (account: object, anonymousId = 'v1') =>
    fixture.calls.Identify({ anonymousId, account: { email: '', ...account } }, { workspaceId }).catch(keep);

  fixture.analytics.sees(workspaceId, 'v1', {});
  for (const local of LOCALS) await identify({ email: emailOf(local), plan: 'pro' });
  await fixture.calls
    .BulkIdentify(
      {
        users: LOCALS.flatMap((local, index) => [
          { index, account: { email: emailOf(local), traitsJson: '{"a": 1}' } },
          { index, account: { email: `${local}@@` } },
          { index, account: { email: emailOf(local), userId: emailOf(local) } },
        ]),
      },
      { workspaceId },
    )
    .then(keep);
  const pay = (payment: object) =>
    fixture.calls
      .RecordPayment(
        { payment: { paymentId: 'p', amount: '1', currency: 'EUR', type: 'sale', ...payment } },
        { workspaceId },
      )
      .then(keep, keep);
  for (const [i, local] of LOCALS.slice(0, 50).entries())
    await pay({ paymentId: `p${i}`, email: emailOf(local) });
  await fixture.calls
    .RecordPayments(
      {
        payments: LOCALS.flatMap((local, index) =>
          [{ email: emailOf(local) }, { email: `${local}@@` }, { userId: emailOf(local) }].map(
            (payer, n) => ({
              index,
              payment: { paymentId: `b${index}-${n}`, amount: '1', currency: 'EUR', type: 'sale', ...payer },
            }),
          ),
        ),
      },
      { workspaceId },
    )
    .then(keep);
  const [first = ''] = LOCALS;
  await pay({ email: emailOf(first), amount: emailOf(first) });
  await pay({ paymentId: emailOf(first), email: emailOf(first), currency: first, type: first });
  await fixture.calls.LookUpAttribution({ email: emailOf(first) }, { workspaceId }).then(keep);
  await fixture.calls.LookUpAttribution({ userId: emailOf(first) }, { workspaceId }).then(keep, keep);
  await fixture.calls.EraseAccount({ email: emailOf(first) }, { workspaceId }).then(keep);
  await fixture.calls.EraseAccount({ email: `${first}@@` }, { workspaceId }).then(keep, keep);
  const bill = (report: object) =>
    fixture.calls
      .RecordBilling({ customerId: 'cus', atMs: NOW, ...report }, { workspaceId })
      .then(keep, keep);
  for (const [i, local] of LOCALS.slice(0, 50).entries())
    await bill({ customerId: `cus_${i}`, email: emailOf(local) });
  const subscription = { subscriptionId: 'sub', eventId: 'evt', mrr: '1', currency: 'EUR' };
  await bill({ customerId: emailOf(first), email: `${first}@@` });
  await bill({
    subscription: { ...subscription, plan: emailOf(first), mrr: first, eventId: emailOf(first) },
  });
  const [local = ''] = LOCALS;
  const email = emailOf(local);
  await identify({ email: `${email}\0` });
  await identify({ email, traitsJson: `{"x": "${email}"` });
  const other = emailOf(LOCALS[1] ?? '');
  const escaped = other.replace('@', '%40');
  keep(await identify({ email: other, userId: other, plan: escaped, company: `<${other}>` }));
  const traits = { x: [other], y: { [escaped]: 1 }, [other]: 1 };
  keep(await identify({ email: other, traitsJson: JSON.stringify(traits) }));
  await identify({ email }, email);
  fixture.analytics.failWith(new Error('unexpected'));
  await identify({ email });
  fixture.analytics.failWith(failure('upstream_unavailable', 'down'));
  keep(await identify({ email }));
  fixture.analytics.failWith(undefined);
  await fixture.database.pool.query('ALTER TABLE identity.profiles RENAME TO elsewhere');
  await identify({ email });
  await fixture.database.pool.query('ALTER TABLE identity.elsewhere RENAME TO profiles');

  expect(errors).toHaveLength(118);
  const outputs = [await fixture.dump(), fixture.lines.join('\n'), ...errors.map(everythingOf)];
  expect(fixture.lines.length).toBeGreaterThan(200);
  expect(outputs[0]).toContain('pro');
  for (const trace of LOCALS.flatMap(traces))
    for (const output of outputs)
      if (output.includes(trace)) throw new Error(`found a trace in: ${output.slice(0, 500)}`);
});

function everythingOf(error: unknown): string {
  if (!(error instanceof Error)) return JSON.stringify(error);
  return [
    JSON.stringify(error),
    error.stack,
    error.cause === undefined ? '' : everythingOf(error.cause),
  ].join('\n');
}
