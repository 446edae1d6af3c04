import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { PORT_TAKEN, startClickhouse } from '../src/clickhouse';
import { startShards } from '../src/start-shards';
import { askClickhouse } from './ask';
import { scratchDirectory } from './scratch-directory';

const scratch = scratchDirectory();
afterAll(scratch.remove);

test('engines of a cluster answer a question together', async () => {
  const shards = await startShards(join(scratch.directory, 'two'), 2);
  try {
    const answers = await Promise.all(
      shards.engines.map(({ url }) =>
        askClickhouse(
          url,
          `SELECT count(), uniqExact(displayName()) FROM cluster(${shards.cluster}, system.one)`,
        ),
      ),
    );
    expect(answers).toEqual(['2\t2', '2\t2']);
  } finally {
    await shards.stop();
  }
});

test('an engine whose port is taken says so at once', async () => {
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
