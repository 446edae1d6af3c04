import {
  Server,
  ServerCredentials,
  type sendUnaryData,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import { createLog } from '@headwater/kit/log';
import { startRpcServer } from '@headwater/kit/rpc/server';
import type { Handlers } from '@headwater/kit/rpc/types';
import { loadSites, type SitesDefinition } from '@headwater/protos/services';

const ANSWER = {
  sites: [
    {
      id: 1,
      domain: 'bench.example',
      name: 'bench.example',
      timezone: 'Europe/Berlin',
      installed: true,
      categories: [],
      tags: [],
      createdAtMs: Date.UTC(2026, 9, 1),
      siteKey: 'k'.repeat(32),
    },
  ],
};

/** A sites service that lists one site from memory, as our services answer. Prints its port. */
export async function serveSites(): Promise<void> {
  const asked: Pick<Handlers<SitesDefinition>, 'ListSites'> = { ListSites: () => Promise.resolve(ANSWER) };
  const { port } = await startRpcServer({
    service: loadSites(),
    handlers: asked as Handlers<SitesDefinition>,
    host: '127.0.0.1',
    port: 0,
    log: createLog('bench', 'info'),
  });
  console.log(JSON.stringify({ grpc: port }));
}

/** The same on grpc-js as it comes. Prints its port. */
export async function serveBareSites(): Promise<void> {
  const handlers: UntypedServiceImplementation = {
    ListSites: (_call: unknown, respond: sendUnaryData<object>) => respond(null, ANSWER),
  };
  const server = new Server();
  server.addService(loadSites().definition, handlers);
  const port = await new Promise<number>((resolve, reject) =>
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    ),
  );
  console.log(JSON.stringify({ grpc: port }));
}
