import { fdatasync, openSync, write } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Stores a body, then calls back. */
type Store = (body: string, stored: () => void) => void;

/** The baseline: parses each body and responds 202; with a path only after the body is durable in that file. Prints its port. */
export function serveBaselineCollector([path]: readonly string[]): Promise<void> {
  return serve(path === undefined ? (_body, stored) => stored() : storeIn(path));
}

/** Stores bodies with group commit: those that arrive during a write share the next write and fdatasync. */
function storeIn(path: string): Store {
  const file = openSync(path, 'w', 0o600);
  let end = 0;
  let waiting: { readonly body: string; readonly stored: () => void }[] = [];
  let isBusy = false;
  const next = (): void => {
    const group = waiting;
    waiting = [];
    isBusy = group.length > 0;
    if (!isBusy) return;
    const bytes = Buffer.from(group.map(({ body }) => body).join('\n'));
    write(file, bytes, 0, bytes.length, end, (error) => {
      if (error) throw error;
      end += bytes.length;
      fdatasync(file, (failure) => {
        if (failure) throw failure;
        for (const { stored } of group) stored();
        next();
      });
    });
  };
  return (body, stored) => {
    waiting.push({ body, stored });
    if (!isBusy) setImmediate(next);
    isBusy = true;
  };
}

async function serve(store: Store): Promise<void> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      JSON.parse(body);
      store(body, () =>
        response.writeHead(202, { 'content-type': 'application/json' }).end('{"accepted":1,"dropped":[]}'),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  console.log(JSON.stringify({ http: (server.address() as AddressInfo).port }));
}
