import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '@headwater/kit/package-root';
import { TOOL_SETS } from '../src/mcp/tool-sets';

const page = readFileSync(join(packageRoot('@headwater/gateway'), 'MCP.md'), 'utf8');

test('MCP.md lists every tool set with its description', () => {
  const rows = [...page.matchAll(/^\| `(\w+)` +\| (.+?) +\|$/gm)].map(([, name, about]) => [name, about]);
  expect(rows).toEqual(Object.entries(TOOL_SETS).map(([name, { about }]) => [name, about]));
});

test('the configurations in MCP.md are JSON that names the server and the header', () => {
  const blocks = [...page.matchAll(/```json\n(.+?)```/gs)].map(([, text = '']) => text);
  expect(blocks).toHaveLength(3);
  for (const text of blocks) {
    const { mcpServers, servers } = JSON.parse(text) as Record<string, { headwater?: unknown } | undefined>;
    const server = JSON.stringify((mcpServers ?? servers)?.headwater);
    expect(server).toMatch(/https:\/\/headwater\.example\.com\/mcp.*Authorization/);
  }
});
