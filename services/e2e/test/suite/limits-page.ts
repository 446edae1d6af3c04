import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { callApi, type System } from '../../src/api';
import { repositoryRoot } from '../../src/child-process';
import { DESKTOP_CHROME } from '../../src/shop';

const DOMAIN = 'limits.example';
const DAY_MS = 86_400_000;
const UNITS_MS: Readonly<Record<string, number>> = { minutes: 60_000, hours: 3_600_000, days: DAY_MS };

/** The part of the page after a mark, up to the next heading. */
function partOf(mark: string): string {
  const page = readFileSync(join(repositoryRoot(), 'services/gateway/LIMITS.md'), 'utf8');
  return page.split(`<!-- run: ${mark} -->`)[1]?.split('\n## ')[0] ?? '';
}

/** The `time` of an example: `29 days ago`, `in 4 minutes`, JSON in backticks, or `absent`. */
function timeOf(example: string): unknown {
  if (example === 'absent') return undefined;
  const [, json] = /^`(.+)`$/.exec(example) ?? [];
  if (json !== undefined) return JSON.parse(json);
  const [, before, count, unit = ''] = /^(in )?(\d+) (\w+)/.exec(example) ?? [];
  const distance = Number(count) * (UNITS_MS[unit] ?? Number.NaN);
  return new Date(Date.now() + (before === undefined ? -distance : distance)).toISOString();
}

/** Tests the examples of LIMITS.md. */
export function describeLimitsPage(system: () => System): void {
  test('events are stored, corrected and dropped by their time as LIMITS.md says', async () => {
    const rows = [...partOf('times').matchAll(/^\| (.+?) \| (.+?) \| (.+?) \|$/gm)].slice(1);
    expect(rows.length).toBeGreaterThan(8);
    const { body: site } = await callApi(system(), 'POST', '/api/v1/sites', { body: { domain: DOMAIN } });
    const key = /data-key="([^"]+)"/.exec(site.snippet)?.[1];
    const url = `https://${DOMAIN}/`;
    const send = async (sender: string, n: number, time: unknown) => {
      const event = { name: `${sender} ${n}`, url, time };
      if (sender === 'server') {
        // With a valid event: a call without any is answered 400.
        const events = [
          { ...event, anonymous_id: 'v' },
          { anonymous_id: 'v', name: 'valid' },
        ];
        return (await callApi(system(), 'POST', `/api/v1/sites/${site.id}/events`, { body: { events } }))
          .body;
      }
      const response = await fetch(`${system().collectUrl}/collect`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'user-agent': DESKTOP_CHROME },
        body: JSON.stringify({ site: site.id, key, visitor: 'b', session: { id: randomUUID() }, event }),
      });
      return response.json();
    };

    const expected = new Map<string, { readonly sent: unknown; readonly result: string }>();
    for (const [n, [, example = '', ofServer = '', ofBrowser = '']] of rows.entries()) {
      for (const [sender, result] of Object.entries({ server: ofServer, browser: ofBrowser })) {
        const time = timeOf(example);
        const { dropped } = await send(sender, n, time);
        const reason = /^dropped: `(\w+)`$/.exec(result)?.[1];
        const shown = { example, sender, reasons: dropped.map((drop: { reason: string }) => drop.reason) };
        expect(shown).toEqual({ example, sender, reasons: reason === undefined ? [] : [reason] });
        if (reason === undefined) expected.set(`${sender} ${n}`, { sent: time, result });
      }
    }

    const stored = await waitFor('all stored events', async () => {
      const tomorrow = new Date(Date.now() + DAY_MS).toISOString().slice(0, 10);
      const first = new Date(Date.now() - 40 * DAY_MS).toISOString().slice(0, 10);
      const path = `/api/v1/sites/${site.id}/export?from=${first}&to=${tomorrow}&format=ndjson`;
      const response = await fetch(`${system().apiUrl}${path}`, {
        headers: { authorization: `Bearer ${system().token}` },
      });
      const events = (await response.text())
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      const found = new Map<string, string>(events.map(({ name, time }) => [name, time]));
      return [...expected.keys()].every((name) => found.has(name)) ? found : undefined;
    });
    for (const [name, { sent, result }] of expected) {
      const at = Date.parse(stored.get(name) ?? '');
      if (result === 'stored') expect({ name, at }).toEqual({ name, at: Date.parse(String(sent)) });
      else
        expect({ name, result, isNow: Math.abs(at - Date.now()) < 60_000 }).toEqual({
          name,
          result,
          isNow: true,
        });
    }
  });

  test('the answer to a call with an invalid item is the one in LIMITS.md', async () => {
    const [, commands = ''] = /```sh\n([^]*?)```/.exec(partOf('items')) ?? [];
    const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', commands], {
      env: { PATH: process.env['PATH'] ?? '', API: system().apiUrl, TOKEN: system().token },
    });
    expect(JSON.parse(stdout)).toEqual(JSON.parse(/^# (\{.*)$/m.exec(commands)?.[1] ?? ''));
  });
}
