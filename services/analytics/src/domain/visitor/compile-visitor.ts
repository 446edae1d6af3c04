import { Bindings } from '../query/bindings';
import type { Statement } from '../query/compile';
import type { Scope } from '../query/plan';
import { scopeSql } from '../query/scope-sql';

/** Events of a visitor that are shown, the newest. */
export const MAX_VISITOR_EVENTS = 1_000;

/** One visitor of a site, in a window. */
export interface VisitorScope extends Scope {
  /** As stored: unsigned 64-bit decimal. */
  readonly visitorId: string;
}

/** A row for each session with any event, from the first to the last. What is unknown is `''`. */
export function compileVisits(scope: VisitorScope): Statement {
  const bindings = new Bindings();
  // What the session came with is told by its first event that knows of any session; of one moment, by the smallest.
  const first = (column: string): string =>
    `argMinIf(${column}, (ts, ${column}), channel != '') AS ${column}_of`;
  return {
    query: [
      'SELECT toString(session_id) AS session, count() AS events,',
      '  toUnixTimestamp64Milli(min(ts)) AS started_at_ms, toUnixTimestamp64Milli(max(ts)) AS ended_at_ms,',
      `  ${['channel', 'source', 'landing', 'device', 'country', 'region'].map(first).join(', ')}`,
      `FROM events FINAL\nWHERE ${visitorSql(scope, bindings)}`,
      'GROUP BY session_id',
      'ORDER BY started_at_ms ASC, session_id ASC',
    ].join('\n'),
    params: bindings.params,
  };
}

/** The newest events, newest first. */
export function compileVisitorEvents(scope: VisitorScope): Statement {
  const bindings = new Bindings();
  return {
    query: [
      'SELECT toString(session_id) AS session, toUnixTimestamp64Milli(ts) AS time_ms, name, pathname, props',
      `FROM events FINAL\nWHERE ${visitorSql(scope, bindings)}`,
      'ORDER BY ts DESC, event_id DESC',
      `LIMIT ${bindings.bind('limit', 'UInt16', MAX_VISITOR_EVENTS)}`,
    ].join('\n'),
    params: bindings.params,
  };
}

function visitorSql(scope: VisitorScope, bindings: Bindings): string {
  return [
    ...scopeSql(scope, bindings),
    `visitor_id = ${bindings.bind('visitor_id', 'UInt64', scope.visitorId)}`,
  ].join('\n  AND ');
}
