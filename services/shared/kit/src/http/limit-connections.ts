import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { AppError } from '../errors';
import { countedNetworks } from './client-address';
import { endWithProblem } from './client-error';
import { allowsSlowBody } from './slow-body';

export interface ConnectionLimits {
  /** Of all clients together. */
  readonly max: number;
  /** Of an IPv4 address or an IPv6 /64. Proxies are exempt, see `countedNetworks`. */
  readonly maxPerAddress: number;
  readonly trustedProxies: readonly string[];
}

interface Connection {
  readonly socket: Socket;
  request?: IncomingMessage;
  response?: ServerResponse;
  /** Number of requests without a complete response. */
  inFlight: number;
}

/** Connections, the one with the oldest activity first. */
type Connections = Set<Connection>;

/** Max connections that are checked for one to close. */
const MAX_CHECKED = 64;
/** Max requests in flight of a connection. Browsers and HTTP libraries do not pipeline requests. */
const MAX_PIPELINED = 10;

/**
 * Limits the open connections of a server. A new connection beyond a limit closes the connection that has been idle for the longest
 * time, or whose request has been arriving for the longest time. If the checked connections all wait for a response, the new
 * one is refused: 429 for the limit of its address, 503 for the limit of all.
 *
 * A connection with more than 10 requests in flight is closed: Node.js would run the handlers of all requests in a packet, also for
 * a client that never reads.
 *
 * @param server with all its listeners
 */
export function limitConnections(
  server: Server,
  { max, maxPerAddress, trustedProxies }: ConnectionLimits,
): void {
  const networks = countedNetworks(trustedProxies);
  const all: Connections = new Set();
  const byNetwork = new Map<string, Connections>();
  const bySocket = new WeakMap<object, { readonly connection: Connection; readonly groups: Connections[] }>();

  const admit = (socket: Socket): AppError | undefined => {
    const network = networks.ofPeer(socket.remoteAddress);
    const ofNetwork = network === undefined ? undefined : (byNetwork.get(network) ?? new Set());
    if (ofNetwork && ofNetwork.size >= maxPerAddress && !closeOne(ofNetwork))
      return refusal('rate_limited', `Too many connections from your address (limit ${maxPerAddress})`);
    if (all.size >= max && !closeOne(all))
      return refusal('unavailable', `Too many connections (limit ${max})`);
    const connection: Connection = { socket, inFlight: 0 };
    const groups = ofNetwork ? [all, ofNetwork] : [all];
    for (const group of groups) group.add(connection);
    if (network !== undefined && ofNetwork) byNetwork.set(network, ofNetwork);
    bySocket.set(socket, { connection, groups });
    socket.once('close', () => {
      for (const group of groups) group.delete(connection);
      if (network !== undefined && ofNetwork?.size === 0 && byNetwork.get(network) === ofNetwork)
        byNetwork.delete(network);
    });
    return undefined;
  };
  // Replaces the listener of http.Server: a refused connection must not be parsed.
  const accept = server.listeners('connection');
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    const refused = admit(socket);
    if (!refused) {
      for (const listener of accept) listener.call(server, socket);
      return;
    }
    socket.on('error', () => socket.destroy()).resume();
    endWithProblem(socket, refused);
  });
  const enter = (found: Connection, request: IncomingMessage, response: ServerResponse): boolean => {
    found.inFlight += 1;
    if (found.inFlight > MAX_PIPELINED) found.socket.destroy();
    // Node.js parses the rest of a packet after the end of its connection.
    if (found.socket.destroyed) return false;
    response.once('close', () => (found.inFlight -= 1));
    Object.assign(found, { request, response });
    return true;
  };
  const handle = server.listeners('request');
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const found = bySocket.get(request.socket);
    if (found) {
      const { connection, groups } = found;
      if (!enter(connection, request, response)) return;
      for (const group of groups) {
        group.delete(connection);
        group.add(connection);
      }
    }
    for (const listener of handle) listener.call(server, request, response);
  });
}

/** Closes the first of the oldest connections that waits for no response. @returns false if there is none */
function closeOne(connections: Connections): boolean {
  let checked = 0;
  for (const connection of connections) {
    if (isWaiting(connection)) {
      if ((checked += 1) >= MAX_CHECKED) return false;
      continue;
    }
    connections.delete(connection);
    connection.socket.destroy();
    return true;
  }
  return false;
}

/** Whether a whole request has arrived and its response is not sent yet, or a file is processed while it arrives. */
function isWaiting({ socket, request, response }: Connection): boolean {
  if (!request || response?.writableFinished) return false;
  return request.complete || allowsSlowBody(socket);
}

function refusal(kind: 'rate_limited' | 'unavailable', what: string): AppError {
  return new AppError({
    kind,
    code: kind === 'rate_limited' ? kind : 'upstream_unavailable',
    message: `${what}. Close idle connections and retry in 1 s.`,
    retryAfterSeconds: 1,
  });
}
