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

/** A proxy in front of a gRPC service without TLS, which can lose or hold replies. */
export interface LossyRpcProxy {
  readonly port: number;
  stop(): Promise<void>;
}

/** The end of a call that the service has answered: the caller gets the reply, UNAVAILABLE, or nothing. */
export type ReplyFate = 'forward' | 'lose' | 'hold';

const UNAVAILABLE = '14';
/** Methods without an effect. */
const READ = /\/(?:Get|List|Query|LookUp|Verify|Explain|Export)\w+$/;

/** @param onReply called when the service has answered a call with an effect, of a request with an Idempotency-Key */
export async function startLossyRpcProxy(target: number, onReply: () => ReplyFate): Promise<LossyRpcProxy> {
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
    const hasEffect =
      String(headers[METADATA.operationId]).startsWith('key.') &&
      !READ.test(String(headers[constants.HTTP2_HEADER_PATH]));
    const forwarded = upstream().request(sent);
    const head: IncomingHttpHeaders[] = [];
    const trailers: IncomingHttpHeaders[] = [];
    const chunks: Buffer[] = [];
    call.pipe(forwarded);
    call.on('error', () => forwarded.close());
    // If the service dies, the connections of its callers break, too.
    const breakConnection = (): void => call.session?.destroy();
    forwarded.on('error', breakConnection);
    forwarded.on('response', (received) => head.push(received));
    forwarded.on('trailers', (received: IncomingHttpHeaders) => trailers.push(received));
    forwarded.on('data', (chunk: Buffer) => chunks.push(chunk));
    forwarded.on('end', () => {
      if (call.destroyed) return;
      if (head.length === 0) return breakConnection();
      const fate = hasEffect ? onReply() : 'forward';
      if (fate === 'hold') return;
      if (fate === 'lose')
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
