import { WORKSPACE_LIMITS } from '@headwater/protos/limits';
import { SHARED_PAGES } from '@headwater/protos/vocabulary';
import { z } from 'zod';
import { isoTime } from '../../domain/format';
import type { ListedShareLink } from '../../store/share-links';

const timestamp = z.iso.datetime({ precision: 3 });

const pageSchema = z.enum(SHARED_PAGES).meta({
  description:
    'Page that the link shows, in any view. `overview`: visits, without event properties and revenue. `events`, `goals` and ' +
    '`journeys`: also event properties. `revenue`, `acquisition` and `cohorts`: sums of the accounts whose recorded first visit was on the ' +
    'site, without companies and costs',
});

/** A share link as every response shows it. */
export const shareLinkSchema = z
  .strictObject({
    id: z.int().positive(),
    name: z.string(),
    page: pageSchema,
    view: z.string().meta({ description: 'Query string with which the page opens; empty: its default view' }),
    url: z
      .url()
      .nullable()
      .meta({
        description:
          'URL of the shared page. Anyone with this URL, and the password if there is one, can view the numbers. ' +
          'Null without the scope `sites:write`, and in a dashboard session without a recent sign-in: the link would outlive the token ' +
          'or the session. Null for a page of the workspace, such as `revenue`, if the caller is limited to certain sites',
      }),
    hasPassword: z.boolean(),
    createdAt: timestamp,
    createdBy: z
      .int()
      .positive()
      .nullable()
      .meta({
        description:
          'Id of the token that created it, also through a dashboard session. It keeps working after the revocation of this token. ' +
          'Null: created in a session of the admin command, or by an earlier release',
      }),
    expiresAt: timestamp.nullable().meta({ description: 'Null if the link never expires' }),
  })
  .meta({ id: 'ShareLink' });

/** Maps a share link to JSON. @param publicUrl URL at which browsers reach the gateway */
export function shareLinkJson(
  { id, name, page, view, slug, hasPassword, createdAtMs, createdBy, expiresAtMs }: ListedShareLink,
  { publicUrl, showsUrl }: { readonly publicUrl: string; readonly showsUrl: boolean },
): z.infer<typeof shareLinkSchema> {
  const url = showsUrl ? `${publicUrl}/share/${slug}` : null;
  const expiresAt = expiresAtMs === null ? null : isoTime(expiresAtMs);
  return { id, name, page, view, url, hasPassword, createdAt: isoTime(createdAtMs), createdBy, expiresAt };
}

/** Fields that create and update share. */
export const shareLinkFields = {
  name: z
    .string()
    .regex(/^\P{Cc}{1,100}$/u, 'must be 1 to 100 characters without control characters')
    .meta({ description: 'Display name of the link', examples: ['for the agency'] }),
  page: pageSchema,
  view: z.string().meta({
    description:
      'Query string with which the page opens, without `?`: the time range, filters and other choices, as in saved views. Readers can change ' +
      `it. At most ${WORKSPACE_LIMITS.maxSavedViewQueryLength} characters, without an email address or a token`,
    examples: ['range=90d&filter[channel]=Paid+Search'],
  }),
  expiresAt: z.iso.datetime({ offset: true }),
};
