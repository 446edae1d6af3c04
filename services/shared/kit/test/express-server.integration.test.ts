import { IncomingMessage, ServerResponse } from 'node:http';
import express from 'express';
import { createExpressServer } from '../src/http/express-server';
import { listen } from '../src/http/listen';

test('creates requests and responses with express prototypes, and otherwise as node does', async () => {
  const app = express();
  app.get('/', (_request, response) => void response.json({ ok: true }));
  const server = createExpressServer(app);
  const created: boolean[] = [];
  // Before express handles them.
  server.prependListener('request', (request, response) => {
    created.push(
      Object.getPrototypeOf(request) === app.request,
      Object.getPrototypeOf(response) === app.response,
      request instanceof IncomingMessage,
      response instanceof ServerResponse,
    );
  });
  const listener = await listen(server, '127.0.0.1', 0);
  try {
    const answer = await fetch(`http://127.0.0.1:${listener.port}/`);
    expect(await answer.json()).toEqual({ ok: true });
    expect(created).toEqual([true, true, true, true]);
  } finally {
    await listener.stop();
  }
});
