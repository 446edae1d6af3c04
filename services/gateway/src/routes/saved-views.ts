import { failure } from '@headwater/protos/error-codes';
import type { SavedView__Output } from '@headwater/protos/gen/headwater/sites/v1/SavedView';
import { WORKSPACE_LIMITS } from '@headwater/protos/limits';
import { SAVED_PAGES, type SavedPage } from '@headwater/protos/vocabulary';
import { z } from 'zod';
import { siteNotFound } from '../domain/authorise';
import { isoTime } from '../domain/format';
import type { Principal } from '../domain/principal';
import { defineEndpoint } from '../http/endpoint';
import { deletedSchema } from './shapes/definitions';
import { parseId, pathId } from './shapes/path-id';

const { maxSavedViews, maxSavedViewNameLength, maxSavedViewQueryLength } = WORKSPACE_LIMITS;

const fields = {
  name: z.string().meta({
    description: `1 to ${maxSavedViewNameLength} characters on one line, without an email address or a token`,
    examples: ['Organic search in Germany'],
  }),
  query: z.string().meta({
    description:
      `Query string of the page, without \`?\`: the time range, the comparison, filters and other choices. At most ${maxSavedViewQueryLength} characters, ` +
      'without an email address or a token',
    examples: ['range=90d&compare=previous_period&filter[channel]=Organic+Search&filter[country]=DE'],
  }),
};
const page = z
  .enum(Object.keys(SAVED_PAGES) as [SavedPage, ...SavedPage[]])
  .meta({ description: 'Page of the dashboard' });
const siteId = z.int().positive();

const timestamp = z.iso.datetime({ precision: 3 });

const savedViewSchema = z
  .strictObject({
    id: z.int().positive(),
    name: fields.name,
    page,
    siteId: siteId.nullable().meta({ description: 'Null for pages of the workspace, such as `revenue`' }),
    query: fields.query,
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'SavedView' });

const savedViewJson = (view: SavedView__Output): z.infer<typeof savedViewSchema> => ({
  ...{ id: view.id, name: view.name, page: view.page as SavedPage, query: view.query },
  siteId: view.siteId ?? null,
  createdAt: isoTime(view.createdAtMs),
  updatedAt: isoTime(view.updatedAtMs),
});

const viewParams = z.object({ viewId: pathId('Saved view id') });

/** The id in the path. @throws `saved_view_not_found` for text that cannot be an id. */
function viewIdOf({ viewId }: { readonly viewId: string }): number {
  const id = parseId(viewId);
  if (id === undefined)
    throw failure(
      'saved_view_not_found',
      'This workspace has no such saved view. List its saved views to see their ids.',
    );
  return id;
}

/** The sites of a caller that is limited to certain sites: the caller sees only views of their pages. */
const sitesOf = ({ sites }: Principal) => (sites === null ? {} : { sites: { ids: [...sites] } });

/** `GET /api/v1/saved-views` */
export const listSavedViews = defineEndpoint({
  operationId: 'listSavedViews',
  summary: 'List saved views',
  description:
    'Lists the pages of the dashboard that members of the workspace saved. A token with a list of sites sees those of its sites.',
  tag: 'Dashboard',
  method: 'get',
  path: '/api/v1/saved-views',
  scope: 'stats:read',
  narrowsToSites: true,
  responses: {
    200: {
      description: 'The saved views',
      schema: z.strictObject({ savedViews: z.array(savedViewSchema) }).meta({ id: 'SavedViewList' }),
    },
  },
  failures: [],
  run: async ({ principal, call }, { sites }) => {
    const { views } = await sites.ListSavedViews(sitesOf(principal), call);
    return { status: 200, body: { savedViews: views.map(savedViewJson) } };
  },
});

/** `POST /api/v1/saved-views` */
export const createSavedView = defineEndpoint({
  operationId: 'createSavedView',
  summary: 'Save a view',
  description: `Saves a page of the dashboard for all members of the workspace. A workspace can have up to ${maxSavedViews} saved views.`,
  tag: 'Dashboard',
  method: 'post',
  path: '/api/v1/saved-views',
  example: {
    body: {
      name: 'Organic search in Germany',
      page: 'revenue',
      query: 'range=90d&filter[channel]=Organic+Search&filter[country]=DE',
    },
  },
  scope: 'sites:write',
  narrowsToSites: true,
  body: z
    .strictObject({
      name: fields.name,
      page,
      siteId: siteId
        .exactOptional()
        .meta({ description: 'Required for pages of a site. Pages of the workspace have none' }),
      query: fields.query,
    })
    .meta({ id: 'SavedViewInput' }),
  responses: { 201: { description: 'The new saved view', schema: savedViewSchema } },
  failures: ['site_not_found'],
  run: async ({ principal, body, call }, { sites }) => {
    if (principal.sites !== null && body.siteId === undefined)
      throw failure(
        'insufficient_scope',
        'The token is limited to certain sites, but this page concerns the whole workspace. Use a token without a list of sites.',
      );
    if (body.siteId !== undefined && principal.sites?.includes(body.siteId) === false) throw siteNotFound();
    return { status: 201, body: savedViewJson(await sites.CreateSavedView(body, call)) };
  },
});

/** `PATCH /api/v1/saved-views/{viewId}` */
export const updateSavedView = defineEndpoint({
  operationId: 'updateSavedView',
  summary: 'Update a saved view',
  description: 'Changes only the fields you send. A field that is null stays unchanged.',
  tag: 'Dashboard',
  method: 'patch',
  path: '/api/v1/saved-views/{viewId}',
  example: { body: { name: 'Organic search, Germany' } },
  scope: 'sites:write',
  narrowsToSites: true,
  params: viewParams,
  body: z.strictObject({ name: fields.name.exactOptional(), query: fields.query.exactOptional() }),
  responses: { 200: { description: 'The updated saved view', schema: savedViewSchema } },
  failures: ['saved_view_not_found'],
  run: async ({ principal, params, body, call }, { sites }) => {
    const request = { id: viewIdOf(params), ...sitesOf(principal), ...body };
    return { status: 200, body: savedViewJson(await sites.UpdateSavedView(request, call)) };
  },
});

/** `DELETE /api/v1/saved-views/{viewId}` */
export const deleteSavedView = defineEndpoint({
  operationId: 'deleteSavedView',
  summary: 'Delete a saved view',
  description: 'Deletes the saved view for all members of the workspace. The data of the page stays.',
  tag: 'Dashboard',
  method: 'delete',
  path: '/api/v1/saved-views/{viewId}',
  scope: 'sites:write',
  narrowsToSites: true,
  params: viewParams,
  responses: { 200: { description: 'The saved view is deleted', schema: deletedSchema } },
  failures: ['saved_view_not_found'],
  run: async ({ principal, params, call }, { sites }) => {
    const { id } = await sites.DeleteSavedView({ id: viewIdOf(params), ...sitesOf(principal) }, call);
    return { status: 200, body: { deleted: true, id } };
  },
});
