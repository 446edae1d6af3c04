import type { Handlers } from '@headwater/kit/rpc/types';
import type { AnalyticsDefinition } from '@headwater/protos/services';
import { EXPORT_FORMATS } from '@headwater/protos/vocabulary';
import type { ExportRow } from '../domain/export/columns';
import { cutPieces } from '../domain/export/cut-pieces';
import { FILE_FORMATS } from '../domain/export/file-formats';
import { planExport } from '../domain/export/plan-export';
import { createPseudonyms, type Pseudonyms } from '../domain/export/pseudonyms';
import { VISIT_KEYS } from '../domain/query/dimensions';
import { invalid, refusal } from '../domain/query/problem';
import { readFrame } from '../domain/query/read-frame';
import { planStats } from '../domain/stats/plan-stats';
import type { RpcDependencies } from './dependencies';
import { readVisitorKey } from './read-visitor-key';

/** The events of a window as a file in pieces, each visitor under a pseudonym. */
export function createExportEvents({
  store,
  clock,
}: RpcDependencies): Handlers<AnalyticsDefinition>['ExportEvents'] {
  return async function* ({ question, type, format: formatName, visitorKey }, call) {
    const asked = { workspaceId: call.workspaceId(), nowMs: clock.now() };
    const plan = planExport(planStats(readFrame(question, VISIT_KEYS), asked), type);
    const known = EXPORT_FORMATS.find((each) => each === formatName);
    if (!known) throw refusal([invalid('format', `must be one of ${EXPORT_FORMATS.join(', ')}`)]);
    const format = FILE_FORMATS[known];
    const pseudonyms = createPseudonyms(readVisitorKey(visitorKey));
    const batches = mapped(store.exportEvents(plan, call.signal), (row) =>
      format.line(underPseudonyms(row, pseudonyms)),
    );
    for await (const data of cutPieces(format.head, batches)) yield { data };
  };
}

async function* mapped<T, R>(batches: AsyncIterable<readonly T[]>, each: (item: T) => R) {
  for await (const batch of batches) yield batch.map(each);
}

function underPseudonyms(row: ExportRow, pseudonyms: Pseudonyms): ExportRow {
  return {
    ...row,
    visitorId: pseudonyms.ofVisitor(row.visitorId),
    sessionId: pseudonyms.ofSession(row.sessionId),
  };
}
