import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { assertNever } from '@headwater/kit/errors';
import type { Pool } from '@headwater/kit/pg/pool';
import { z } from 'zod';
import { generateSecret, SIGN_IN_LINK_MS, signInUrl } from '../domain/dashboard-session';
import { isoTime } from '../domain/format';
import { SCOPES } from '../domain/principal';
import { generateToken, parseToken } from '../domain/token-format';
import { insertCompletedAction } from '../store/audit-log';
import { insertSignInLink } from '../store/dashboard-sessions';
import { endOtherAccess, listLiveAccess } from '../store/live-access';
import { insertToken } from '../store/tokens';
import { findFirstWorkspace, insertWorkspace } from '../store/workspaces';

export type AdminCommand =
  | { readonly verb: 'createWorkspace'; readonly name: string }
  | { readonly verb: 'createToken'; readonly workspaceId: number }
  | {
      readonly verb: 'createDashboardLink';
      /** Default: the oldest workspace. */
      readonly workspaceId?: number;
    }
  | { readonly verb: 'exportAccess' }
  | { readonly verb: 'restoreAccess'; readonly file: string };

export const USAGE = `Creates workspaces, API tokens and sign-in links of the dashboard. Each token and link is shown once and stored as a hash.

  admin workspace create <name>                 creates a workspace and its first token
  admin token create <workspace-id>             creates another token
  admin dashboard-link [--workspace <id>]       creates a link for one sign-in within 10 minutes; default: the oldest
                                                workspace, which \`npm start\` creates
  admin access export                           prints the ids of all working tokens and share links, for deploy/BACKUP.md
  admin access restore <file>                   after a restore: ends the tokens and share links that the printed list does
                                                not contain, and all dashboard sessions
`;

/** The command of the arguments; undefined if they are invalid. */
export function parseCommand(argv: readonly string[]): AdminCommand | undefined {
  const parsed = parseArguments(argv);
  if (!parsed) return undefined;
  const { positionals, workspace } = parsed;
  const [area, verb, argument, ...more] = positionals;
  if (area === 'dashboard-link' && verb === undefined) {
    if (workspace === undefined) return { verb: 'createDashboardLink' };
    const workspaceId = parseId(workspace);
    return workspaceId === undefined ? undefined : { verb: 'createDashboardLink', workspaceId };
  }
  if (area === 'access' && workspace === undefined && more.length === 0) {
    if (verb === 'export' && argument === undefined) return { verb: 'exportAccess' };
    return verb === 'restore' && argument ? { verb: 'restoreAccess', file: argument } : undefined;
  }
  if (verb !== 'create' || !argument || more.length > 0 || workspace !== undefined) return undefined;
  if (area === 'workspace') return { verb: 'createWorkspace', name: argument };
  const workspaceId = parseId(argument);
  return area === 'token' && workspaceId !== undefined ? { verb: 'createToken', workspaceId } : undefined;
}

function parseArguments(argv: readonly string[]) {
  try {
    const { positionals, values } = parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: { workspace: { type: 'string' } },
    });
    return { positionals, workspace: values.workspace };
  } catch {
    return undefined; // an unknown option: the usage lists the valid ones
  }
}

function parseId(text: string): number | undefined {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}

export interface CommandContext {
  /** URL at which browsers reach the gateway. */
  readonly publicUrl: string;
  /** Unix milliseconds. */
  readonly now: number;
}

/** Runs a command. @returns the output; undefined if the workspace does not exist. */
export async function runCommand(
  db: Pool,
  command: AdminCommand,
  context: CommandContext,
): Promise<object | undefined> {
  switch (command.verb) {
    case 'createWorkspace':
      return createToken(db, await insertWorkspace(db, command.name), { isNewWorkspace: true });
    case 'createToken':
      return createToken(db, command.workspaceId);
    case 'createDashboardLink':
      return createDashboardLink(db, command.workspaceId ?? (await findFirstWorkspace(db)), context);
    case 'exportAccess':
      return listLiveAccess(db);
    case 'restoreAccess':
      return restoreAccess(db, command.file);
    default:
      return assertNever(command);
  }
}

const liveAccessSchema = z.strictObject({
  at: z.iso.datetime({ offset: true }),
  tokens: z.array(
    z.strictObject({ publicId: z.string(), expiresAt: z.iso.datetime({ offset: true }).nullable() }),
  ),
  shareLinks: z.array(z.int().positive()),
});

/** Ends access that a restored backup contains, but the list in the file does not. */
async function restoreAccess(db: Pool, file: string): Promise<object> {
  const live = liveAccessSchema.safeParse(JSON.parse(readFileSync(file, 'utf8')));
  if (!live.success)
    throw new Error(`${file} is no output of \`admin access export\`. Nothing was changed. Name its output.`);
  const ended = await endOtherAccess(db, live.data);
  if (!ended)
    throw new Error(
      `This database has no token of ${file}. Nothing was changed. Check DATABASE_URL and the file: they belong to different installations.`,
    );
  return ended;
}

/** Creates a token with all scopes. */
async function createToken(
  db: Pool,
  workspaceId: number,
  { isNewWorkspace = false } = {},
): Promise<object | undefined> {
  const token = generateToken();
  const parsed = parseToken(token);
  if (!parsed) throw new Error('The generated token is malformed.');
  const created = await insertToken(db, { workspaceId, token: parsed, name: 'admin', scopes: SCOPES });
  if (!created) return undefined;
  const entry = { workspaceId, at: created.createdAtMs, actor: { type: 'admin' } as const };
  if (isNewWorkspace) await insertCompletedAction(db, { ...entry, action: 'createWorkspace' });
  await insertCompletedAction(db, { ...entry, action: 'createToken', targetId: String(created.id) });
  return { workspaceId, token };
}

/** Creates a sign-in link with all scopes. */
async function createDashboardLink(
  db: Pool,
  workspaceId: number | undefined,
  { publicUrl, now }: CommandContext,
): Promise<object | undefined> {
  if (workspaceId === undefined) return undefined;
  const code = generateSecret();
  const expiresAtMs = now + SIGN_IN_LINK_MS;
  const linkId = await insertSignInLink(db, {
    workspaceId,
    tokenId: null,
    scopes: SCOPES,
    sites: null,
    codeHash: code.hash,
    expiresAtMs,
  });
  if (linkId === undefined) return undefined;
  await insertCompletedAction(db, {
    workspaceId,
    at: now,
    actor: { type: 'admin' },
    action: 'createDashboardLink',
    targetId: String(linkId),
  });
  return { workspaceId, url: signInUrl(publicUrl, code.text), expiresAt: isoTime(expiresAtMs) };
}
