import { createServer, IncomingMessage, ServerResponse, type Server } from 'node:http';
import type { Express } from 'express';

/**
 * An HTTP server for an express app whose requests and responses are born with the app's own prototypes. Express sets
 * the prototype of both on every request, which costs V8 its optimised shapes; here that assignment changes nothing and
 * the same app serves about 1.5 to 2.5 times as many requests (expressjs/express#5998). The app must mount no sub-apps.
 */
export function createExpressServer(app: Express): Server {
  const server = createServer(
    {
      IncomingMessage: bornWith(IncomingMessage, app.request),
      ServerResponse: bornWith(
        ServerResponse,
        app.response,
      ) as unknown as typeof ServerResponse<IncomingMessage>,
      // A request is read within half a minute or answered 408. Idle connections go after load balancers have closed theirs
      // (60 s with common ones), which else meet a closed socket.
      requestTimeout: 30_000,
      headersTimeout: 15_000,
      keepAliveTimeout: 65_000,
      // Node would answer 400 with no body; the app refuses a missing Host in its own words.
      requireHostHeader: false,
    },
    app,
  );
  // Without a listener node answers 417 by itself, with no body.
  server.on('checkExpectation', app);
  return server;
}

/**
 * The constructor `base` for objects of another prototype. Both of node's are plain functions, that fill whatever object
 * they are called on: through `Reflect.construct` the same takes 30 µs and more.
 */
function bornWith<C extends abstract new (...args: never[]) => object>(base: C, prototype: object): C {
  function Born(this: object, first: unknown, second: unknown): void {
    (base as unknown as (this: object, ...args: unknown[]) => void).call(this, first, second);
  }
  Born.prototype = prototype;
  return Born as unknown as C;
}
