import { createServer, IncomingMessage, ServerResponse, type RequestListener, type Server } from 'node:http';
import type { Express } from 'express';
import { withPrototype } from '../fast/with-prototype';

/**
 * Creates the HTTP server of an express app, with timeouts and client errors set up for public traffic. Constructs requests
 * and responses with the app's prototypes (see `withPrototype`), so the app must not mount sub-apps.
 *
 * @param listener receives the requests, and passes them to the app
 */
export function createExpressServer(app: Express, listener: RequestListener = app): Server {
  const server = createServer(
    {
      IncomingMessage: withPrototype(IncomingMessage, app.request),
      ServerResponse: withPrototype(
        ServerResponse,
        app.response,
      ) as unknown as typeof ServerResponse<IncomingMessage>,
      // A slower request gets 408, and its connection is closed. `allowSlowBody` exempts bodies that are read as a stream.
      headersTimeout: 10_000,
      requestTimeout: 15_000,
      // Node checks every 30 s by default: a slow request could last for 45 s.
      connectionsCheckingInterval: 1_000,
      // Node would answer 400 without a body; the app rejects a missing Host with a problem document.
      requireHostHeader: false,
    },
    listener,
  );
  // Without a listener node answers 417 without a body.
  server.on('checkExpectation', app);
  return server;
}
