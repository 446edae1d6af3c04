import {
  connect,
  constants,
  createServer,
  type ClientHttp2Session,
  type IncomingHttpHeaders,
  type ServerHttp2Stream,
} from 'node:http2';
import type { AddressInfo } from 'node:net';
import { METADATA } from '../rpc/types';

/** A proxy in front of a gRPC service without TLS, which can lose replies. */
export interface LossyRpcProxy {
  readonly port: number;
  /** Whether the caller gets UNAVAILABLE after the service has answered. Concerns calls of requests with an Idempotency-Key. */
  losesReplies: boolean;
  stop(): Promise<void>;
}

const UNAVAILABLE = '14';

export async function startLossyRpcProxy(target: number): Promise<LossyRpcProxy> {
  let session: ClientHttp2Session | undefined;
  /** The service closes each connection after a minute. */
  const upstream = (): ClientHttp2Session => {
    if (session && !session.closed && !session.destroyed) return session;
    session = connect(`http://127.0.0.1:${target}`);
    session.on('error', () => undefined);
    session.on('goaway', () => (session = undefined));
    return session;
  };
  const server = createServer();
  const proxy = {
    port: 0,
    losesReplies: false,
    stop: () =>
      new Promise<void>((resolve) => {
        session?.destroy();
        server.close(() => resolve());
        for (const each of clients) each.destroy();
      }),
  };
  const clients = new Set<{ destroy(): void }>();
  server.on('session', (each) => clients.add(each));
  server.on('stream', (call: ServerHttp2Stream, headers: IncomingHttpHeaders) => {
    const { [constants.HTTP2_HEADER_AUTHORITY]: _, ...sent } = headers;
    const isLost = proxy.losesReplies && String(headers[METADATA.operationId]).startsWith('key.');
    const forwarded = upstream().request(sent);
    const head: IncomingHttpHeaders[] = [];
    const trailers: IncomingHttpHeaders[] = [];
    const chunks: Buffer[] = [];
    call.pipe(forwarded);
    call.on('error', () => forwarded.close());
    forwarded.on('error', () => call.close());
    forwarded.on('response', (received) => head.push(received));
    forwarded.on('trailers', (received: IncomingHttpHeaders) => trailers.push(received));
    forwarded.on('data', (chunk: Buffer) => chunks.push(chunk));
    forwarded.on('end', () => {
      if (call.destroyed) return;
      if (isLost)
        return call.respond(
          { ':status': 200, 'content-type': 'application/grpc+proto', 'grpc-status': UNAVAILABLE },
          { endStream: true },
        );
      // A failed call has its status in the first headers.
      if (trailers.length === 0) return call.respond(head[0] ?? {}, { endStream: true });
      call.respond(head[0] ?? {}, { waitForTrailers: true });
      call.on('wantTrailers', () => call.sendTrailers(trailers[0] ?? {}));
      call.end(Buffer.concat(chunks));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  proxy.port = (server.address() as AddressInfo).port;
  return proxy;
}
