import { eventsOf, frameOf, sum, ZONE, type Asked, type BenchQuestion } from './question';

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

const days = ({ from, to }: Asked): string => `from=${from}&to=${to}`;
const sessionsSql = (asked: Asked, more = ''): string =>
  `SELECT session_id AS sid, countIf(name != 'engagement') <= 1 AS bounced,
     toUnixTimestamp64Milli(max(ts)) - toUnixTimestamp64Milli(min(ts)) AS ms${more}
   ${eventsOf(asked)} GROUP BY sid`;
const statsSql = (asked: Asked): readonly string[] => [
  `SELECT toDate(ts, '${ZONE}') AS day, ${COUNTS} ${eventsOf(asked)} GROUP BY day WITH TOTALS`,
  `SELECT countIf(bounced) AS bounces, sum(ms) AS ms FROM (${sessionsSql(asked)})`,
];

/** Visits by a dimension: a column of the event, or of its session. */
function statsBy(dimension: string, more = ''): BenchQuestion {
  return {
    name: `stats by ${dimension}`,
    rpc: async (calls, asked, options) => {
      const answer = await calls.QueryStats({ question: { ...frameOf(asked), dimension } }, options);
      const { breakdown, totals } = answer;
      return [
        totals?.visitors ?? 0,
        breakdown.length,
        sum(breakdown, 'visitors'),
        sum(breakdown, 'sessions'),
      ];
    },
    api: (asked) => `stats?${days(asked)}&dimension=${dimension}`,
    sql: (asked) => [
      ...statsSql(asked),
      `SELECT if(${dimension} = '', '(none)', ${dimension}) AS key, ${COUNTS}, uniqExactIf(session_id, bounced) AS bounces
       FROM (SELECT * ${eventsOf(asked)}) AS e INNER JOIN (${sessionsSql(asked, more)}) AS s ON e.session_id = s.sid
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

/** Questions about visits, goals and funnels. */
export const VISIT_QUESTIONS: readonly BenchQuestion[] = [
  {
    name: 'stats totals and series',
    rpc: async (calls, asked, options) => {
      const { totals, series } = await calls.QueryStats({ question: frameOf(asked) }, options);
      return [totals?.visitors ?? 0, totals?.sessions ?? 0, totals?.pageviews ?? 0, sum(series, 'sessions')];
    },
    api: (asked) => `stats?${days(asked)}`,
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
    rpc: async (calls, asked, options) => {
      const answer = await calls.QueryGoal({ question: frameOf(asked), goal: GOAL }, options);
      return [answer.conversions, answer.visitors, sum(answer.series, 'visitors')];
    },
    sql: (asked) => [
      `SELECT toDate(ts, '${ZONE}') AS day, countIf(${READ}) AS conversions, uniqExactIf(visitor_id, ${READ}) AS visitors,
         uniqExact(visitor_id) AS everyone ${eventsOf(asked)} GROUP BY day WITH TOTALS`,
    ],
    numbers: ([series]) => [
      Number(series?.totals?.['conversions']),
      Number(series?.totals?.['visitors']),
      sum(series?.data, 'visitors'),
    ],
  },
  {
    name: 'funnel of 3 steps',
    rpc: async (calls, asked, options) => {
      const question = frameOf(asked);
      const { steps } = await calls.QueryFunnel(
        { question, steps: STEPS, windowHours: WINDOW_HOURS },
        options,
      );
      return steps.map(({ visitors }) => visitors);
    },
    // strict_increase: a step within the same millisecond as the one before is not after it.
    sql: (asked) => [
      `SELECT countIf(level >= 1) AS a, countIf(level >= 2) AS b, countIf(level >= 3) AS c FROM (
         SELECT windowFunnel(${WINDOW_HOURS * 3_600_000}, 'strict_increase')(
           toUInt64(toUnixTimestamp64Milli(ts)), ${READ}, name = 'add_to_cart', name = 'purchase') AS level
         ${eventsOf(asked, "name IN ('pageview', 'add_to_cart', 'purchase')")} GROUP BY visitor_id)`,
    ],
    numbers: ([levels]) => ['a', 'b', 'c'].map((name) => Number(levels?.data[0]?.[name])),
  },
];
