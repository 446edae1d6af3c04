import type { IdentityFixture } from './identity-fixture';
import { money, type NaiveAccount } from './naive-customers';

const userIdOf = (email: string): string => `u-${email.split('@')[0]}`;

/** Stores accounts through the API, in the given order of calls, and then sets the times of their identification. */
export async function storeAccounts(
  fixture: IdentityFixture,
  {
    workspaceId,
    accounts,
    order,
  }: {
    readonly workspaceId: number;
    readonly accounts: readonly NaiveAccount[];
    readonly order: readonly number[];
  },
): Promise<void> {
  const identify = accounts.map(({ email, plan, mrr, channel, link }, i) => async () => {
    const account = { email, plan, mrr, userId: userIdOf(email) };
    if (channel !== undefined) fixture.analytics.sees(workspaceId, `v${i}`, { channel });
    if (channel !== undefined || link !== 'none')
      await fixture.calls.Identify({ anonymousId: `v${i}`, account }, { workspaceId });
    else await fixture.calls.BulkIdentify({ users: [{ index: 0, account }] }, { workspaceId });
  });
  const pay = accounts.flatMap(({ email, payments }) =>
    payments.map((payment, i) => async () => {
      const { paymentId, currency, type } = payment;
      await fixture.calls.RecordPayment(
        {
          payment: {
            ...{ paymentId, currency, type, amount: money(payment.minor, currency) },
            ...(i % 2 ? { email } : { userId: userIdOf(email) }),
            occurredAt: new Date(payment.atMs).toISOString(),
          },
        },
        { workspaceId },
      );
    }),
  );
  const calls = [...identify, ...pay];
  const shuffled = calls
    .map((call, i) => ({ call, rank: order[i % order.length] ?? 0 }))
    .sort((a, b) => a.rank - b.rank);
  for (const { call } of shuffled) await call();
  for (const [i, { touches, channel }] of accounts.entries())
    for (const touch of channel === undefined ? [] : touches)
      await fixture.database.pool.query(
        `INSERT INTO identity.touches (workspace_id, profile_id, anonymous_id, at, channel, source, campaign, landing, referrer)
         SELECT workspace_id, profile_id, anonymous_id, $3, $4, '', '', '', '' FROM identity.links
          WHERE workspace_id = $1 AND anonymous_id = $2
         ON CONFLICT DO NOTHING`,
        [workspaceId, `v${i}`, new Date(touch.atMs), touch.channel],
      );
  const expired = accounts.flatMap(({ channel, link }, i) =>
    channel === undefined && link === 'expired' ? [`v${i}`] : [],
  );
  await fixture.database.pool.query(
    `UPDATE identity.links SET created_at = created_at - interval '31 days' WHERE workspace_id = $1 AND anonymous_id = ANY ($2)`,
    [workspaceId, expired],
  );
  // The service never changes this time, so no trigger queues the change.
  for (const { email, identifiedAtMs } of accounts)
    await fixture.database.pool.query(
      `WITH changed AS (
         UPDATE identity.profiles SET created_at = $3 WHERE workspace_id = $1 AND user_id = $2 RETURNING workspace_id, id)
       INSERT INTO identity.account_changes (workspace_id, profile_id) SELECT workspace_id, id FROM changed`,
      [workspaceId, userIdOf(email), new Date(identifiedAtMs)],
    );
}
