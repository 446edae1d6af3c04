import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { PORT_TAKEN, startClickhouse } from '../src/clickhouse';
import { startShards } from '../src/start-shards';
import { queryClickhouse, scratchDirectory } from './fixture';

const scratch = scratchDirectory();
afterAll(scratch.remove);

test('shards answer a query together', async () => {
  const shards = await startShards(join(scratch.directory, 'two'), 2);
  try {
    const results = await Promise.all(
      shards.engines.map(({ url }) =>
        queryClickhouse(
          url,
          `SELECT count(), uniqExact(displayName()) FROM cluster(${shards.cluster}, system.one)`,
        ),
      ),
    );
    expect(results).toEqual(['2\t2', '2\t2']);
  } finally {
    await shards.stop();
  }
});

test('reports immediately that its port is in use', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  try {
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const cluster = { name: 'shards', secret: 'secret', tcpPorts: [port] };
    const start = startClickhouse({
      directory: join(scratch.directory, 'taken'),
      shard: { number: 0, cluster },
    });
    await expect(start).rejects.toThrow(PORT_TAKEN);
  } finally {
    taken.close();
  }
});
