import { createServer, type Server } from 'node:net';
import type { Environment, Settings } from '@headwater/kit/config';
import { loadConfig } from '@headwater/kit/config';

interface Listener {
  /** The variable of the port, such as `ANALYTICS_PORT`. */
  readonly variable: string;
  readonly host: string;
  readonly port: number;
}

/**
 * Checks that every port of the tables is free, by listening on all of them for a moment. 0 is always free.
 *
 * @throws Error that names each port that is not free, and its variable
 */
export async function verifyPorts(tables: readonly Settings[], env: Environment): Promise<void> {
  const servers: Server[] = [];
  const problems: string[] = [];
  for (const listener of listenersOf(tables, env)) {
    const server = createServer();
    const error = await listenOn(server, listener);
    if (error) problems.push(describeProblem(listener, error));
    else servers.push(server);
  }
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  if (problems.length > 0) throw new Error(problems.join('\n  '));
}

/** The settings `<NAME>_PORT` with their `<NAME>_HOST`. */
function listenersOf(tables: readonly Settings[], env: Environment): Listener[] {
  const listeners = new Map<string, Listener>();
  for (const table of tables) {
    const config: Readonly<Record<string, unknown>> = loadConfig(table, env);
    const valueOf = (variable: string): unknown =>
      Object.entries(table).flatMap(([key, { env: name }]) => (name === variable ? [config[key]] : []))[0];
    for (const { env: variable } of Object.values(table)) {
      const port = variable.endsWith('_PORT') ? valueOf(variable) : undefined;
      const host = valueOf(variable.replace(/_PORT$/, '_HOST'));
      if (typeof port === 'number' && typeof host === 'string')
        listeners.set(variable, { variable, host, port });
    }
  }
  return [...listeners.values()];
}

function listenOn(server: Server, { host, port }: Listener): Promise<NodeJS.ErrnoException | undefined> {
  return new Promise((resolve) => {
    server.once('error', resolve);
    server.listen(port, host, () => resolve(undefined));
  });
}

function describeProblem({ variable, host, port }: Listener, error: NodeJS.ErrnoException): string {
  if (error.code === 'EADDRINUSE')
    return `${variable}: port ${port} on ${host} is in use. Stop the process that uses it, or set ${variable} to another port.`;
  const { message } = error;
  return `${variable}: cannot listen on ${host}:${port}: ${message}. Set ${variable} or ${variable.replace(/_PORT$/, '_HOST')}.`;
}
