import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { FunnelDefinition, GoalDefinition } from './goal';

/** What a customer decides of a site, as one document. Goals and funnels by name. */
export interface SiteConfig {
  readonly name: string;
  readonly timezone: string;
  readonly categories: readonly string[];
  readonly tags: readonly string[];
  readonly goals: readonly GoalDefinition[];
  readonly funnels: readonly FunnelDefinition[];
}

/** The document of a site's parts. */
export function configOf({ goals, funnels, ...site }: SiteConfig): SiteConfig {
  const { name, timezone, categories, tags } = site;
  return { name, timezone, categories, tags, goals: byName(goals), funnels: byName(funnels) };
}

function byName<D extends { readonly name: string }>(definitions: readonly D[]): D[] {
  // By code units: the order must not depend on the machine's language.
  return [...definitions].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

/** Names a document by what it says. Fields are listed one by one: their order in storage is not ours. */
export function etagOf(config: SiteConfig): string {
  const goal = ({ name, type, event, path, filters }: GoalDefinition) => [
    ...[name, type, event, path],
    filters.map(({ key, operator, value }) => [key, operator, value]),
  ];
  const { name, timezone, categories, tags, goals, funnels } = configOf(config);
  const told = [
    ...[name, timezone, categories, tags, goals.map(goal)],
    funnels.map((funnel) => [funnel.name, funnel.windowHours, funnel.steps.map(goal)]),
  ];
  return createHash('sha256').update(JSON.stringify(told)).digest('base64url').slice(0, 27);
}

/** What has to be written to turn stored definitions into those that are wanted. */
export interface DefinitionPlan<D> {
  readonly insert: readonly D[];
  /** Keep their ids, and so the links to their results. */
  readonly update: readonly (D & { readonly id: number })[];
  /** Ids. */
  readonly remove: readonly number[];
}

/** Matches definitions by name; of stored ones with the same name the first is kept. */
export function planDefinitions<D extends GoalDefinition | FunnelDefinition>(
  stored: readonly (D & { readonly id: number })[],
  wanted: readonly D[],
): DefinitionPlan<D> {
  const known = new Map(stored.toReversed().map((each) => [each.name, each]));
  const kept = wanted.flatMap((each) => {
    const match = known.get(each.name);
    return match ? [{ ...each, id: match.id }] : [];
  });
  const ids = new Set(kept.map(({ id }) => id));
  return {
    insert: wanted.filter(({ name }) => !known.has(name)),
    update: kept.filter((each) => !isDeepStrictEqual(each, known.get(each.name))),
    remove: stored.filter(({ id }) => !ids.has(id)).map(({ id }) => id),
  };
}
