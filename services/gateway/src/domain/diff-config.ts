import { isDeepStrictEqual } from 'node:util';

/** The compared fields of a site's configuration. */
export interface ComparedConfig {
  readonly name: string;
  readonly timezone: string;
  readonly categories: readonly string[];
  readonly tags: readonly string[];
  readonly goals: readonly Named[];
  readonly funnels: readonly Named[];
}

interface Named {
  readonly name: string;
}

/** One difference. `path` is a setting such as `timezone`, or `goals/<name>`. */
export interface ConfigChange {
  readonly op: 'add' | 'change' | 'remove';
  readonly path: string;
  /** Null for an addition. */
  readonly before: unknown;
  /** Null for a removal. */
  readonly after: unknown;
}

const SETTINGS = ['name', 'timezone', 'categories', 'tags'] as const;
const DEFINITIONS = ['goals', 'funnels'] as const;

/** Lists the differences between two configurations: settings first, then goals and funnels by name. */
export function diffConfig(before: ComparedConfig, after: ComparedConfig): ConfigChange[] {
  const ofSettings = SETTINGS.flatMap((path) => changesOf(path, before[path], after[path]));
  const ofDefinitions = DEFINITIONS.flatMap((list) => {
    const names = [...new Set([...before[list], ...after[list]].map(({ name }) => name))];
    const find = (config: ComparedConfig, name: string) => config[list].find((each) => each.name === name);
    return names.flatMap((name) => changesOf(`${list}/${name}`, find(before, name), find(after, name)));
  });
  return [...ofSettings, ...ofDefinitions];
}

function changesOf(path: string, before: unknown, after: unknown): ConfigChange[] {
  if (isDeepStrictEqual(before, after)) return [];
  const op = before === undefined ? 'add' : after === undefined ? 'remove' : 'change';
  return [{ op, path, before: before ?? null, after: after ?? null }];
}
