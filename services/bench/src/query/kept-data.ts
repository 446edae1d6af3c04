import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Measured } from './report';

/** What a run leaves to the next one beside the events, in a data directory that is kept. */
export interface KeptData {
  /** `YYYY-MM-DD`, UTC: the days that have events. */
  readonly days: readonly string[];
  /** Ids of the site of a million events and of the large one. */
  readonly one: number;
  readonly large: number;
  /** Can only be measured before the others' events are there. */
  readonly alone?: readonly Measured[] | undefined;
}

const fileOf = (dataDir: string): string => join(dataDir, 'bench-query.json');

/** @returns undefined in a new directory, and without one. */
export function readKept(dataDir: string | undefined): KeptData | undefined {
  if (dataDir === undefined || !existsSync(fileOf(dataDir))) return undefined;
  return JSON.parse(readFileSync(fileOf(dataDir), 'utf8')) as KeptData;
}

/** Keeps nothing without a directory. */
export function keep(dataDir: string | undefined, data: KeptData): void {
  if (dataDir !== undefined) writeFileSync(fileOf(dataDir), JSON.stringify(data));
}
