import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { repositoryRoot } from './child-process';

const DATABASES: Readonly<Record<string, string>> = {
  DATABASE_URL: 'postgresql',
  CLICKHOUSE_URL: 'clickhouse',
};

/**
 * `caller → callee` of all that call another service or a database, by the addresses that `deploy/compose.yaml` gives them.
 * Migrations are left out: they are no part of a request.
 */
export function deployedEdges(): readonly string[] {
  const text = readFileSync(join(repositoryRoot(), 'deploy/compose.yaml'), 'utf8');
  const { services } = parse(text, { merge: true }) as {
    services: Readonly<Record<string, { readonly environment?: Readonly<Record<string, string>> }>>;
  };
  return Object.entries(services).flatMap(([name, { environment = {} }]) =>
    name === 'migrate'
      ? []
      : Object.keys(environment).flatMap((variable) => {
          const service = /^([A-Z]+)_ADDRESS$/.exec(variable)?.[1]?.toLowerCase();
          const callee = service === undefined ? DATABASES[variable] : `headwater-${service}`;
          return callee === undefined ? [] : [`headwater-${name} → ${callee}`];
        }),
  );
}
