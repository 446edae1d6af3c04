import { createServer, type Server } from 'node:http';
import type { Registry } from 'prom-client';

/** `GET /metrics` in Prometheus' text format, on a port of its own: it is for operators, not for the world. */
export function createMetricsServer(registry: Registry): Server {
  return createServer((request, response) => {
    if (request.url?.split('?', 1)[0] !== '/metrics' || request.method !== 'GET') {
      response.statusCode = 404;
      response.end();
      return;
    }
    registry.metrics().then(
      (text) => {
        response.setHeader('Content-Type', registry.contentType);
        response.end(text);
      },
      () => {
        response.statusCode = 500;
        response.end();
      },
    );
  });
}
