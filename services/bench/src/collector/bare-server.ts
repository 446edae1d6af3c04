import { fdatasync, openSync, write } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Makes a body durable, then calls back. */
type Keep = (body: string, kept: () => void) => void;

/** The floor: reads and parses each body, answers 202, keeps nothing, or with a path once they are durable in that file. Prints its port. */
export function serveBare([path]: readonly string[]): Promise<void> {
  return serve(path === undefined ? (_body, kept) => kept() : keepIn(path));
}

/** Bodies that came while others were on their way to the disk share a write and an fdatasync. The file is of no use to anybody. */
function keepIn(path: string): Keep {
  const file = openSync(path, 'w', 0o600);
  let end = 0;
  let waiting: { readonly body: string; readonly kept: () => void }[] = [];
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
        for (const { kept } of group) kept();
        next();
      });
    });
  };
  return (body, kept) => {
    waiting.push({ body, kept });
    if (!isBusy) setImmediate(next);
    isBusy = true;
  };
}

async function serve(keep: Keep): Promise<void> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      JSON.parse(body);
      keep(body, () =>
        response.writeHead(202, { 'content-type': 'application/json' }).end('{"accepted":1,"dropped":[]}'),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  console.log(JSON.stringify({ http: (server.address() as AddressInfo).port }));
}
