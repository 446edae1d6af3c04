import { createRpcClient } from '@headwater/kit/rpc/client';
import { IDEMPOTENT, loadIdentity } from '@headwater/protos/services';
import { startServer } from '../collector/server-process';
import { BULK_ROWS, signUps, type WorkKind } from './accounts';
import type { BareRound } from './bare-loop';
import { startBare } from './bare-process';
import { closedLoop, type LoopResult } from './closed-loop';

/** Somebody who identifies accounts as fast as it can, in a process of its own. */
export interface Contestant {
  run(round: BareRound): Promise<LoopResult & { readonly cpuMs: number }>;
  stop(): Promise<void>;
}

const CALL = { workspaceId: 1, deadlineMs: 30_000 };

/** The HMAC and the SQL, called by nobody. @param program `dist/bench.js` */
export function inProcess(program: string, databaseUrl: string): Contestant {
  return startBare(program, databaseUrl);
}

/** A program that speaks `headwater.identity.v1`, called from here. @param name tells its accounts from others' */
export async function overGrpc(
  name: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<Contestant> {
  const server = await startServer(args, env, 'grpc');
  const client = createRpcClient({
    service: loadIdentity(),
    address: `127.0.0.1:${server.port}`,
    idempotent: IDEMPOTENT.identity,
  });
  const next = signUps(name);
  const calls: Record<WorkKind, () => Promise<unknown>> = {
    single: () => {
      const { anonymousId, ...account } = next();
      return client.calls.Identify({ anonymousId, account }, CALL);
    },
    bulk: () => {
      const users = Array.from({ length: BULK_ROWS }, (_, index) => {
        const { email, plan, mrr } = next();
        return { index, account: { email, plan, mrr } };
      });
      return client.calls.BulkIdentify({ users }, CALL);
    },
  };
  return {
    run: async ({ kind, ...loop }) => {
      const before = server.cpuMs();
      const found = await closedLoop({ ...loop, call: calls[kind] });
      return { ...found, cpuMs: server.cpuMs() - before };
    },
    stop: () => {
      client.close();
      return server.stop();
    },
  };
}
