import { eventsOf, frameOf, sum, ZONE, type Asked, type BenchQuestion } from './question';

const COUNTS = `countIf(name = 'click') AS events, uniqExactIf(visitor_id, name = 'click') AS visitors,
  countIf(name = 'pageview') AS pageviews`;
const MEASURED = "name IN ('click', 'pageview')";

const days = ({ from, to }: Asked): string => `from=${from}&to=${to}`;
const seriesSql = (asked: Asked): string =>
  `SELECT toDate(ts, '${ZONE}') AS day, ${COUNTS} ${eventsOf(asked, MEASURED)} GROUP BY day WITH TOTALS`;

/** One event by a dimension: a column's rows carry pageviews, a property's don't. */
function eventBy(dimension: string, key: string): BenchQuestion {
  const [counts, rows] = dimension.startsWith('props.')
    ? ['count() AS events, uniqExact(visitor_id) AS visitors', `name = 'click' AND ${key} != ''`]
    : [COUNTS, MEASURED];
  return {
    name: `event by ${dimension}`,
    rpc: async (calls, asked, options) => {
      const answer = await calls.QueryEvent({ ...frameOf(asked), name: 'click', dimension }, options);
      return [
        answer.events,
        answer.uniqueVisitors,
        answer.breakdown.length,
        sum(answer.breakdown, 'visitors'),
      ];
    },
    api: (asked) => `events/click?${days(asked)}&dimension=${dimension}`,
    sql: (asked) => [
      seriesSql(asked),
      `SELECT ${key} AS key, ${counts} ${eventsOf(asked, rows)}
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

/** Questions about one event, which a third of the site's custom events are. */
export const EVENT_QUESTIONS: readonly BenchQuestion[] = [
  {
    name: 'event totals and series',
    rpc: async (calls, asked, options) => {
      const answer = await calls.QueryEvent({ ...frameOf(asked), name: 'click' }, options);
      return [answer.events, answer.uniqueVisitors, answer.pageviews, sum(answer.series, 'visitors')];
    },
    api: (asked) => `events/click?${days(asked)}`,
    sql: (asked) => [seriesSql(asked)],
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
    rpc: async (calls, asked, options) => {
      const filters = [
        { key: 'country', operator: 'is', value: 'DE' },
        { key: 'pathname', operator: 'starts_with', value: '/blog/' },
      ];
      const answer = await calls.QueryEvent({ ...frameOf(asked), name: 'click', filters }, options);
      return [answer.events, answer.uniqueVisitors, answer.pageviews];
    },
    api: (asked) => `events/click?${days(asked)}&filter[country]=DE&filter[pathname][starts_with]=/blog/`,
    sql: (asked) => [
      `SELECT toDate(ts, '${ZONE}') AS day, ${COUNTS}
       ${eventsOf(asked, `${MEASURED} AND country = 'DE' AND startsWith(pathname, '/blog/')`)} GROUP BY day WITH TOTALS`,
    ],
    numbers: ([series]) => ['events', 'visitors', 'pageviews'].map((name) => Number(series?.totals?.[name])),
  },
  {
    name: 'event names',
    rpc: async (calls, asked, options) => {
      const { events } = await calls.ListEvents({ question: frameOf(asked) }, options);
      return [events.length, sum(events, 'events'), sum(events, 'visitors')];
    },
    api: (asked) => `events?${days(asked)}`,
    sql: (asked) => [
      `SELECT name, count() AS events, uniqExact(visitor_id) AS visitors, groupUniqArrayArray(mapKeys(props)) AS properties
       ${eventsOf(asked)} GROUP BY name ORDER BY events DESC, name LIMIT 100`,
    ],
    numbers: ([names]) => [names?.data.length ?? 0, sum(names?.data, 'events'), sum(names?.data, 'visitors')],
  },
];
