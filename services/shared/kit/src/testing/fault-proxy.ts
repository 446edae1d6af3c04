import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A TCP proxy in front of an engine that simulates failures of the engine or the network. */
export interface FaultProxy {
  readonly port: number;
  /** Closes all connections and refuses new ones: the engine is unreachable. */
  cut(): void;
  /** Accepts connections and data but delivers nothing: the engine is frozen. */
  freeze(): void;
  /**
   * Resets each connection when the engine starts to answer: the work is done, but its result is lost.
   *
   * @param pattern of the requests over HTTP, default all
   */
  resetAnswers(pattern?: RegExp): void;
  /** The number of connections that `resetAnswers` has reset. */
  resets(): number;
  /**
   * Calls `act` when Postgres has committed a transaction with a statement that contains the text, before the client learns it. `lose`
   * resets the connection: the client never learns that the commit succeeded.
   */
  onCommit(text: string, act: () => 'forward' | 'lose'): void;
  /** Resets each connection after about this many bytes to the engine: the request is truncated. */
  resetAfter(bytes: number): void;
  /** Forwards again; frozen connections continue. */
  recover(): void;
  stop(): Promise<void>;
}

type Mode =
  | { readonly kind: 'open' | 'cut' | 'frozen' }
  | { readonly kind: 'reset-answers'; readonly pattern: RegExp }
  | { readonly kind: 'reset-after'; readonly bytes: number }
  | { readonly kind: 'commits'; readonly text: string; readonly act: () => 'forward' | 'lose' };

const ANY = /(?:)/;

export async function startFaultProxy(target: { host: string; port: number }): Promise<FaultProxy> {
  const pairs = new Set<readonly [client: Socket, upstream: Socket]>();
  let mode: Mode = { kind: 'open' };
  let resets = 0;
  const server = createServer((client) => {
    if (mode.kind === 'cut') return void client.resetAndDestroy();
    const pair = [client, connect(target.port, target.host)] as const;
    pairs.add(pair);
    relay(pair, { mode: () => mode, onReset: () => (resets += 1) });
    for (const socket of pair) {
      socket.on('error', () => undefined);
      socket.on('close', () => {
        pairs.delete(pair);
        for (const one of pair) one.destroy();
      });
    }
    if (mode.kind === 'frozen') for (const socket of pair) socket.pause();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const set = (next: Mode): void => {
    mode = next;
    for (const pair of pairs)
      for (const socket of pair) {
        if (next.kind === 'cut') socket.destroy();
        else if (next.kind === 'frozen') socket.pause();
        else socket.resume();
      }
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut: () => set({ kind: 'cut' }),
    freeze: () => set({ kind: 'frozen' }),
    resetAnswers: (pattern = ANY) => set({ kind: 'reset-answers', pattern }),
    resets: () => resets,
    onCommit: (text, act) => set({ kind: 'commits', text, act }),
    resetAfter: (bytes) => set({ kind: 'reset-after', bytes }),
    recover: () => set({ kind: 'open' }),
    stop: () => {
      set({ kind: 'cut' });
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function relay(
  [client, upstream]: readonly [Socket, Socket],
  { mode, onReset }: { readonly mode: () => Mode; readonly onReset: () => void },
): void {
  let sent = 0;
  let transaction: 'other' | 'matching' | 'committed' = 'other';
  let isMatching = false;
  client.on('data', (chunk) => {
    sent += chunk.length;
    const now = mode();
    if (now.kind === 'commits') {
      if (chunk.includes(now.text)) transaction = 'matching';
      else if (chunk.includes('COMMIT') && transaction === 'matching') transaction = 'committed';
      else if (chunk.includes('BEGIN')) transaction = 'other';
    }
    if (now.kind === 'reset-answers') isMatching ||= now.pattern.test(chunk.toString('latin1'));
    if (now.kind === 'reset-after' && sent > now.bytes) client.resetAndDestroy();
    else upstream.write(chunk);
  });
  upstream.on('data', (chunk) => {
    const now = mode();
    if (now.kind === 'reset-answers' && (isMatching || now.pattern === ANY)) {
      onReset();
      client.resetAndDestroy();
      return;
    }
    isMatching = false;
    if (now.kind === 'commits' && transaction === 'committed') {
      transaction = 'other';
      if (now.act() === 'lose') return void client.resetAndDestroy();
    }
    client.write(chunk);
  });
  client.on('end', () => upstream.end());
  upstream.on('end', () => client.end());
}
