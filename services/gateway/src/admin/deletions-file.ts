import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { isoTime } from '../domain/format';
import type { LoggedErasure__Output } from '@headwater/protos/gen/headwater/identity/v1/LoggedErasure';
import type { SiteDeletion__Output } from '@headwater/protos/gen/headwater/sites/v1/SiteDeletion';
import { z } from 'zod';

/*
 * The file of `admin deletions`: one JSON object per line. The first line lists working access, then follow deleted sites and
 * erasures. The last line contains their numbers, so that an incomplete file is detected.
 */

const id = z.int().positive();
const count = z.int().nonnegative();
const time = z.iso.datetime({ offset: true });

const accessSchema = z.strictObject({
  type: z.literal('access'),
  at: time,
  tokens: z.array(z.strictObject({ publicId: z.string(), expiresAt: time.nullable() })).readonly(),
  shareLinks: z
    .array(
      z.union([
        z.strictObject({ id, page: z.string().nullable(), expiresAt: time.nullable() }),
        // Files of earlier versions have only ids.
        id.transform((each) => ({ id: each, page: null, expiresAt: null })),
      ]),
    )
    .readonly(),
});

const siteSchema = z.strictObject({
  type: z.literal('site'),
  ...{ workspaceId: id, siteId: id, createdAt: time, deletedAt: time, purgeAt: time },
});

const erasureSchema = z.strictObject({
  type: z.literal('erasure'),
  workspaceId: id,
  certificate: z.strictObject({
    id: z.uuid(),
    at: time,
    completedAt: time.nullable(),
    ...{ profiles: count, links: count, payments: count, customers: count, subscriptions: count },
    // Files of earlier versions have none.
    touches: count.default(0),
    ...{
      visitors: count,
      events: count,
      firstTouches: count,
      clickIds: count.exactOptional(),
      webhookEvents: count,
      rows: z.record(z.string(), count).exactOptional(),
      closedExports: count.exactOptional(),
    },
  }),
  profiles: z.array(z.strictObject({ id, createdAt: time })),
  sealed: z.base64(),
  /** Of a large erasure. */
  part: count.optional(),
});

const endSchema = z.strictObject({ type: z.literal('end'), sites: count, erasures: count });

const lineSchema = z.discriminatedUnion('type', [accessSchema, siteSchema, erasureSchema, endSchema]);

export type Line = z.infer<typeof lineSchema>;
export type SiteLine = z.infer<typeof siteSchema>;
export type ErasureLine = z.infer<typeof erasureSchema>;

export const siteLine = ({
  workspaceId,
  siteId,
  createdAtMs,
  deletedAtMs,
  purgeAtMs,
}: SiteDeletion__Output): SiteLine => ({
  type: 'site',
  ...{ workspaceId, siteId, createdAt: isoTime(createdAtMs) },
  ...{ deletedAt: isoTime(deletedAtMs), purgeAt: isoTime(purgeAtMs) },
});

export function erasureLine(logged: LoggedErasure__Output): ErasureLine {
  const { workspaceId, certificate, profiles, sealed, part } = logged;
  if (!certificate) throw new Error('An erasure of the log has no certificate.');
  const { id, atMs, completedAtMs, links, payments, customers, subscriptions, touches } = certificate;
  const { visitors, events, firstTouches, clickIds, webhookEvents, rows, closedExports } = certificate;
  return {
    type: 'erasure',
    workspaceId,
    certificate: {
      ...{ id, at: isoTime(atMs), completedAt: completedAtMs === undefined ? null : isoTime(completedAtMs) },
      ...{ profiles: certificate.profiles, links, payments, customers, subscriptions, touches },
      ...{ visitors, events, firstTouches, webhookEvents, ...(clickIds === undefined ? {} : { clickIds }) },
      ...(rows ? { rows: rows.tables } : {}),
      ...(closedExports === undefined ? {} : { closedExports }),
    },
    profiles: profiles.map((profile) => ({ id: profile.id, createdAt: isoTime(profile.createdAtMs) })),
    sealed: Buffer.from(sealed).toString('base64'),
    ...(part === 0 ? {} : { part }),
  };
}

/** The request that repeats the erasure of a line. */
export function loggedErasure({ workspaceId, certificate, profiles, sealed, part = 0 }: ErasureLine) {
  const { at, completedAt, rows, ...numbers } = certificate;
  return {
    workspaceId,
    certificate: {
      ...numbers,
      ...(rows ? { rows: { tables: rows } } : {}),
      atMs: Date.parse(at),
      ...(completedAt === null ? {} : { completedAtMs: Date.parse(completedAt) }),
    },
    profiles: profiles.map((profile) => ({ id: profile.id, createdAtMs: Date.parse(profile.createdAt) })),
    sealed: Buffer.from(sealed, 'base64'),
    part,
  };
}

/** Writes lines to a file, which it replaces when they are complete, or to the standard output. */
export async function writeLines(
  file: string | undefined,
  produce: (write: (line: Line) => Promise<void>) => Promise<void>,
): Promise<void> {
  if (file === undefined) return produce((line) => writeLine(process.stdout, line));
  const partial = `${file}.new`;
  const output = createWriteStream(partial, { mode: 0o600, flush: true });
  const written = finished(output);
  // Otherwise a file that cannot be opened ends the process before `produce` does.
  written.catch(() => undefined);
  await Promise.race([produce((line) => writeLine(output, line)), written]);
  output.end();
  await written;
  await rename(partial, file);
}

/** Waits while the buffer is full. */
async function writeLine(output: Writable, line: Line): Promise<void> {
  if (!output.write(`${JSON.stringify(line)}\n`)) await once(output, 'drain');
}

/** The lines of a file, one after the other. @throws Error that names the first line with another content. */
export async function* readLines(file: string): AsyncGenerator<Line> {
  let number = 0;
  for await (const text of createInterface({ input: createReadStream(file, 'utf8'), crlfDelay: Infinity })) {
    number += 1;
    const line = lineSchema.safeParse(parseJson(text));
    if (!line.success)
      throw new Error(
        `Line ${number} of ${file} is no output of \`admin deletions export\`. Nothing was changed. Name its output.`,
      );
    yield line.data;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The numbers of a complete file, and its list of working access. @throws Error if the file is invalid or incomplete. */
export async function readSummary(file: string) {
  let access: z.infer<typeof accessSchema> | undefined;
  let end: z.infer<typeof endSchema> | undefined;
  const found = { sites: 0, erasures: 0 };
  for await (const line of readLines(file)) {
    if (line.type === 'access') access = line;
    else if (line.type === 'end') end = line;
    else found[line.type === 'site' ? 'sites' : 'erasures'] += 1;
  }
  if (!access || end?.sites !== found.sites || end.erasures !== found.erasures)
    throw new Error(
      `${file} is incomplete: its export was interrupted. Nothing was changed. Use the previous file.`,
    );
  return { access, ...found };
}
