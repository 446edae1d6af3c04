import { QUERY_LIMITS } from '@headwater/protos/limits';
import { DIMENSION_COLUMNS, FILTER_OPERATORS, VISIT_DIMENSIONS } from '@headwater/protos/vocabulary';
import { failure } from '@headwater/protos/error-codes';
import type { ApiTool } from './tools';

interface ToolSet {
  /** For the error that lists the sets, and for the documentation. */
  readonly about: string;
  /** Tags of the OpenAPI document whose operations belong to the set. */
  readonly tags?: readonly string[];
  /** Further operations, by id. */
  readonly tools?: readonly string[];
}

/** The set of a client that chooses none. At most 15 tools, because every tool takes space in the model's context. */
export const DEFAULT_SET = 'core';

const READ_SITES = ['listSites', 'getSite', 'getSiteStatus'];
const READ_DEFINITIONS = ['listEvents', 'listGoals', 'getGoal', 'listFunnels', 'getFunnel'];

/** Named groups of tools. A new tag of the OpenAPI document belongs into one of them; a test checks that. */
export const TOOL_SETS: Readonly<Record<string, ToolSet>> = {
  [DEFAULT_SET]: {
    about: 'sites, visits, events, goals, funnels and revenue',
    tools: [
      ...READ_SITES,
      ...READ_DEFINITIONS,
      'createSite',
      'getStats',
      'getEventAnalysis',
      'getRealtime',
      'getRevenue',
      'lookUpAttribution',
      'explain',
    ],
  },
  analytics: {
    about: 'all queries',
    tags: ['Stats'],
    tools: [
      ...READ_SITES,
      ...READ_DEFINITIONS,
      'listAnnotations',
      'getEventAnalysis',
      'getTrafficQuality',
      'getRevenue',
      'listCompanies',
      'explain',
    ],
  },
  setup: {
    about: 'create, configure and delete sites, goals and funnels',
    tags: ['Sites', 'Goals'],
    tools: ['getReceipt', 'getTrafficQuality'],
  },
  events: { about: 'send and debug events', tags: ['Events'], tools: READ_SITES },
  customers: { about: 'identify, look up and erase accounts', tags: ['Identify', 'Customers'] },
  payments: { about: 'payments, revenue and payment providers', tags: ['Payments'] },
  export: { about: 'export, import and single visitors', tags: ['Export'], tools: READ_SITES },
  sharing: {
    about: 'share links, saved views and dashboard sign-in',
    tags: ['Dashboard'],
    tools: READ_SITES,
  },
  webhooks: { about: 'webhooks and their events', tags: ['Webhooks'] },
  tokens: { about: 'tokens and the audit log', tags: ['Tokens'] },
  all: { about: 'every tool' },
};

/**
 * The sets of the parameter `tools` in a query, such as `analytics,setup`; the default set without that parameter.
 *
 * @throws AppError `unknown_parameter`, or `invalid_request` with the list of sets.
 */
export function parseToolSets(query: string): readonly string[] {
  const params = new URLSearchParams(query);
  const unknown = [...params.keys()].find((name) => name !== 'tools');
  if (unknown !== undefined)
    throw failure(
      'unknown_parameter',
      `Unknown parameter. /mcp only supports tools, such as ?tools=analytics.`,
    );
  const names = params.getAll('tools').flatMap((value) => value.split(',').map((name) => name.trim()));
  if (names.length === 0) return [DEFAULT_SET];
  if (names.every((name) => Object.hasOwn(TOOL_SETS, name))) return [...new Set(names)];
  const sets = Object.entries(TOOL_SETS).map(([name, { about }]) => `${name} (${about})`);
  const message = `must be a list of tool sets, separated by commas. Sets: ${sets.join('; ')}`;
  throw failure('invalid_request', `tools ${message}.`, { fields: [{ field: 'tools', message }] });
}

/** Whether the tool belongs to the set with this name. */
export function isInSet({ name, operation }: ApiTool, set: string): boolean {
  const { tags, tools } = TOOL_SETS[set] ?? {};
  if (!tags && !tools) return true;
  return (tools?.includes(name) ?? false) || operation.tags.some((tag) => tags?.includes(tag) ?? false);
}

const VISIT_ONLY = VISIT_DIMENSIONS.filter((key) => !(DIMENSION_COLUMNS as readonly string[]).includes(key));

/** Instructions for the model. They name only the given tools. */
export function instructionsFor(tools: readonly ApiTool[]): string {
  const has = (name: string) => tools.some((tool) => tool.name === name);
  const takes = (argument: string) => tools.some(({ locations }) => locations.has(argument));
  const needsSite = tools.some(({ operation }) => operation.path.includes('/sites/{id}'));
  return [
    'Headwater: web analytics of one workspace.',
    has('listSites')
      ? 'Start with listSites: most tools need the id of a site.'
      : needsSite && 'Most tools need the id of a site; the user must name it.',
    'Times are in UTC; days are in the time zone of the site. Visitors are counted, never listed. Rates are percentages; money is a decimal string per currency.',
    has('getStats') && 'For visits, start with getStats.',
    has('listEvents') &&
      has('getEventAnalysis') &&
      'listEvents returns the names that getEventAnalysis takes.',
    takes('range') && `The default window is ${QUERY_LIMITS.defaultDays} days.`,
    takes('filter') &&
      `A filter is an object of at most ${QUERY_LIMITS.maxFilters} entries, such as {"channel": "Email"}, {"country": ["DE", "FR"]} ` +
        `or {"pathname": {"starts_with": "/blog"}}. Several values mean "or", several keys "and". Operators: ` +
        `${FILTER_OPERATORS.join(', ')}. Keys, and values of dimension: ${DIMENSION_COLUMNS.join(', ')} or props.<key>; ` +
        `except for events also ${VISIT_ONLY.join(', ')}. Countries are ISO 3166 codes. "(none)" is the unknown value.`,
  ]
    .filter((sentence) => typeof sentence === 'string')
    .join(' ');
}
