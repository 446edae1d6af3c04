import { parseArgs } from 'node:util';
import { assertNever } from '@headwater/kit/errors';
import type { Pool } from '@headwater/kit/pg/pool';
import type { SealingKeys } from '@headwater/kit/seal';
import { generateSecret, SIGN_IN_LINK_MS, signInUrl } from '../domain/dashboard-session';
import { isoTime } from '../domain/format';
import { SCOPES } from '../domain/principal';
import { generateToken, parseToken } from '../domain/token-format';
import { insertCompletedAction, type AuditStore } from '../store/audit-log';
import { insertSignInLink } from '../store/dashboard-sessions';
import { insertToken } from '../store/tokens';
import { createWorkspaceKeys, resealWorkspaceKeys } from '../store/workspace-keys';
import { findFirstWorkspace, insertWorkspace } from '../store/workspaces';
import type { ServiceAddresses } from './config';
import { exportDeletions, restoreDeletions } from './deletions';
import { writeLines } from './deletions-file';
import { listHeads, readHeads, verifyAudit } from './verify-audit';

export type AdminCommand =
  | { readonly verb: 'createWorkspace'; readonly name: string }
  | { readonly verb: 'createToken'; readonly workspaceId: number }
  /** Needs no database: the gateway creates the token at its start, from BOOTSTRAP_TOKEN. */
  | { readonly verb: 'generateToken' }
  | {
      readonly verb: 'createDashboardLink';
      /** Default: the oldest workspace. */
      readonly workspaceId?: number;
    }
  | {
      readonly verb: 'exportDeletions';
      /** Default: the standard output. */
      readonly file?: string;
    }
  | { readonly verb: 'restoreDeletions'; readonly file: string; readonly force: boolean }
  | { readonly verb: 'listAuditHeads' }
  | {
      readonly verb: 'verifyAudit';
      /** Output of an earlier `audit head` or `audit verify`. */
      readonly file?: string;
      readonly onlyAfterHeads: boolean;
    };

export const USAGE = `Creates workspaces, API tokens and sign-in links of the dashboard. Each token and link is shown once and stored as a hash.

  admin workspace create <name>                 creates a workspace and its first token
  admin token create <workspace-id>             creates another token
  admin token generate                          prints a token for BOOTSTRAP_TOKEN. Needs no database
  admin dashboard-link [--workspace <id>]       creates a link for one sign-in within 10 minutes; default: the oldest
                                                workspace, which \`npm start\` creates
  admin deletions export [<file>]               lists all working tokens and share links, deleted sites and erasures, for
                                                deploy/BACKUP.md. Replaces the file when the list is complete
  admin deletions restore <file>                after a restore: ends the tokens and share links that are missing in the list,
                                                and all dashboard sessions; repeats the deletions and erasures; --force: also
                                                if this database has no token of the list
  admin audit verify [<file> [--after]]         verifies the audit log of each workspace and prints its state or first fault, one
                                                per line. With the output of an earlier run, also finds removed records at the
                                                end; --after: verifies only the records after it
  admin audit head                              prints the state of each audit log without verifying it
`;

/** The command of the arguments; undefined if they are invalid. */
export function parseCommand(argv: readonly string[]): AdminCommand | undefined {
  const parsed = parseArguments(argv);
  if (!parsed) return undefined;
  const {
    positionals: [area, verb, argument, ...more],
    values: { workspace, force = false, after = false },
  } = parsed;
  const workspaceId = parseId(workspace ?? (area === 'token' ? argument : undefined));
  const flags = Object.keys(parsed.values).join(' ');
  switch (
    [area, verb, argument === undefined ? '' : '<argument>', ...more, flags].filter(Boolean).join(' ')
  ) {
    case 'workspace create <argument>':
      return { verb: 'createWorkspace', name: argument ?? '' };
    case 'token create <argument>':
      return workspaceId === undefined ? undefined : { verb: 'createToken', workspaceId };
    case 'token generate':
      return { verb: 'generateToken' };
    case 'dashboard-link':
      return { verb: 'createDashboardLink' };
    case 'dashboard-link workspace':
      return workspaceId === undefined ? undefined : { verb: 'createDashboardLink', workspaceId };
    case 'deletions export':
      return { verb: 'exportDeletions' };
    case 'deletions export <argument>':
      return { verb: 'exportDeletions', file: argument ?? '' };
    case 'deletions restore <argument>':
    case 'deletions restore <argument> force':
      return { verb: 'restoreDeletions', file: argument ?? '', force };
    case 'audit head':
      return { verb: 'listAuditHeads' };
    case 'audit verify':
    case 'audit verify <argument>':
    case 'audit verify <argument> after':
      return {
        verb: 'verifyAudit',
        ...(argument === undefined ? {} : { file: argument }),
        onlyAfterHeads: after,
      };
    default:
      return undefined;
  }
}

function parseArguments(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: { workspace: { type: 'string' }, force: { type: 'boolean' }, after: { type: 'boolean' } },
    });
  } catch {
    return undefined; // an unknown option: the usage lists the valid ones
  }
}

function parseId(text = ''): number | undefined {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}

export interface CommandContext {
  /** URL at which browsers reach the gateway. */
  readonly publicUrl: string;
  /** @throws Error without SECRETS_KEY */
  readonly secretsKeys: () => SealingKeys;
  /** Unix milliseconds. */
  readonly now: number;
  /** @throws Error without the addresses of sites and identity. */
  readonly services: () => ServiceAddresses;
  /** Receives the progress for the operator. */
  readonly report: (text: string) => void;
}

/** Runs a command. @returns the output, or a line for each workspace; undefined if the workspace does not exist. */
export async function runCommand(
  db: Pool,
  command: Exclude<AdminCommand, { verb: 'generateToken' }>,
  context: CommandContext,
): Promise<object | readonly object[] | undefined> {
  const { secretsKeys } = context;
  switch (command.verb) {
    case 'createWorkspace':
      return createToken(await auditStore(db, secretsKeys()), await insertWorkspace(db, command.name), {
        isNewWorkspace: true,
      });
    case 'createToken':
      return createToken(await auditStore(db, secretsKeys()), command.workspaceId);
    case 'createDashboardLink':
      return createDashboardLink(
        await auditStore(db, secretsKeys()),
        command.workspaceId ?? (await findFirstWorkspace(db)),
        context,
      );
    case 'exportDeletions':
      await writeLines(command.file, (write) => exportDeletions(db, context.services(), write));
      return [];
    case 'restoreDeletions':
      return restoreDeletions(await auditStore(db, secretsKeys()), context.services(), {
        ...context,
        ...command,
      });
    case 'listAuditHeads':
      return listHeads(db);
    case 'verifyAudit': {
      const heads = command.file === undefined ? [] : readHeads(command.file);
      return verifyAudit(db, { secretsKeys: secretsKeys(), heads, onlyAfterHeads: command.onlyAfterHeads });
    }
    default:
      return assertNever(command);
  }
}

/** @throws Error if the keys of workspaces are sealed with another SECRETS_KEY */
async function auditStore(db: Pool, secretsKeys: SealingKeys): Promise<AuditStore & { readonly db: Pool }> {
  await resealWorkspaceKeys(db, secretsKeys);
  return { db, workspaceKey: createWorkspaceKeys(db, secretsKeys) };
}

/** Creates a token with all scopes. */
async function createToken(
  store: AuditStore & { readonly db: Pool },
  workspaceId: number,
  { isNewWorkspace = false } = {},
): Promise<object | undefined> {
  const token = generateToken();
  const parsed = parseToken(token);
  if (!parsed) throw new Error('The generated token is malformed.');
  const created = await insertToken(store.db, { workspaceId, token: parsed, name: 'admin', scopes: SCOPES });
  if (!created) return undefined;
  const entry = { workspaceId, at: created.createdAtMs, actor: { type: 'admin' } as const };
  if (isNewWorkspace) await insertCompletedAction(store, { ...entry, action: 'createWorkspace' });
  await insertCompletedAction(store, { ...entry, action: 'createToken', targetId: String(created.id) });
  return { workspaceId, token };
}

/** Creates a sign-in link with all scopes. */
async function createDashboardLink(
  store: AuditStore & { readonly db: Pool },
  workspaceId: number | undefined,
  { publicUrl, now }: CommandContext,
): Promise<object | undefined> {
  if (workspaceId === undefined) return undefined;
  const code = generateSecret();
  const expiresAtMs = now + SIGN_IN_LINK_MS;
  const linkId = await insertSignInLink(store.db, {
    workspaceId,
    tokenId: null,
    scopes: SCOPES,
    sites: null,
    codeHash: code.hash,
    expiresAtMs,
  });
  if (linkId === undefined) return undefined;
  await insertCompletedAction(store, {
    workspaceId,
    at: now,
    actor: { type: 'admin' },
    action: 'createDashboardLink',
    targetId: String(linkId),
  });
  return { workspaceId, url: signInUrl(publicUrl, code.text), expiresAt: isoTime(expiresAtMs) };
}
