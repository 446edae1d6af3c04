import { EVIDENCE } from '@headwater/eventstore/event-columns';
import { sampleEvent } from '@headwater/eventstore/testing/sample-event';
import type { EventClaim } from '../domain/event-claim';
import { createClaimIds } from './event-claims';

const uuid = (n: number): string => `0197a5c8-0000-4000-8000-${String(n).padStart(12, '0')}`;
const row = (n: number, name = 'purchase') =>
  sampleEvent({ event_id: uuid(n), name, origin: 'server', evidence: EVIDENCE.ownId });

/** Claims ids as sites does: the first claim of an id wins. */
function recordedClaims() {
  const requests: (readonly EventClaim[])[] = [];
  const firsts = new Map<string, EventClaim>();
  const claimIds = createClaimIds((claims) => {
    requests.push(claims);
    for (const claim of claims) if (!firsts.has(claim.eventId)) firsts.set(claim.eventId, claim);
    return Promise.resolve(claims.map((claim) => firsts.get(claim.eventId) ?? claim));
  });
  return { requests, claimIds };
}

it('claims the ids of concurrent calls in one request, and returns each call its own rows', async () => {
  const { requests, claimIds } = recordedClaims();
  const calls = [[row(1)], [row(2), row(3)], [], [row(1, 'other')], [row(4), row(1)]];
  const found = await Promise.all(calls.map((rows) => claimIds(rows)));
  const ids = found.map((rows) => rows.map((one) => one?.event_id));
  expect(ids).toEqual([[uuid(1)], [uuid(2), uuid(3)], [], [undefined], [uuid(4), uuid(1)]]);
  expect(requests).toHaveLength(1);
});

it('claims again after a failed request', async () => {
  let isDown = true;
  const claimIds = createClaimIds((claims) =>
    isDown ? Promise.reject(new Error('unreachable')) : Promise.resolve(claims),
  );
  await expect(Promise.all([claimIds([row(1)]), claimIds([row(2)])])).rejects.toThrow('unreachable');
  isDown = false;
  expect(await claimIds([row(1), row(2)])).toHaveLength(2);
});
