import type { AppError } from '@headwater/kit/errors';
import { startRpcServer } from '@headwater/kit/rpc/server';
import type { Handlers } from '@headwater/kit/rpc/types';
import { silentLog } from '@headwater/kit/testing/silent-log';
import { failure } from '@headwater/protos/error-codes';
import { loadSites, type SitesDefinition } from '@headwater/protos/services';

export interface Published {
  readonly workspaceId: number;
  readonly id: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The rpcs of sites that identity calls. */
export interface SitesStandIn {
  readonly address: string;
  /** Every recorded event, including repeats. */
  readonly published: readonly Published[];
  /** Every user id that was to be removed from events. */
  readonly redacted: readonly { readonly workspaceId: number; readonly userId: string }[];
  /** Fails all later calls after their effect, as if the response was lost; undefined: none. */
  failWith(error: AppError | undefined): void;
  /** Rejects later pages with an event of this type, as sites of an older release does; undefined: none. */
  rejectType(type: string | undefined): void;
  stop(): Promise<void>;
}

export async function sitesStandIn(): Promise<SitesStandIn> {
  const published: Published[] = [];
  const redacted: { readonly workspaceId: number; readonly userId: string }[] = [];
  let broken: AppError | undefined;
  let unknownType: string | undefined;
  const unused = () => Promise.reject(failure('internal_error', 'not implemented in this test'));
  const service = loadSites();
  const handlers = {
    ...Object.fromEntries(Object.keys(service.definition).map((method) => [method, unused])),
    RecordNotices: ({ notices }) => {
      if (notices.some(({ notice }) => notice?.type === unknownType))
        return Promise.reject(failure('invalid_request', `unknown type ${unknownType}`));
      for (const { workspaceId, notice } of notices)
        if (notice)
          published.push({
            ...{ workspaceId, id: notice.id, type: notice.type },
            data: JSON.parse(notice.dataJson) as Published['data'],
          });
      return broken ? Promise.reject(broken) : Promise.resolve({});
    },
    RemoveUserIds: ({ userIds, dryRun }, call) => {
      const workspaceId = call.workspaceId();
      if (userIds.length > 1_000) throw new Error(`Too many user ids: ${userIds.length}`);
      if (!dryRun) redacted.push(...userIds.map((userId) => ({ workspaceId, userId })));
      return broken
        ? Promise.reject(broken)
        : Promise.resolve({ webhookEvents: dryRun ? userIds.length : 0 });
    },
  } as Partial<Handlers<SitesDefinition>> as Handlers<SitesDefinition>;
  const server = await startRpcServer({ service, handlers, host: '127.0.0.1', port: 0, log: silentLog() });
  return {
    address: `127.0.0.1:${server.port}`,
    published,
    redacted,
    failWith: (error) => (broken = error),
    rejectType: (type) => (unknownType = type),
    stop: () => server.stop(0),
  };
}
