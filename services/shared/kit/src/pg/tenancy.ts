import { AsyncLocalStorage } from 'node:async_hooks';

/** The workspace whose rows statements may see, or all of them. */
export type Tenancy = number | 'all';

const storage = new AsyncLocalStorage<Tenancy>();

/**
 * Runs `work` with access to the rows of one workspace. Postgres hides the rows of others from every statement of the pools in
 * `pool.ts`, even if its condition is missing or wrong.
 */
export function inWorkspace<T>(workspaceId: number, work: () => T): T {
  return storage.run(workspaceId, work);
}

/** Runs `work` with access to the rows of all workspaces: for background tasks, and to find the workspace of a credential. */
export function acrossWorkspaces<T>(work: () => T): T {
  return storage.run('all', work);
}

/** The tenancy of the current call; undefined outside. Postgres then rejects statements on the tables of workspaces. */
export function currentTenancy(): Tenancy | undefined {
  return storage.getStore();
}
