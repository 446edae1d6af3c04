import type { CallContext, Handlers } from '@headwater/kit/rpc/types';
import { failure } from '@headwater/protos/error-codes';
import type { SavedView__Output } from '@headwater/protos/gen/headwater/sites/v1/SavedView';
import type { SitesDefinition } from '@headwater/protos/services';

/** In-memory saved views of all workspaces. */
export function savedViewsInMemory(now: number): Partial<Handlers<SitesDefinition>> {
  const rows: { readonly workspaceId: number; readonly view: SavedView__Output }[] = [];
  let created = 0;
  const visibleTo = (sites: { readonly ids: readonly number[] } | null, call: CallContext) =>
    rows.filter(
      ({ workspaceId, view: { siteId } }) =>
        workspaceId === call.workspaceId() &&
        (!sites || (siteId !== undefined && sites.ids.includes(siteId))),
    );
  const find = (
    { id, sites }: { id: number; sites: { readonly ids: readonly number[] } | null },
    call: CallContext,
  ) => {
    const row = visibleTo(sites, call).find(({ view }) => view.id === id);
    if (!row) throw failure('saved_view_not_found', 'This workspace has no such saved view.');
    return row;
  };
  return {
    ListSavedViews: ({ sites }, call) =>
      Promise.resolve({ views: visibleTo(sites, call).map(({ view }) => view) }),
    CreateSavedView: ({ name, page, siteId, query }, call) => {
      const view = {
        ...{ id: ++created, name, page, query, createdAtMs: now, updatedAtMs: now },
        ...(siteId === undefined ? {} : { siteId }),
      };
      rows.push({ workspaceId: call.workspaceId(), view });
      return Promise.resolve(view);
    },
    UpdateSavedView: ({ name, query, ...reference }, call) => {
      const { view } = find(reference, call);
      view.name = name ?? view.name;
      view.query = query ?? view.query;
      return Promise.resolve(view);
    },
    DeleteSavedView: (reference, call) => {
      rows.splice(rows.indexOf(find(reference, call)), 1);
      return Promise.resolve({ id: reference.id });
    },
  };
}
