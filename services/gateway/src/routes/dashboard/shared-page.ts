import { failure } from '@headwater/protos/error-codes';
import { z } from 'zod';
import { isoTime } from '../../domain/format';
import { createShareKey, SHARE_KEY_MS } from '../../domain/share-link';
import { ANONYMOUS_BODY_BYTES, defineEndpoint } from '../../http/endpoint';
import { limitOpening } from '../../http/rate-limit';
import { findShareLinkBySlug } from '../../store/share-links';

const SLUG = /^[A-Za-z0-9_-]{22}$/;

/** `POST /dashboard/share`: returns a key that can read the numbers of the shared page for one hour, or until the link expires. */
export const openShareLink = defineEndpoint({
  operationId: 'openShareLink',
  summary: 'Open a share link',
  tag: 'Dashboard',
  method: 'post',
  path: '/dashboard/share',
  open: true,
  maxBodyBytes: ANONYMOUS_BODY_BYTES,
  body: z.strictObject({ slug: z.string().max(200), password: z.string().max(1_000).optional() }),
  responses: {
    200: {
      description: 'The key to send in the header `X-Headwater-Share`',
      schema: z.strictObject({
        site: z.strictObject({
          id: z.int().positive(),
          name: z.string(),
          domain: z.string(),
          timezone: z.string(),
        }),
        page: z.string().meta({ description: 'Page that the key can read' }),
        view: z.string().meta({ description: 'Query string with which the page opens' }),
        key: z.string(),
        expiresAt: z.iso.datetime({ precision: 3 }),
      }),
    },
  },
  failures: ['share_link_not_found', 'password_required', 'rate_limited'],
  run: async ({ body: { slug, password }, call }, { db, sites, passwords, rateLimit, clock }) => {
    const link = SLUG.test(slug) ? await findShareLinkBySlug(db, slug, clock.now()) : undefined;
    if (!link) throw shareLinkNotFound();
    await limitOpening(rateLimit, link.id);
    if (link.passwordHash !== null) {
      if (password === undefined)
        throw failure('password_required', 'This page requires a password. Send it as `password`.');
      const { id, workspaceId, passwordHash } = link;
      if (!(await passwords.matches(password, { id, workspaceId, passwordHash })))
        throw failure('password_required', 'The password is wrong. Check it and try again.');
    }
    const { id, name, domain, timezone } = await sites.GetSite(
      { id: link.siteId },
      { ...call, workspaceId: link.workspaceId },
    );
    const expiresAtMs = Math.min(clock.now() + SHARE_KEY_MS, link.expiresAtMs ?? Infinity);
    const key = createShareKey(link.id, expiresAtMs, link.keySecret);
    return {
      status: 200,
      body: {
        site: { id, name, domain, timezone },
        ...{ page: link.page, view: link.view, key, expiresAt: isoTime(expiresAtMs) },
      },
    };
  },
});

function shareLinkNotFound() {
  return failure('share_link_not_found', 'This shared page does not exist or is no longer shared.');
}
