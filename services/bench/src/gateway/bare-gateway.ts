import type { AddressInfo } from 'node:net';
import { Client, credentials } from '@grpc/grpc-js';
import type { MethodDefinition } from '@grpc/proto-loader';
import { createExpressServer } from '@headwater/kit/http/express-server';
import { loadSites } from '@headwater/protos/services';
import express from 'express';

/**
 * The floor of the gateway: express, at the speed that it has with its prototypes set, and one call by grpc-js as it comes.
 * Checks nothing, counts nothing, logs nothing. Prints its port.
 */
export function serveBareGateway(sitesAddress: string): void {
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
