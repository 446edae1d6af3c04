import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AGENT_CLIENTS } from '../src/pages/agents/agent-clients';

const page = readFileSync(join(__dirname, '../../gateway/MCP.md'), 'utf8');

test('MCP.md has the same clients with the same configurations', () => {
  const documented = [...page.matchAll(/^\*\*(.+?)\*\*[^]+?```\w+\n([^]+?)\n```/gm)].map(
    ([, name, text]) => ({
      name,
      text,
    }),
  );
  const url = 'https://headwater.example.com/mcp';
  expect(documented).toEqual(
    AGENT_CLIENTS.map(({ name, configuration }) => ({ name, text: configuration(url) })),
  );
});

test('only the configurations that stay on the machine contain the token', () => {
  const containing = AGENT_CLIENTS.filter(({ configuration }) =>
    configuration('', 'hw_secret').includes('hw_secret'),
  );
  expect(containing.map(({ name }) => name)).toEqual(['Claude Code', 'Claude Desktop']);
});
