import type { Erasure__Output } from '@headwater/protos/gen/headwater/identity/v1/Erasure';
import { z } from 'zod';
import { decodeErasureCursor, encodeErasureCursor } from '../domain/cursors';
import { isoTime } from '../domain/format';
import type { SignCertificate } from '../domain/signing-keys';
import { defineEndpoint } from '../http/endpoint';
import { MAX_ERASURE_MS } from '../store/idempotency-keys';
import { updateLastErasure } from '../store/workspaces';
import { pageQuery } from './shapes/queries';
import { idText, JWS_DESCRIPTION } from './shapes/scalars';

const count = z.int().nonnegative();
const time = z.iso.datetime({ precision: 3 });

/** The proof of an erasure, without any data of its subject. */
const certificateSchema = z
  .strictObject({
    id: z.string().meta({ description: 'Returns the certificate again: `GET /api/v1/erasures/{erasureId}`' }),
    at: time,
    completedAt: time.nullable().meta({ description: 'Null while the erasure runs' }),
    status: z.enum(['running', 'complete']).meta({
      description:
        'Running: not all services have deleted their data. One of them is unavailable, or is publishing webhook events or ' +
        'running another erasure. The erasure completes without another call',
    }),
    profiles: count.meta({ description: 'Profiles deleted, with their recorded channel' }),
    links: count.meta({ description: 'Links to visitors deleted' }),
    payments: count.meta({
      description:
        'Payments unlinked: kept in totals, without the account. A later refund of such a payment is unlinked too. ' +
        'A later refund that names only its customer is stored under the customer id of the provider',
    }),
    customers: count.meta({ description: 'Links to customers of payment providers deleted' }),
    subscriptions: count.meta({ description: 'Subscriptions of these customers deleted' }),
    touches: count.meta({ description: 'Stored sessions of the accounts deleted' }),
    visitors: count.meta({ description: 'Visitors that were linked to no other account' }),
    events: count.meta({
      description: 'Stored events of these visitors deleted, on all sites; 0 until they are counted',
    }),
    firstTouches: count.meta({ description: 'Stored first sessions of these visitors deleted' }),
    clickIds: count.exactOptional().meta({
      description:
        'Stored click ids of these visitors deleted. Absent if an earlier version counted the rows, without click ids',
    }),
    webhookEvents: count.meta({ description: 'Stored webhook events whose `userId` was removed' }),
    rows: z
      .record(z.string(), count)
      .exactOptional()
      .meta({
        description:
          'Deleted rows of all other tables, by table: rejected events (`dead_letters`), `imported_properties`, rows of roll-ups with a ' +
          'visitor, `attributions` and others. `billing_customers`: customers that lost the id of an erased visitor. Tables ' +
          'without such rows are omitted. Absent if an earlier version counted the rows',
        examples: [{ attributions: 1, dead_letters: 2 }],
      }),
    closedExports: count.exactOptional().meta({
      description: 'Running exports of the workspace that were closed. Absent in older certificates',
    }),
    jws: z
      .string()
      .nullable()
      .meta({ description: `${JWS_DESCRIPTION}. Null while the erasure runs` }),
  })
  .meta({ id: 'ErasureCertificate' });

function certificateJson(erasure: Erasure__Output, sign: SignCertificate): z.infer<typeof certificateSchema> {
  const { id, atMs, completedAtMs, webhookEvents, ...counts } = erasure;
  const { profiles, links, payments, customers, subscriptions, touches } = counts;
  const { visitors, events, firstTouches, clickIds, rows, closedExports } = counts;
  const certificate = {
    ...{ id, at: isoTime(atMs) },
    completedAt: completedAtMs === undefined ? null : isoTime(completedAtMs),
    status: completedAtMs === undefined ? ('running' as const) : ('complete' as const),
    ...{ profiles, links, payments, customers, subscriptions, touches },
    ...{ visitors, events, firstTouches },
    ...(clickIds === undefined ? {} : { clickIds }),
    webhookEvents,
    ...(rows ? { rows: rows.tables } : {}),
    ...(closedExports === undefined ? {} : { closedExports }),
  };
  return { ...certificate, jws: completedAtMs === undefined ? null : sign('erasure', certificate) };
}

/** `POST /api/v1/erasures` */
export const eraseAccount = defineEndpoint({
  operationId: 'eraseAccount',
  summary: 'Erase an account or a visitor',
  description:
    'Deletes the accounts with this email address or user id and returns a certificate. For an unknown subject, all counts are 0. ' +
    "The accounts' visitors are linked to no account again. Events of visitors without another account are deleted: " +
    'counts of sites no longer include them. Events that happened or arrived before the erasure are not stored after it; ' +
    'newer ones count as those of an unlinked visitor. Recorded payments stay. With `anonymous_id`, erases one visitor: its accounts stay. ' +
    'Running exports of the workspace are closed before the erasure completes. Files of exports are not erased: delete them.',
  tag: 'Identify',
  method: 'post',
  path: '/api/v1/erasures',
  example: { body: { email: 'grace@example.com' } },
  scope: 'identify',
  allSites: true,
  audited: true,
  body: z.strictObject({
    email: z.string().min(1).exactOptional().meta({
      description: 'Send one of `email`, `user_id` and `anonymous_id`. Hashed on arrival',
    }),
    user_id: idText((text) => text.min(1))
      .exactOptional()
      .meta({ description: 'Your id of the account' }),
    anonymous_id: idText((text) => text.min(1))
      .exactOptional()
      .meta({
        description:
          'The id of the visitor. An id with `@` that an earlier version stored is accepted, an email address is not',
      }),
  }),
  responses: {
    200: {
      description: 'The erasure certificate',
      schema: z.strictObject({ ok: z.literal(true), certificate: certificateSchema }).meta({ id: 'Erasure' }),
    },
  },
  failures: [],
  run: async ({ body, principal, call }, { db, clock, identity, signCertificate }) => {
    const { email, user_id: userId, anonymous_id: anonymousId } = body;
    const subject = {
      ...(email === undefined ? {} : { email }),
      ...(userId === undefined ? {} : { userId }),
      ...(anonymousId === undefined ? {} : { anonymousId }),
    };
    // Before the erasure, as the gateway may crash after it.
    await updateLastErasure(db, principal.workspaceId, clock.now() + MAX_ERASURE_MS);
    const erasure = await identity.EraseAccount(subject, call);
    return { status: 200, body: { ok: true, certificate: certificateJson(erasure, signCertificate) } };
  },
});

/** `GET /api/v1/erasures/{erasureId}` */
export const getErasure = defineEndpoint({
  operationId: 'getErasure',
  summary: 'Get an erasure certificate',
  description: 'Returns the certificate with its current state. Certificates are stored permanently.',
  tag: 'Identify',
  method: 'get',
  path: '/api/v1/erasures/{erasureId}',
  scope: 'identify',
  allSites: true,
  params: z.object({ erasureId: z.string().max(64).meta({ description: 'Certificate id' }) }),
  responses: { 200: { description: 'The certificate', schema: certificateSchema } },
  failures: ['erasure_not_found'],
  run: async ({ params: { erasureId: id }, call }, { identity, signCertificate }) => ({
    status: 200,
    body: certificateJson(await identity.GetErasure({ id }, call), signCertificate),
  }),
});

/** `GET /api/v1/erasures` */
export const listErasures = defineEndpoint({
  operationId: 'listErasures',
  summary: 'List erasure certificates',
  description:
    'Lists the certificates of the workspace, newest first. They contain no data of the erased subjects.',
  tag: 'Identify',
  method: 'get',
  path: '/api/v1/erasures',
  example: { query: 'limit=10' },
  scope: 'identify',
  allSites: true,
  query: z.object(pageQuery),
  responses: {
    200: {
      description: 'The certificates, and the cursor of the next page',
      schema: z
        .strictObject({ erasures: z.array(certificateSchema), nextCursor: z.string().nullable() })
        .meta({ id: 'ErasureList' }),
    },
  },
  failures: [],
  run: async ({ query: { limit = 50, cursor }, call }, { identity, signCertificate }) => {
    const before = cursor === undefined ? {} : { before: decodeErasureCursor(cursor) };
    // Reads one row more than the page to know whether there is a next page.
    const { erasures: found } = await identity.ListErasures({ ...before, limit: limit + 1 }, call);
    const erasures = found.slice(0, limit);
    const last = erasures.at(-1);
    const nextCursor = found.length > limit && last ? encodeErasureCursor(last) : null;
    const certificates = erasures.map((erasure) => certificateJson(erasure, signCertificate));
    return { status: 200, body: { erasures: certificates, nextCursor } };
  },
});
