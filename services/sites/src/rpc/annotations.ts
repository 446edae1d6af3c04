import type { CallContext, Handlers } from '@headwater/kit/rpc/types';
import { failure } from '@headwater/protos/error-codes';
import { SITE_LIMITS } from '@headwater/protos/limits';
import type { SitesDefinition } from '@headwater/protos/services';
import type { Dependencies } from '../dependencies';
import { checkDay, checkText, type Annotation } from '../domain/annotation';
import { isSiteId } from '../domain/site';
import { deleteAnnotation, insertAnnotation, listAnnotations, updateAnnotation } from '../store/annotations';
import type { SiteReference } from '../store/goals-and-funnels';
import { getActiveSite } from '../store/sites';
import { requireFields, requireSiteId, siteNotFound } from './validate';

type Method<M extends keyof Handlers<SitesDefinition>> = Handlers<SitesDefinition>[M];

const MAX = SITE_LIMITS.maxAnnotations;

export function createListAnnotations({ db }: Dependencies): Method<'ListAnnotations'> {
  return async ({ siteId, from, to }, call) => {
    const site = siteOf(siteId, call);
    const days = requireFields({
      ...(from === undefined ? {} : { from: checkDay(from) }),
      ...(to === undefined ? {} : { to: checkDay(to) }),
    });
    if (from !== undefined && to !== undefined && from > to)
      throw failure('invalid_request', 'from must not be after to.', {
        fields: [{ field: 'from', message: 'must not be after to' }],
      });
    const [active, annotations] = await Promise.all([
      getActiveSite(db, site.workspaceId, site.siteId),
      listAnnotations(db, { ...site, ...days }),
    ]);
    if (!active) throw siteNotFound();
    return { annotations: annotations.map(annotationMessage) };
  };
}

export function createCreateAnnotation({ db, clock }: Dependencies): Method<'CreateAnnotation'> {
  return async ({ siteId, day, text }, call) => {
    const site = siteOf(siteId, call);
    const fields = requireFields({ day: checkDay(day), text: checkText(text) });
    const created = await insertAnnotation(db, { ...site, ...fields, at: clock.now(), max: MAX });
    if (created) return annotationMessage(created);
    if (!(await getActiveSite(db, site.workspaceId, site.siteId))) throw siteNotFound();
    throw failure('invalid_request', `A site has at most ${MAX} annotations. Delete one first.`);
  };
}

export function createUpdateAnnotation({ db, clock }: Dependencies): Method<'UpdateAnnotation'> {
  return async ({ siteId, id, day, text }, call) => {
    const site = siteOf(siteId, call);
    const fields = requireFields({
      ...(day === undefined ? {} : { day: checkDay(day) }),
      ...(text === undefined ? {} : { text: checkText(text) }),
    });
    const updated = isSiteId(id)
      ? await updateAnnotation(db, { ...site, id, ...fields, at: clock.now() })
      : undefined;
    if (!updated) throw await notFound({ db }, site);
    return annotationMessage(updated);
  };
}

export function createDeleteAnnotation({ db }: Dependencies): Method<'DeleteAnnotation'> {
  return async ({ siteId, id }, call) => {
    const site = siteOf(siteId, call);
    if (isSiteId(id) && (await deleteAnnotation(db, { ...site, id }))) return { id };
    throw await notFound({ db }, site);
  };
}

const siteOf = (siteId: number, call: CallContext): SiteReference => ({
  workspaceId: call.workspaceId(),
  siteId: requireSiteId(siteId),
});

async function notFound({ db }: Pick<Dependencies, 'db'>, site: SiteReference): Promise<Error> {
  if (!(await getActiveSite(db, site.workspaceId, site.siteId))) return siteNotFound();
  return failure(
    'annotation_not_found',
    'This site has no such annotation. List its annotations to see their ids.',
  );
}

const annotationMessage = ({ id, day, text, createdAt, updatedAt }: Annotation) => ({
  ...{ id, day, text },
  createdAtMs: createdAt,
  updatedAtMs: updatedAt,
});
