import { AsyncLocalStorage } from 'node:async_hooks';
import type { SlotCaller } from '../slots';

/** The workspace whose rows statements may see, or all of them. */
export type Tenancy = number | 'all';

interface Access {
  readonly tenancy: Tenancy;
  readonly caller?: SlotCaller | undefined;
}

const storage = new AsyncLocalStorage<Access>();

/**
 * Runs `work` with access to the rows of one workspace. Postgres hides the rows of others from every statement of the pools in
 * `pool.ts`, even if its condition is missing or wrong.
 *
 * @param caller statements that wait for a connection are cancelled with it. Without a caller, the work continues
 */
export function inWorkspace<T>(workspaceId: number, work: () => T, caller?: SlotCaller): T {
  return storage.run({ tenancy: workspaceId, caller }, work);
}

/** Runs `work` with access to the rows of all workspaces: for background tasks, and to find the workspace of a credential. */
export function acrossWorkspaces<T>(work: () => T): T {
  return storage.run({ tenancy: 'all' }, work);
}

/** Runs `work` for several callers: it continues if the current one gives up. */
export function withoutCaller<T>(work: () => T): T {
  const access = storage.getStore();
  return access?.caller ? storage.run({ tenancy: access.tenancy }, work) : work();
}

/** The tenancy of the current call; undefined outside. Postgres then rejects statements on the tables of workspaces. */
export function currentTenancy(): Tenancy | undefined {
  return storage.getStore()?.tenancy;
}

/** The caller of the current work, if it has a single one. */
export function currentCaller(): SlotCaller | undefined {
  return storage.getStore()?.caller;
}
