import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { FunnelDefinition, GoalDefinition } from './goals-and-funnels';

/** A site's settings, goals and funnels as one document. Goals and funnels are ordered by name. */
export interface SiteConfig {
  readonly name: string;
  readonly timezone: string;
  readonly categories: readonly string[];
  readonly tags: readonly string[];
  readonly goals: readonly GoalDefinition[];
  readonly funnels: readonly FunnelDefinition[];
}

/** The document with only its own fields, goals and funnels ordered by name. */
export function configOf({ goals, funnels, ...site }: SiteConfig): SiteConfig {
  const { name, timezone, categories, tags } = site;
  return { name, timezone, categories, tags, goals: byName(goals), funnels: byName(funnels) };
}

function byName<D extends { readonly name: string }>(definitions: readonly D[]): D[] {
  // By code units: the order must not depend on the machine's locale.
  return [...definitions].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

/** A hash of the document's content. Lists fields explicitly, because jsonb does not preserve their order. */
export function etagOf(config: SiteConfig): string {
  const goal = ({ name, type, event, path, filters }: GoalDefinition) => [
    ...[name, type, event, path],
    filters.map(({ key, operator, value }) => [key, operator, value]),
  ];
  const { name, timezone, categories, tags, goals, funnels } = configOf(config);
  const content = [
    ...[name, timezone, categories, tags, goals.map(goal)],
    funnels.map((funnel) => [funnel.name, funnel.windowHours, funnel.steps.map(goal)]),
  ];
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 27);
}

/** The writes that turn the stored definitions into the wanted ones. */
export interface DefinitionPlan<D> {
  readonly insert: readonly D[];
  /** These keep their ids, and so the links to their results. */
  readonly update: readonly (D & { readonly id: number })[];
  /** Ids. */
  readonly remove: readonly number[];
}

/** Matches definitions by name. Of stored definitions with the same name, the first one stays. */
export function planDefinitions<D extends GoalDefinition | FunnelDefinition>(
  stored: readonly (D & { readonly id: number })[],
  wanted: readonly D[],
): DefinitionPlan<D> {
  const storedByName = new Map(stored.toReversed().map((each) => [each.name, each]));
  const matches = wanted.flatMap((each) => {
    const match = storedByName.get(each.name);
    return match ? [{ ...each, id: match.id }] : [];
  });
  const ids = new Set(matches.map(({ id }) => id));
  return {
    insert: wanted.filter(({ name }) => !storedByName.has(name)),
    update: matches.filter((each) => !isDeepStrictEqual(each, storedByName.get(each.name))),
    remove: stored.filter(({ id }) => !ids.has(id)).map(({ id }) => id),
  };
}
