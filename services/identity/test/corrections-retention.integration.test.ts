import { waitFor } from '@headwater/kit/testing/wait-for';
import { identityFixture, NOW, type IdentityFixture } from './identity-fixture';

let fixture: IdentityFixture;
beforeAll(async () => {
  fixture = await identityFixture();
});
afterAll(() => fixture.stop());

it('corrections are deleted after two years', async () => {
  const { pool } = fixture.database;
  await pool.query(
    `INSERT INTO identity.corrections
       (workspace_id, profile_id, corrected_at, previous_channel, previous_source, channel, source, published)
     SELECT 1, age, to_timestamp($1) - age * interval '1 day', 'Direct', '', 'Email', '', true FROM unnest($2::int[]) AS age`,
    [NOW / 1_000, [731, 729]],
  );
  const profiles = async () =>
    (await pool.query<{ profile_id: string }>('SELECT profile_id FROM identity.corrections')).rows;
  // A replica deletes old rows at its start, and every hour.
  await fixture.start({});
  await waitFor('the older one to be deleted', async () => (await profiles()).length === 1);
  expect(await profiles()).toEqual([{ profile_id: '729' }]);
});
