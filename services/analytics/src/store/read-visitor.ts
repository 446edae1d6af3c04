import type { ClickHouseClient } from '@clickhouse/client';
import { compileVisitorEvents, compileVisits, type VisitorScope } from '../domain/visitor/compile-visitor';
import type { VisitEventFound, VisitFound, VisitorFindings } from '../domain/visitor/shape-visitor';
import { allOrNone } from './all-or-none';
import { readFirstTouches } from './read-first-touches';
import { runStatement, type RunOptions } from './run-statement';

/** What one visitor did on a site in a window. @throws AppError, see runStatement. */
export async function readVisitor(
  client: ClickHouseClient,
  scope: VisitorScope,
  options: RunOptions,
): Promise<VisitorFindings> {
  const { workspaceId, visitorId } = scope;
  const [visits, events, touches] = await allOrNone(options, (each) => [
    runStatement<VisitFound>(client, compileVisits(scope), each),
    runStatement<VisitEventFound>(client, compileVisitorEvents(scope), each),
    readFirstTouches(client, { workspaceId, visitorIds: [visitorId] }, each),
  ]);
  return {
    visits: visits.data,
    events: events.data,
    firstChannel: touches.get(visitorId)?.channel ?? '',
  };
}
