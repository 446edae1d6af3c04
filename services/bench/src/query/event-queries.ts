import { eventsOf, frameOf, sum, ZONE, type QueryScope, type BenchQuery } from './query-definition';

const COUNTS = `countIf(name = 'click') AS events, uniqExactIf(visitor_id, name = 'click') AS visitors,
  countIf(name = 'pageview') AS pageviews`;
const MEASURED = "name IN ('click', 'pageview')";

const days = ({ from, to }: QueryScope): string => `from=${from}&to=${to}`;
const seriesSql = (scope: QueryScope): string =>
  `SELECT toDate(ts, '${ZONE}') AS day, ${COUNTS} ${eventsOf(scope, MEASURED)} GROUP BY day WITH TOTALS`;

/** An event by a dimension. Rows of columns contain pageviews, rows of properties don't. */
function eventBy(dimension: string, key: string): BenchQuery {
  const [counts, rows] = dimension.startsWith('props.')
    ? ['count() AS events, uniqExact(visitor_id) AS visitors', `name = 'click' AND ${key} != ''`]
    : [COUNTS, MEASURED];
  return {
    name: `event by ${dimension}`,
    rpc: async (calls, scope, options) => {
      const answer = await calls.QueryEvent({ ...frameOf(scope), name: 'click', dimension }, options);
      return [
        answer.events,
        answer.uniqueVisitors,
        answer.breakdown.length,
        sum(answer.breakdown, 'visitors'),
      ];
    },
    api: (scope) => `events/click?${days(scope)}&dimension=${dimension}`,
    sql: (scope) => [
      seriesSql(scope),
      `SELECT ${key} AS key, ${counts} ${eventsOf(scope, rows)}
       GROUP BY key HAVING events > 0 ORDER BY events DESC, key LIMIT 100`,
    ],
    numbers: ([series, breakdown]) => [
      Number(series?.totals?.['events']),
      Number(series?.totals?.['visitors']),
      breakdown?.data.length ?? 0,
      sum(breakdown?.data, 'visitors'),
    ],
  };
}

/** Queries of event names and of the event `click`, a third of the custom events. */
export const EVENT_QUERIES: readonly BenchQuery[] = [
  {
    name: 'event totals and series',
    rpc: async (calls, scope, options) => {
      const answer = await calls.QueryEvent({ ...frameOf(scope), name: 'click' }, options);
      return [answer.events, answer.uniqueVisitors, answer.pageviews, sum(answer.series, 'visitors')];
    },
    api: (scope) => `events/click?${days(scope)}`,
    sql: (scope) => [seriesSql(scope)],
    numbers: ([series]) => [
      Number(series?.totals?.['events']),
      Number(series?.totals?.['visitors']),
      Number(series?.totals?.['pageviews']),
      sum(series?.data, 'visitors'),
    ],
  },
  eventBy('pathname', 'pathname'),
  eventBy('channel', 'channel'),
  eventBy('props.plan', "props['plan']"),
  eventBy('props.sku', "props['sku']"),
  {
    name: 'event, filtered',
    rpc: async (calls, scope, options) => {
      const filters = [
        { key: 'country', operator: 'is', value: 'DE' },
        { key: 'pathname', operator: 'starts_with', value: '/blog/' },
      ];
      const answer = await calls.QueryEvent({ ...frameOf(scope), name: 'click', filters }, options);
      return [answer.events, answer.uniqueVisitors, answer.pageviews];
    },
    api: (scope) => `events/click?${days(scope)}&filter[country]=DE&filter[pathname][starts_with]=/blog/`,
    sql: (scope) => [
      `SELECT toDate(ts, '${ZONE}') AS day, ${COUNTS}
       ${eventsOf(scope, `${MEASURED} AND country = 'DE' AND startsWith(pathname, '/blog/')`)} GROUP BY day WITH TOTALS`,
    ],
    numbers: ([series]) => ['events', 'visitors', 'pageviews'].map((name) => Number(series?.totals?.[name])),
  },
  {
    name: 'event names',
    rpc: async (calls, scope, options) => {
      const { events } = await calls.ListEvents({ question: frameOf(scope) }, options);
      return [events.length, sum(events, 'events'), sum(events, 'visitors')];
    },
    api: (scope) => `events?${days(scope)}`,
    sql: (scope) => [
      `SELECT name, count() AS events, uniqExact(visitor_id) AS visitors, groupUniqArrayArray(mapKeys(props)) AS properties
       ${eventsOf(scope)} GROUP BY name ORDER BY events DESC, name LIMIT 100`,
    ],
    numbers: ([names]) => [names?.data.length ?? 0, sum(names?.data, 'events'), sum(names?.data, 'visitors')],
  },
];
