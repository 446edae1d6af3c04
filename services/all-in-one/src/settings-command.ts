import { describeConfig, loadConfig, type Environment, type Settings } from '@headwater/kit/config';

/** Every setting of the tables, each variable once, with its value; secrets are masked. */
export function printSettings(tables: readonly Settings[], env: Environment): string {
  const lines = new Map<string, string>();
  for (const table of tables) {
    for (const line of describeConfig(table, loadConfig(table, env)).split('\n')) {
      const name = line.slice(0, line.indexOf('='));
      if (!lines.has(name)) lines.set(name, line);
    }
  }
  return [...lines.values()].join('\n');
}
