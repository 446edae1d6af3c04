import type { AddressInfo } from 'node:net';
import {
  Client,
  credentials,
  Server,
  ServerCredentials,
  type sendUnaryData,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import type { MethodDefinition } from '@grpc/proto-loader';
import { createExpressServer } from '@headwater/kit/http/express-server';
import { createLog } from '@headwater/kit/log';
import { startRpcServer } from '@headwater/kit/rpc/server';
import type { Handlers } from '@headwater/kit/rpc/types';
import { loadSites, type SitesDefinition } from '@headwater/protos/services';
import express from 'express';

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

/** A stub of the sites service on the product's gRPC server, with one constant site. Prints its port. */
export async function serveSites(): Promise<void> {
  const handlers: Pick<Handlers<SitesDefinition>, 'ListSites'> = { ListSites: () => Promise.resolve(ANSWER) };
  const { port } = await startRpcServer({
    service: loadSites(),
    handlers: handlers as Handlers<SitesDefinition>,
    host: '127.0.0.1',
    port: 0,
    log: createLog('bench', 'info'),
  });
  console.log(JSON.stringify({ grpc: port }));
}

/** The same stub on plain grpc-js. Prints its port. */
export async function serveBaselineSites(): Promise<void> {
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

/**
 * The baseline of the gateway: express with the prototypes set for speed, and one call with plain grpc-js. No checks, metrics
 * or logs. Prints its port.
 */
export function serveBaselineGateway(sitesAddress: string): void {
  const { ListSites } = loadSites().definition as unknown as Record<string, MethodDefinition<object, object>>;
  if (!ListSites) throw new Error('Sites has no ListSites.');
  const { path, requestSerialize, responseDeserialize } = ListSites;
  const sites = new Client(sitesAddress, credentials.createInsecure());
  const app = express();
  app.disable('x-powered-by').disable('etag');
  app.get('/api/v1/sites', (_request, response) => {
    sites.makeUnaryRequest(path, requestSerialize, responseDeserialize, {}, (error, answer) => {
      if (error) response.status(503).end();
      else response.json(answer);
    });
  });
  const server = createExpressServer(app);
  server.listen(0, '127.0.0.1', () =>
    console.log(JSON.stringify({ http: (server.address() as AddressInfo).port })),
  );
}
