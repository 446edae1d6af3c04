import { failure } from '@headwater/protos/error-codes';
import { z } from 'zod';
import { isoTime } from '../../domain/iso-time';
import { makeShareKey, SHARE_KEY_MS } from '../../domain/share-key';
import { defineEndpoint } from '../../http/endpoint';

const SLUG = /^[A-Za-z0-9_-]{22}$/;

/** `POST /dashboard/share`: a key of an hour that shows the numbers of a share link's site. */
export const openShareLink = defineEndpoint({
  operationId: 'openShareLink',
  summary: 'Open a share link',
  tag: 'Dashboard',
  method: 'post',
  path: '/dashboard/share',
  open: true,
  body: z.strictObject({ slug: z.string().max(200), password: z.string().max(1_000).optional() }),
  responses: {
    200: {
      description: 'The key, for the header X-Headwater-Share',
      schema: z.strictObject({
        site: z.strictObject({
          id: z.int().positive(),
          name: z.string(),
          domain: z.string(),
          timezone: z.string(),
        }),
        key: z.string(),
        expiresAt: z.iso.datetime({ precision: 3 }),
      }),
    },
  },
  failures: ['share_link_not_found', 'password_required', 'rate_limited'],
  run: async ({ body: { slug, password }, call }, { shareLinks, sites, passwords, countOpening, clock }) => {
    const link = SLUG.test(slug) ? await shareLinks.findBySlug(slug) : undefined;
    if (!link) throw shareLinkEnded();
    await countOpening(link.id);
    if (link.passwordHash !== null) {
      if (password === undefined) throw failure('password_required', 'This page asks for a password.');
      const { id, passwordHash } = link;
      if (!(await passwords.isRight(password, { id, passwordHash })))
        throw failure('password_required', 'This is not the password of this page.');
    }
    const { id, name, domain, timezone } = await sites.GetSite(
      { id: link.siteId },
      { ...call, workspaceId: link.workspaceId },
    );
    const expiresAtMs = clock.now() + SHARE_KEY_MS;
    const key = makeShareKey(link.id, expiresAtMs, link.keySecret);
    return {
      status: 200,
      body: { site: { id, name, domain, timezone }, key, expiresAt: isoTime(expiresAtMs) },
    };
  },
});

function shareLinkEnded() {
  return failure('share_link_not_found', 'There is no such page, or it is shared no more.');
}
