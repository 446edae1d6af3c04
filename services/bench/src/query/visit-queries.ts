import { eventsOf, frameOf, sum, ZONE, type QueryScope, type BenchQuery } from './query-definition';

const COUNTS = `uniqExact(visitor_id) AS visitors, uniqExact(session_id) AS sessions,
  countIf(name = 'pageview') AS pageviews`;
const ENTRY_PAGE = ", argMinIf(pathname, ts, name = 'pageview') AS entry_page";
const GOAL = { name: 'Read', type: 'page', event: '', path: '/products/*', filters: [] };
const STEPS = [
  GOAL,
  { name: 'Cart', type: 'event', event: 'add_to_cart', path: '', filters: [] },
  { name: 'Bought', type: 'event', event: 'purchase', path: '', filters: [] },
];
const READ = "name = 'pageview' AND startsWith(pathname, '/products/')";
const WINDOW_HOURS = 24;

const days = ({ from, to }: QueryScope): string => `from=${from}&to=${to}`;
const sessionsSql = (scope: QueryScope, more = ''): string =>
  `SELECT session_id AS sid, countIf(name != 'engagement') <= 1 AS bounced,
     toUnixTimestamp64Milli(max(ts)) - toUnixTimestamp64Milli(min(ts)) AS ms${more}
   ${eventsOf(scope)} GROUP BY sid`;
const statsSql = (scope: QueryScope): readonly string[] => [
  `SELECT toDate(ts, '${ZONE}') AS day, ${COUNTS} ${eventsOf(scope)} GROUP BY day WITH TOTALS`,
  `SELECT countIf(bounced) AS bounces, sum(ms) AS ms FROM (${sessionsSql(scope)})`,
];

/** Visits by a column of the event or of its session. */
function statsBy(dimension: string, more = ''): BenchQuery {
  return {
    name: `stats by ${dimension}`,
    rpc: async (calls, scope, options) => {
      const answer = await calls.QueryStats({ question: { ...frameOf(scope), dimension } }, options);
      const { breakdown, totals } = answer;
      return [
        totals?.visitors ?? 0,
        breakdown.length,
        sum(breakdown, 'visitors'),
        sum(breakdown, 'sessions'),
      ];
    },
    api: (scope) => `stats?${days(scope)}&dimension=${dimension}`,
    sql: (scope) => [
      ...statsSql(scope),
      `SELECT if(${dimension} = '', '(none)', ${dimension}) AS key, ${COUNTS}, uniqExactIf(session_id, bounced) AS bounces
       FROM (SELECT * ${eventsOf(scope)}) AS e INNER JOIN (${sessionsSql(scope, more)}) AS s ON e.session_id = s.sid
       GROUP BY key ORDER BY visitors DESC, key LIMIT 100`,
    ],
    numbers: ([series, , breakdown]) => [
      Number(series?.totals?.['visitors']),
      breakdown?.data.length ?? 0,
      sum(breakdown?.data, 'visitors'),
      sum(breakdown?.data, 'sessions'),
    ],
  };
}

/** Queries of visits, goals and funnels. */
export const VISIT_QUERIES: readonly BenchQuery[] = [
  {
    name: 'stats totals and series',
    rpc: async (calls, scope, options) => {
      const { totals, series } = await calls.QueryStats({ question: frameOf(scope) }, options);
      return [totals?.visitors ?? 0, totals?.sessions ?? 0, totals?.pageviews ?? 0, sum(series, 'sessions')];
    },
    api: (scope) => `stats?${days(scope)}`,
    sql: statsSql,
    numbers: ([series]) => [
      ...['visitors', 'sessions', 'pageviews'].map((name) => Number(series?.totals?.[name])),
      sum(series?.data, 'sessions'),
    ],
  },
  statsBy('channel'),
  statsBy('pathname'),
  statsBy('entry_page', ENTRY_PAGE),
  {
    name: 'goal',
    rpc: async (calls, scope, options) => {
      const answer = await calls.QueryGoal({ question: frameOf(scope), goal: GOAL }, options);
      return [answer.conversions, answer.visitors, sum(answer.series, 'visitors')];
    },
    sql: (scope) => [
      `SELECT toDate(ts, '${ZONE}') AS day, countIf(${READ}) AS conversions, uniqExactIf(visitor_id, ${READ}) AS visitors,
         uniqExact(visitor_id) AS everyone ${eventsOf(scope)} GROUP BY day WITH TOTALS`,
    ],
    numbers: ([series]) => [
      Number(series?.totals?.['conversions']),
      Number(series?.totals?.['visitors']),
      sum(series?.data, 'visitors'),
    ],
  },
  {
    name: 'funnel of 3 steps',
    rpc: async (calls, scope, options) => {
      const question = frameOf(scope);
      const { steps } = await calls.QueryFunnel(
        { question, steps: STEPS, windowHours: WINDOW_HOURS },
        options,
      );
      return steps.map(({ visitors }) => visitors);
    },
    // strict_increase: a step in the same millisecond as the previous step does not follow it.
    sql: (scope) => [
      `SELECT countIf(level >= 1) AS a, countIf(level >= 2) AS b, countIf(level >= 3) AS c FROM (
         SELECT windowFunnel(${WINDOW_HOURS * 3_600_000}, 'strict_increase')(
           toUInt64(toUnixTimestamp64Milli(ts)), ${READ}, name = 'add_to_cart', name = 'purchase') AS level
         ${eventsOf(scope, "name IN ('pageview', 'add_to_cart', 'purchase')")} GROUP BY visitor_id)`,
    ],
    numbers: ([levels]) => ['a', 'b', 'c'].map((name) => Number(levels?.data[0]?.[name])),
  },
];
