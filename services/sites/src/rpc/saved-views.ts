import type { CallContext, Handlers } from '@headwater/kit/rpc/types';
import { failure } from '@headwater/protos/error-codes';
import { WORKSPACE_LIMITS } from '@headwater/protos/limits';
import type { SitesDefinition } from '@headwater/protos/services';
import type { Dependencies } from '../dependencies';
import { checkName, checkPage, checkQuery, checkSiteOf, type SavedView } from '../domain/saved-view';
import { isSiteId } from '../domain/site';
import {
  deleteSavedView,
  insertSavedView,
  listSavedViews,
  updateSavedView,
  type Visible,
} from '../store/saved-views';
import { getActiveSite } from '../store/sites';
import { requireFields, requireSiteId, siteNotFound } from './validate';

type Method<M extends keyof Handlers<SitesDefinition>> = Handlers<SitesDefinition>[M];

const MAX = WORKSPACE_LIMITS.maxSavedViews;

export function createListSavedViews({ db }: Dependencies): Method<'ListSavedViews'> {
  return async (request, call) => {
    const views = await listSavedViews(db, visibleTo(request, call));
    return { views: views.map(viewMessage) };
  };
}

export function createCreateSavedView({ db, clock }: Dependencies): Method<'CreateSavedView'> {
  return async ({ name, page, siteId, query }, call) => {
    const workspaceId = call.workspaceId();
    const fields = requireFields({
      name: checkName(name),
      page: checkPage(page),
      siteId: checkSiteOf(page, siteId),
      query: checkQuery(query),
    });
    if (fields.siteId !== undefined) requireSiteId(fields.siteId);
    const created = await insertSavedView(db, { workspaceId, ...fields, at: clock.now(), max: MAX });
    if (created) return viewMessage(created);
    if (fields.siteId !== undefined && !(await getActiveSite(db, workspaceId, fields.siteId)))
      throw siteNotFound();
    throw failure('invalid_request', `A workspace has at most ${MAX} saved views. Delete one first.`);
  };
}

export function createUpdateSavedView({ db, clock }: Dependencies): Method<'UpdateSavedView'> {
  return async ({ id, name, query, ...request }, call) => {
    const fields = requireFields({
      ...(name === undefined ? {} : { name: checkName(name) }),
      ...(query === undefined ? {} : { query: checkQuery(query) }),
    });
    const change = { ...visibleTo(request, call), id, ...fields, at: clock.now() };
    const updated = isSiteId(id) ? await updateSavedView(db, change) : undefined;
    if (!updated) throw notFound();
    return viewMessage(updated);
  };
}

export function createDeleteSavedView({ db }: Dependencies): Method<'DeleteSavedView'> {
  return async ({ id, ...request }, call) => {
    if (isSiteId(id) && (await deleteSavedView(db, { ...visibleTo(request, call), id }))) return { id };
    throw notFound();
  };
}

const visibleTo = (
  { sites }: { readonly sites: { readonly ids: readonly number[] } | null },
  call: CallContext,
): Visible => ({ workspaceId: call.workspaceId(), sites: sites?.ids });

const notFound = () =>
  failure(
    'saved_view_not_found',
    'This workspace has no such saved view. List its saved views to see their ids.',
  );

const viewMessage = ({ id, name, page, siteId, query, createdAt, updatedAt }: SavedView) => ({
  ...{ id, name, page, query },
  ...(siteId === undefined ? {} : { siteId }),
  createdAtMs: createdAt,
  updatedAtMs: updatedAt,
});
