import { t } from '../../strings/text';

/** A program that connects to the MCP server, with its configuration. `services/gateway/MCP.md` contains the same texts. */
export interface AgentClient {
  readonly name: string;
  /** Where the configuration belongs, and where the client gets the token from. */
  readonly hint: string;
  /** @param token undefined: a placeholder. Files of a project never contain the token, because they are committed */
  readonly configuration: (url: string, token?: string) => string;
}

export const AGENT_CLIENTS: readonly AgentClient[] = [
  {
    name: 'Claude Code',
    hint: t('Run this command in a terminal.'),
    configuration: (url, token = '$HEADWATER_TOKEN') =>
      `claude mcp add --transport http headwater ${url} --header "Authorization: Bearer ${token}"`,
  },
  {
    name: 'Claude Desktop',
    hint: t(
      'Add this to claude_desktop_config.json (Settings, Developer). It needs Node, because the file only supports local programs.',
    ),
    configuration: (url, token = 'hw_...') => `{
  "mcpServers": {
    "headwater": {
      "command": "npx",
      "args": ["-y", "mcp-remote", "${url}", "--header", "Authorization:\${AUTHORIZATION}"],
      "env": { "AUTHORIZATION": "Bearer ${token}" }
    }
  }
}`,
  },
  {
    name: 'Cursor',
    hint: t(
      'Add this to .cursor/mcp.json. Cursor reads the token from the environment variable HEADWATER_TOKEN.',
    ),
    configuration: (url) => `{
  "mcpServers": {
    "headwater": {
      "url": "${url}",
      "headers": { "Authorization": "Bearer \${env:HEADWATER_TOKEN}" }
    }
  }
}`,
  },
  {
    name: 'VS Code',
    hint: t(
      'Add this to .vscode/mcp.json. Enter the token when VS Code starts the server. VS Code stores it.',
    ),
    configuration: (url) => `{
  "inputs": [{ "type": "promptString", "id": "headwater-token", "description": "Headwater token", "password": true }],
  "servers": {
    "headwater": {
      "type": "http",
      "url": "${url}",
      "headers": { "Authorization": "Bearer \${input:headwater-token}" }
    }
  }
}`,
  },
];
