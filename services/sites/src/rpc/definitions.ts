import type { FieldError } from '@headwater/kit/errors';
import type { CallContext, Handlers } from '@headwater/kit/rpc/types';
import { failure } from '@headwater/protos/error-codes';
import type { SitesDefinition } from '@headwater/protos/services';
import { checkFunnel } from '../domain/check-funnel';
import { checkGoal, type RawGoal } from '../domain/check-goal';
import type { Defined, Definitions, FunnelDefinition, GoalDefinition } from '../domain/goal';
import { isSiteId } from '../domain/site-id';
import { requireSiteId, siteNotFound } from './site-not-found';
import type { SitesParts } from './sites-parts';

type Kind = keyof Definitions;
type Methods =
  | 'ListGoals'
  | 'CreateGoal'
  | 'GetGoal'
  | 'DeleteGoal'
  | 'ListFunnels'
  | 'CreateFunnel'
  | 'GetFunnel'
  | 'DeleteFunnel';

/** How many of each a site may have. */
export const MOST_DEFINITIONS = 100;

/** Every method of goals and funnels: the two differ in what they hold alone. */
export function definitionHandlers(parts: SitesParts): Pick<Handlers<SitesDefinition>, Methods> {
  return {
    ListGoals: async ({ siteId }, call) => ({
      goals: (await list(parts, 'goal', siteId, call)).map(goalMessage),
    }),
    CreateGoal: async ({ siteId, goal }, call) =>
      goalMessage(await create(parts, 'goal', { siteId, definition: checked(goal, checkedGoal) }, call)),
    GetGoal: async (reference, call) => goalMessage(await get(parts, 'goal', reference, call)),
    DeleteGoal: (reference, call) => remove(parts, 'goal', reference, call),
    ListFunnels: async ({ siteId }, call) => ({
      funnels: (await list(parts, 'funnel', siteId, call)).map(funnelMessage),
    }),
    CreateFunnel: async ({ siteId, funnel }, call) =>
      funnelMessage(
        await create(parts, 'funnel', { siteId, definition: checked(funnel, checkFunnel) }, call),
      ),
    GetFunnel: async (reference, call) => funnelMessage(await get(parts, 'funnel', reference, call)),
    DeleteFunnel: (reference, call) => remove(parts, 'funnel', reference, call),
  };
}

async function list<K extends Kind>({ store }: SitesParts, kind: K, siteId: number, call: CallContext) {
  const site = { workspaceId: call.workspaceId(), siteId: requireSiteId(siteId) };
  const [active, found] = await Promise.all([
    store.getActiveSite(site.workspaceId, site.siteId),
    store.listDefinitions(kind, site),
  ]);
  if (!active) throw siteNotFound();
  return found;
}

async function create<K extends Kind>(
  { store, clock }: SitesParts,
  kind: K,
  { siteId, definition }: { siteId: number; definition: Definitions[K] },
  call: CallContext,
): Promise<Defined<K>> {
  const site = { workspaceId: call.workspaceId(), siteId: requireSiteId(siteId) };
  const made = await store.insertDefinition(kind, {
    ...site,
    definition,
    at: clock.now(),
    most: MOST_DEFINITIONS,
  });
  if (made) return made;
  if (!(await store.getActiveSite(site.workspaceId, site.siteId))) throw siteNotFound();
  throw failure(
    'invalid_request',
    `A site has at most ${MOST_DEFINITIONS} ${kind}s. Delete one that is not needed.`,
  );
}

async function get<K extends Kind>(
  { store }: SitesParts,
  kind: K,
  reference: { siteId: number; id: number },
  call: CallContext,
): Promise<Defined<K>> {
  const site = { workspaceId: call.workspaceId(), siteId: requireSiteId(reference.siteId) };
  const found = isSiteId(reference.id)
    ? await store.getDefinition(kind, { ...site, id: reference.id })
    : undefined;
  if (found) return found;
  throw await notFound({ store }, kind, site);
}

async function remove(
  { store }: SitesParts,
  kind: Kind,
  reference: { siteId: number; id: number },
  call: CallContext,
): Promise<{ id: number }> {
  const { siteId, id } = reference;
  const site = { workspaceId: call.workspaceId(), siteId: requireSiteId(siteId) };
  if (isSiteId(id) && (await store.deleteDefinition(kind, { ...site, id }))) return { id };
  throw await notFound({ store }, kind, site);
}

async function notFound(
  { store }: Pick<SitesParts, 'store'>,
  kind: Kind,
  site: { workspaceId: number; siteId: number },
): Promise<Error> {
  if (!(await store.getActiveSite(site.workspaceId, site.siteId))) return siteNotFound();
  return failure(`${kind}_not_found`, `This site has no such ${kind}. List its ${kind}s to see their ids.`);
}

/** @throws `invalid_request` naming every field that was refused. */
function checked<Raw, T>(raw: Raw | null, check: (raw: Raw, tell: (problem: FieldError) => void) => T): T {
  if (raw === null) throw failure('invalid_request', 'The definition is missing.');
  const problems: FieldError[] = [];
  const value = check(raw, (problem) => problems.push(problem));
  if (problems.length === 0) return value;
  const summary = problems.map(({ field, message }) => `${field} ${message}`).join('; ');
  throw failure('invalid_request', `${summary}.`, { fields: problems });
}

const checkedGoal = (raw: RawGoal, tell: (problem: FieldError) => void): GoalDefinition =>
  checkGoal(raw, '', tell);

/** A goal as it goes over the wire. */
export const goalMessage = ({ filters, ...goal }: GoalDefinition & { readonly id?: number }) => ({
  ...goal,
  filters: [...filters],
});

/** A funnel as it goes over the wire. */
export const funnelMessage = ({ steps, ...funnel }: { readonly id?: number } & FunnelDefinition) => ({
  ...funnel,
  steps: steps.map(goalMessage),
});
