import { parseArgs } from 'node:util';

/** What the admin command is asked to do. */
export type AdminCommand =
  | { readonly verb: 'createWorkspace'; readonly name: string }
  | { readonly verb: 'createToken'; readonly workspaceId: number }
  | {
      readonly verb: 'createDashboardLink';
      /** Left out: the first workspace. */
      readonly workspaceId?: number;
    };

export const USAGE = `Makes workspaces, tokens and sign-in links of the dashboard. Each token and link is shown once and kept only as a hash.

  admin workspace create <name>                 makes a workspace and its first token
  admin token create <workspace-id>             makes another token
  admin dashboard-link [--workspace <id>]       makes a link for one sign-in within 10 minutes; without an id to the
                                                first workspace, which is that of npm start
`;

/** The command that arguments stand for; undefined for what is none. */
export function parseCommand(argv: readonly string[]): AdminCommand | undefined {
  const parsed = parsedOf(argv);
  if (!parsed) return undefined;
  const { positionals, workspace } = parsed;
  const [area, verb, argument, ...more] = positionals;
  if (area === 'dashboard-link' && verb === undefined) {
    if (workspace === undefined) return { verb: 'createDashboardLink' };
    const workspaceId = idOf(workspace);
    return workspaceId === undefined ? undefined : { verb: 'createDashboardLink', workspaceId };
  }
  if (verb !== 'create' || !argument || more.length > 0 || workspace !== undefined) return undefined;
  if (area === 'workspace') return { verb: 'createWorkspace', name: argument };
  const workspaceId = idOf(argument);
  return area === 'token' && workspaceId !== undefined ? { verb: 'createToken', workspaceId } : undefined;
}

function parsedOf(argv: readonly string[]) {
  try {
    const { positionals, values } = parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: { workspace: { type: 'string' } },
    });
    return { positionals, workspace: values.workspace };
  } catch {
    return undefined; // an option that is not known: the usage says which are
  }
}

function idOf(text: string): number | undefined {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}
