import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The floor: reads and parses each body, answers 202, keeps nothing. Prints its port. */
export async function serveBare(): Promise<void> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      JSON.parse(Buffer.concat(chunks).toString('utf8'));
      response.writeHead(202, { 'content-type': 'application/json' }).end('{"accepted":1,"dropped":[]}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  console.log(JSON.stringify({ http: (server.address() as AddressInfo).port }));
}
