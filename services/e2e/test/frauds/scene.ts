import { setTimeout as pause } from 'node:timers/promises';
import { DESKTOP_CHROME } from '../../src/shop';
import type { System } from '../../src/api';

export interface SiteOfScene {
  readonly id: number;
  readonly key: string;
}

/**
 * Returns a function that sends `POST /collect` as a browser: again after a 503, for at most half a minute. It returns `accepted`, the reason of the drop or the
 * code of the error.
 */
export function collector(collectUrl: string) {
  return async (
    { id: site, key }: SiteOfScene,
    body: object,
    { query = '', headers = {} }: { query?: string; headers?: Readonly<Record<string, string>> } = {},
  ): Promise<string> => {
    const send = (): Promise<Response> =>
      fetch(`${collectUrl}/collect${query}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'user-agent': DESKTOP_CHROME, ...headers },
        body: JSON.stringify({ site, key, ...body }),
      });
    let response = await send();
    for (let left = 30; response.status === 503 && left > 0; left--) {
      await pause(SECOND);
      response = await send();
    }
    const { code, dropped } = (await response.json()) as { code?: string; dropped?: { reason: string }[] };
    if (code !== undefined) return code;
    return [...new Set(dropped?.map(({ reason }) => reason))].join() || 'accepted';
  };
}

/** An account whose recorded channel is Organic Search. */
export interface Victim {
  /** The visitor id, which the attacker knows. */
  readonly ref: string;
  readonly email: string;
  readonly session: string;
  /** The id of its only pageview. */
  readonly eventId: string;
  /** Unix milliseconds. */
  readonly visitedAt: number;
}

export interface Scene {
  readonly system: System;
  readonly site: SiteOfScene;
  /** Another site of the workspace. */
  readonly other: SiteOfScene;
  /** A token without the right to write. */
  readonly readToken: string;
  /** A token for the other site only. */
  readonly otherToken: string;
  /** The key in the URL of a share link. */
  readonly shareKey: string;
  /** Another workspace. */
  readonly stranger: { readonly token: string; readonly site: SiteOfScene };
  /** A visitor of an affiliate, whose account was erased. */
  readonly erased: string;
  readonly stripe: { readonly path: string; readonly secret: string };
  readonly collect: ReturnType<typeof collector>;
  /** The reasons of all drops so far. */
  readonly drops: string[];
}

export interface Fraud {
  readonly name: string;
  /** The account is identified while the visit is in the collector's log: the fraud happens before its link is resolved. */
  readonly isPending?: boolean;
  readonly act: (victim: Victim, scene: Scene) => Promise<unknown>;
}

export const DOMAIN = 'fraud.example';
export const GOOGLE = { landing: `https://${DOMAIN}/pricing`, referrer: 'https://www.google.com/' };
export const TAGGED = `https://${DOMAIN}/?utm_source=coupon-ext&utm_medium=affiliate`;
export const SECOND = 1_000;
export const HOUR = 3_600 * SECOND;
export const DAY = 24 * HOUR;
export const iso = (ms: number): string => new Date(ms).toISOString();
