import { STORED_IDS } from '@headwater/eventstore/testing/stored-ids';
import assert from 'node:assert';
import { AppError } from '@headwater/kit/errors';
import { columnsOf } from '../../src/domain/imports/file-rows';
import { readPlausibleRows } from '../../src/domain/imports/plausible';
import { readUmamiEvents } from '../../src/domain/imports/umami-events';
import { hasUmamiProperties, readUmamiProperties } from '../../src/domain/imports/umami-properties';
import { scrubText } from '../../src/domain/scrub';
import { prepareForDerivation } from '../../src/domain/session-evidence';
import { toEventLine } from '../../src/domain/to-event-line';
import { assertScrubbed } from './personal-data';

const NOW = Date.parse('2026-11-23T12:00:00Z');
const SITE = { workspaceId: 1, siteId: 7, domain: 'shop.example', scrub: true };
const WATCH = { clock: () => undefined, took: () => undefined, ran: () => undefined };

/** The rows of a file: the first line names the columns, tabs separate cells. */
export function fuzz(data: Buffer): void {
  const [names = [], ...cells] = data
    .toString()
    .split('\n')
    .map((line) => line.split('\t'));
  const rows = cells.slice(0, 50).map((row, index) => ({ line: index + 2, cells: row }));
  check(names, rows.length, () => {
    const { days, refusals } = readPlausibleRows(names, rows, {
      now: NOW,
      scrub: scrubText,
      retainedFrom: undefined,
    });
    return {
      texts: days.flatMap(({ key, detail }) => [key, ...(JSON.parse(detail) as string[])]),
      kept: days,
      refusals,
    };
  });
  check(names, rows.length, () => {
    if (hasUmamiProperties(columnsOf(names))) {
      const { properties, leftOut, refusals } = readUmamiProperties(names, rows, SITE);
      const kept = [...properties, ...Array<null>(leftOut)];
      return { texts: properties.flatMap(({ key, value }) => [key, value]), kept, refusals };
    }
    const context = { site: SITE, now: NOW, storedIds: STORED_IDS, watch: WATCH };
    const { kept, refusals } = readUmamiEvents(names, rows, context);
    const lines = kept.map((draft) => {
      prepareForDerivation(draft, SITE);
      return toEventLine(draft, { site: SITE, origin: 'import', receivedAt: draft.ts });
    });
    const texts = lines.flatMap((line) => Object.values(JSON.parse(line) as Record<string, unknown>));
    return { texts, kept, refusals };
  });
}

interface Imported {
  readonly texts: readonly unknown[];
  readonly kept: readonly unknown[];
  readonly refusals: readonly { readonly line: number }[];
}

/** Each row is stored or refused, and no stored text contains personal data. */
function check(names: readonly string[], count: number, read: () => Imported): void {
  let result: Imported;
  try {
    result = read();
  } catch (error) {
    assert(error instanceof AppError && error.code === 'invalid_request', String(error));
    return;
  }
  assert.equal(result.kept.length + result.refusals.length, count, names.join());
  for (const text of result.texts) if (typeof text === 'string') assertScrubbed(text);
}
