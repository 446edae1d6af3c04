import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '@headwater/engines/postgres';
import { packageRoot } from '@headwater/kit/package-root';
import { migrate } from '@headwater/kit/pg/migrate';
import { startServer, type ServerProcess } from '../collector/server-process';
import { compare, type Hop } from './compare';
import { report } from './report';
import { wellFormedToken } from './token';

/** Measures `GET /api/v1/sites`, one gRPC call, beside the same over bare express and grpc-js, turn by turn. */
export async function benchGateway(save: boolean): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'bench-gateway-'));
  const postgres = await startPostgres({ directory });
  const running: ServerProcess[] = [];
  const started = async (server: Promise<ServerProcess>): Promise<ServerProcess> => {
    running.push(await server);
    return server;
  };
  const token = wellFormedToken();
  const bareHop = async (): Promise<Hop> => {
    const sites = await started(startServer([program('bench'), '--bare-sites'], {}, 'grpc'));
    const address = `127.0.0.1:${sites.port}`;
    const gateway = await started(startServer([program('bench'), '--bare-gateway', address]));
    return { gateways: [gateway], all: [sites, gateway] };
  };
  const hop = async (): Promise<Hop> => {
    const sites = await started(startServer([program('bench'), '--sites'], {}, 'grpc'));
    const gateway = await started(
      startServer([program('gateway')], {
        GATEWAY_PORT: '0',
        DATABASE_URL: postgres.url,
        SITES_ADDRESS: `127.0.0.1:${sites.port}`,
        BOOTSTRAP_TOKEN: token,
        METRICS_PORT: '0',
        // Counted as ever, and never spent.
        RATE_LIMIT_PER_SECOND: '1000000',
        RATE_LIMIT_BURST: '1000000',
      }),
    );
    return { gateways: [gateway], all: [sites, gateway] };
  };
  try {
    const migrations = join(packageRoot('@headwater/gateway'), 'migrations');
    await migrate({ databaseUrl: postgres.url, schema: 'gateway', directory: migrations });
    const [bare, gateway] = [[await bareHop()], [await hop()]];
    const summaries = [await compare(1, { bare: together(bare), gateway: together(gateway) }, token)];
    bare.push(await bareHop());
    gateway.push(await hop());
    summaries.push(await compare(2, { bare: together(bare), gateway: together(gateway) }, token));
    report(summaries, save);
  } finally {
    for (const server of running.reverse()) await server.stop();
    await postgres.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

function together(hops: readonly Hop[]): Hop {
  return { gateways: hops.flatMap(({ gateways }) => gateways), all: hops.flatMap(({ all }) => all) };
}

/** A program as `npm run build` makes it. */
function program(name: string): string {
  return join(packageRoot('@headwater/bench'), '../../dist', `${name}.js`);
}
