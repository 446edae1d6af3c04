import { fork } from 'node:child_process';
import { createRpcClient } from '@headwater/kit/rpc/client';
import { loadIdentity } from '@headwater/protos/services';
import { startServer } from '../processes';
import { BULK_ROWS, createBaselineAccounts, signUps, type WorkKind } from './accounts';

/** An implementation under test, in a process of its own. */
export interface Candidate {
  run(round: Round): Promise<LoopResult & { readonly cpuMs: number }>;
  stop(): Promise<void>;
}

const CALL = { workspaceId: 1, deadlineMs: 30_000 };

/** HMAC and SQL without gRPC. @param program path of `dist/bench.js` */
export function inProcess(program: string, databaseUrl: string): Candidate {
  return startBaseline(program, databaseUrl);
}

/** A server of `headwater.identity.v1`, called by this process. @param name makes its accounts unique */
export async function overGrpc(
  name: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<Candidate> {
  const server = await startServer(args, env, 'grpc');
  const client = createRpcClient({
    service: loadIdentity(),
    address: `127.0.0.1:${server.port}`,
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

/** The result of a closed loop. */
interface LoopResult {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly done: number;
}

/** Runs `concurrency` loops of calls. @throws the error of a call */
async function closedLoop(options: {
  readonly concurrency: number;
  readonly ms: number;
  /** Min number of calls, also beyond `ms`. */
  readonly atLeast?: number;
  readonly call: () => Promise<unknown>;
}): Promise<LoopResult> {
  const latencies: number[] = [];
  const begin = performance.now();
  const end = begin + options.ms;
  const worker = async (): Promise<void> => {
    const { atLeast = 0 } = options;
    for (let sentAt = begin; sentAt < end || latencies.length < atLeast;) {
      sentAt = performance.now();
      await options.call();
      latencies.push(performance.now() - sentAt);
    }
  };
  await Promise.all(Array.from({ length: options.concurrency }, worker));
  const seconds = (performance.now() - begin) / 1_000;
  const sorted = Float64Array.from(latencies).sort();
  const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0;
  return { perSecond: sorted.length / seconds, p50Ms: at(0.5), p99Ms: at(0.99), done: sorted.length };
}

/** The baseline process. */
interface BaselineProcess {
  run(round: Round): Promise<RoundResult>;
  stop(): Promise<void>;
}

/** Starts the baseline process. @param program path of `dist/bench.js` */
function startBaseline(program: string, databaseUrl: string): BaselineProcess {
  const child = fork(program, ['--baseline-identity-loop', databaseUrl]);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return {
    run: (round) =>
      new Promise((resolve, reject) => {
        const failed = (code: number | null): void =>
          reject(new Error(`the baseline process exited with ${code}`));
        child.once('exit', failed);
        child.once('message', (result) => {
          child.off('exit', failed);
          resolve(result as RoundResult);
        });
        child.send(round);
      }),
    stop: () => {
      if (child.connected) child.disconnect();
      return ended;
    },
  };
}

/** A round of calls. */
interface Round {
  readonly kind: WorkKind;
  readonly concurrency: number;
  readonly ms: number;
  /** Min number of calls, also beyond `ms`. */
  readonly atLeast?: number;
}

/** The result of a round. */
interface RoundResult extends LoopResult {
  readonly cpuMs: number;
}

/** The baseline process: runs HMAC and SQL. Receives rounds from its parent process and sends the results. */
export function runBaselineLoop(databaseUrl: string): void {
  const accounts = createBaselineAccounts(databaseUrl);
  const next = signUps('bare');
  const calls: Record<WorkKind, () => Promise<unknown>> = {
    single: () => accounts.identify(next()),
    bulk: () => accounts.identifyInBulk(Array.from({ length: BULK_ROWS }, next)),
  };
  process.on('message', ({ kind, ...loop }: Round) => {
    const before = process.cpuUsage();
    void closedLoop({ ...loop, call: calls[kind] }).then((found) => {
      const { user, system } = process.cpuUsage(before);
      process.send?.({ ...found, cpuMs: (user + system) / 1_000 } satisfies RoundResult);
    });
  });
  process.once('disconnect', () => process.exit(0));
}
