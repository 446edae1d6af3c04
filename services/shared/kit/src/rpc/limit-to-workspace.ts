import { acrossWorkspaces, inWorkspace } from '../pg/tenancy';
import type { RpcInterceptor } from './types';

/**
 * Limits the Postgres statements of each call to the workspace in its metadata. A cancelled call waits for no connection.
 *
 * @param exempt methods that serve several workspaces
 */
export function limitToWorkspace(exempt: readonly string[] = []): RpcInterceptor {
  const methods = new Set(exempt);
  return (call, next) =>
    methods.has(call.method) ? acrossWorkspaces(next) : inWorkspace(call.workspaceId(), next, call);
}
