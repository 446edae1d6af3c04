import { createServer, type RequestListener } from 'node:http';
import { listen, type HttpListener } from '../http/listen';
import type { Module } from '../module';
import { processMetrics } from './process-metrics';

export interface OperationsOptions {
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
  /** Names of the modules that are not ready. */
  readonly notReady: () => Promise<readonly string[]>;
}

/**
 * Returns the module that serves `/metrics`, `/healthz` (liveness) and `/readyz` (readiness) on an internal port. When not ready,
 * `/readyz` answers 503 with the names of the modules that are not ready.
 */
export function operationsModule({ host, port, notReady }: OperationsOptions): Module {
  let listener: HttpListener | undefined;
  return {
    name: 'operations',
    start: async () => {
      listener = await listen(createServer(answering(notReady)), host, port);
    },
    stop: async () => listener?.stop(1_000),
    ports: () => (listener ? { metrics: listener.port } : {}),
  };
}

function answering(notReady: OperationsOptions['notReady']): RequestListener {
  const answers: Readonly<Record<string, () => Promise<{ status: number; type?: string; body: string }>>> = {
    '/metrics': async () => ({
      status: 200,
      type: processMetrics().contentType,
      body: await processMetrics().text(),
    }),
    '/healthz': () => Promise.resolve({ status: 200, body: 'ok\n' }),
    '/readyz': async () => {
      const names = await notReady();
      return {
        status: names.length === 0 ? 200 : 503,
        body: names.length === 0 ? 'ok\n' : `${names.join('\n')}\n`,
      };
    },
  };
  return (request, response) => {
    const path = request.url?.split('?', 1)[0] ?? '';
    const answer = request.method === 'GET' && Object.hasOwn(answers, path) ? answers[path] : undefined;
    const end = (status: number, body: string, type = 'text/plain; charset=utf-8'): void => {
      response.writeHead(status, { 'Content-Type': type });
      response.end(body);
    };
    if (!answer) return end(404, 'GET /metrics, /healthz or /readyz\n');
    answer().then(
      ({ status, body, type }) => end(status, body, type),
      () => end(500, 'failed\n'),
    );
  };
}
