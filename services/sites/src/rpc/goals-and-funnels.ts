import type { FieldError } from '@headwater/kit/errors';
import type { Db } from '@headwater/kit/pg/pool';
import type { CallContext, Handlers } from '@headwater/kit/rpc/types';
import { failure } from '@headwater/protos/error-codes';
import { SITE_LIMITS } from '@headwater/protos/limits';
import type { SitesDefinition } from '@headwater/protos/services';
import type { Dependencies } from '../dependencies';
import {
  changedGoal,
  checkFunnel,
  checkGoal,
  type Defined,
  type Definitions,
  type FunnelDefinition,
  type GoalDefinition,
  type Report,
} from '../domain/goals-and-funnels';
import { isSiteId } from '../domain/site';
import {
  deleteDefinition,
  getDefinition,
  insertDefinition,
  listDefinitions,
  updateDefinition,
  type SiteReference,
} from '../store/goals-and-funnels';
import { getActiveSite } from '../store/sites';
import { requireSiteId, siteNotFound } from './validate';

type Method<M extends keyof Handlers<SitesDefinition>> = Handlers<SitesDefinition>[M];
type Kind = keyof Definitions;

/** Limit per site, for goals and for funnels. */
export const MAX_DEFINITIONS = SITE_LIMITS.maxDefinitions;

export function createListGoals(dependencies: Dependencies): Method<'ListGoals'> {
  return async ({ siteId }, call) => ({
    goals: (await list(dependencies, 'goal', siteId, call)).map(goalMessage),
  });
}

export function createCreateGoal(dependencies: Dependencies): Method<'CreateGoal'> {
  return async ({ siteId, goal }, call) =>
    goalMessage(await create(dependencies, 'goal', { siteId, definition: checked(goal, checkGoal) }, call));
}

export function createGetGoal(dependencies: Dependencies): Method<'GetGoal'> {
  return async (reference, call) => goalMessage(await get(dependencies, 'goal', reference, call));
}

export function createUpdateGoal(dependencies: Dependencies): Method<'UpdateGoal'> {
  return async ({ siteId, id, filters, ...fields }, call) => {
    const given = { ...fields, ...(filters ? { filters: filters.values } : {}) };
    const change = (stored: GoalDefinition) => checked(changedGoal(stored, given), checkGoal);
    return goalMessage(await update(dependencies, 'goal', { siteId, id, change }, call));
  };
}

export function createDeleteGoal(dependencies: Dependencies): Method<'DeleteGoal'> {
  return (reference, call) => remove(dependencies, 'goal', reference, call);
}

export function createListFunnels(dependencies: Dependencies): Method<'ListFunnels'> {
  return async ({ siteId }, call) => ({
    funnels: (await list(dependencies, 'funnel', siteId, call)).map(funnelMessage),
  });
}

export function createCreateFunnel(dependencies: Dependencies): Method<'CreateFunnel'> {
  return async ({ siteId, funnel }, call) =>
    funnelMessage(
      await create(dependencies, 'funnel', { siteId, definition: checked(funnel, checkFunnel) }, call),
    );
}

export function createGetFunnel(dependencies: Dependencies): Method<'GetFunnel'> {
  return async (reference, call) => funnelMessage(await get(dependencies, 'funnel', reference, call));
}

export function createUpdateFunnel(dependencies: Dependencies): Method<'UpdateFunnel'> {
  return async ({ siteId, id, steps, ...fields }, call) => {
    const given = { ...fields, ...(steps ? { steps: steps.values } : {}) };
    const change = (stored: FunnelDefinition) => checked({ ...stored, ...given }, checkFunnel);
    return funnelMessage(await update(dependencies, 'funnel', { siteId, id, change }, call));
  };
}

export function createDeleteFunnel(dependencies: Dependencies): Method<'DeleteFunnel'> {
  return (reference, call) => remove(dependencies, 'funnel', reference, call);
}

const siteOf = (siteId: number, call: CallContext): SiteReference => ({
  workspaceId: call.workspaceId(),
  siteId: requireSiteId(siteId),
});

async function list<K extends Kind>(
  { db }: Dependencies,
  kind: K,
  siteId: number,
  call: CallContext,
): Promise<Defined<K>[]> {
  const site = siteOf(siteId, call);
  const [active, definitions] = await Promise.all([
    getActiveSite(db, site.workspaceId, site.siteId),
    listDefinitions(db, kind, site),
  ]);
  if (!active) throw siteNotFound();
  return definitions;
}

async function create<K extends Kind>(
  { db, clock }: Dependencies,
  kind: K,
  { siteId, definition }: { siteId: number; definition: Definitions[K] },
  call: CallContext,
): Promise<Defined<K>> {
  const site = siteOf(siteId, call);
  const max = MAX_DEFINITIONS;
  const created = await insertDefinition(db, kind, { ...site, definition, at: clock.now(), max });
  if (created) return created;
  if (!(await getActiveSite(db, site.workspaceId, site.siteId))) throw siteNotFound();
  throw failure('invalid_request', `A site has at most ${max} ${kind}s. Delete one first.`);
}

async function get<K extends Kind>(
  { db }: Dependencies,
  kind: K,
  { siteId, id }: { siteId: number; id: number },
  call: CallContext,
): Promise<Defined<K>> {
  const site = siteOf(siteId, call);
  const definition = isSiteId(id) ? await getDefinition(db, kind, { ...site, id }) : undefined;
  if (definition) return definition;
  throw await notFound(db, kind, site);
}

async function update<K extends Kind>(
  { db }: Dependencies,
  kind: K,
  { siteId, id, change }: { siteId: number; id: number; change: (stored: Definitions[K]) => Definitions[K] },
  call: CallContext,
): Promise<Defined<K>> {
  const site = siteOf(siteId, call);
  const updated = isSiteId(id) ? await updateDefinition(db, kind, { ...site, id, change }) : undefined;
  if (updated) return updated;
  throw await notFound(db, kind, site);
}

async function remove(
  { db }: Dependencies,
  kind: Kind,
  { siteId, id }: { siteId: number; id: number },
  call: CallContext,
): Promise<{ id: number }> {
  const site = siteOf(siteId, call);
  if (isSiteId(id) && (await deleteDefinition(db, kind, { ...site, id }))) return { id };
  throw await notFound(db, kind, site);
}

async function notFound(db: Db, kind: Kind, site: SiteReference): Promise<Error> {
  if (!(await getActiveSite(db, site.workspaceId, site.siteId))) return siteNotFound();
  return failure(`${kind}_not_found`, `This site has no such ${kind}. List its ${kind}s to see their ids.`);
}

/** @throws `invalid_request` with every refused field. */
function checked<Raw, T>(raw: Raw | null, check: (raw: Raw, report: Report) => T): T {
  if (raw === null) throw failure('invalid_request', 'The definition is missing.');
  const problems: FieldError[] = [];
  const value = check(raw, (problem) => problems.push(problem));
  if (problems.length === 0) return value;
  const summary = problems.map(({ field, message }) => `${field} ${message}`).join('; ');
  throw failure('invalid_request', `${summary}.`, { fields: problems });
}

export const goalMessage = ({ filters, ...goal }: GoalDefinition & { readonly id?: number }) => ({
  ...goal,
  filters: [...filters],
});

export const funnelMessage = ({ steps, ...funnel }: { readonly id?: number } & FunnelDefinition) => ({
  ...funnel,
  steps: steps.map(goalMessage),
});
