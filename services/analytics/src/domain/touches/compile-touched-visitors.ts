import { Bindings } from '../query/bindings';
import type { Statement } from '../query/compile';
import { instantText } from '../time/instant-text';
import type { TouchedCursor } from './touched-cursor';

/** A row for each touch of a visitor after the cursor, in its order. Of all workspaces: the table has no other reader. */
export function compileTouchedVisitors(after: TouchedCursor, limit: number): Statement {
  const bindings = new Bindings();
  const ms = bindings.bind('ms', "DateTime64(3, 'UTC')", instantText(after.ms));
  const workspace = bindings.bind('workspace_id', 'UInt64', after.workspaceId);
  const visitor = bindings.bind('visitor_id', 'UInt64', after.visitorId);
  return {
    query: [
      'SELECT toUnixTimestamp64Milli(touched_at) AS ms, workspace_id AS workspaceId, toString(visitor_id) AS visitorId',
      'FROM touched_visitors',
      // The first condition is what the index understands.
      `WHERE touched_at >= ${ms}`,
      `  AND (touched_at > ${ms} OR (workspace_id, visitor_id) > (${workspace}, ${visitor}))`,
      'ORDER BY touched_at ASC, workspace_id ASC, touched_visitors.visitor_id ASC',
      `LIMIT ${bindings.bind('limit', 'UInt16', limit)}`,
    ].join('\n'),
    params: bindings.params,
  };
}
