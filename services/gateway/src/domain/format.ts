/** Unix milliseconds as ISO 8601 in UTC, such as `2026-10-25T02:00:00.000Z`. */
export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}

/** `part` as a percentage of `whole`, rounded half up to two decimals; null if the whole is 0. */
export function percent(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part * 10_000) / whole) / 100;
}

/**
 * Money divided by visitors, exact, with two more decimals than `money`, rounded half away from zero; null if there are no
 * visitors.
 *
 * @param money decimal string such as `-49.00`
 */
export function perVisitor(money: string, visitors: number): string | null {
  if (visitors === 0) return null;
  const [whole = '0', fraction = ''] = money.replace('-', '').split('.');
  const divisor = BigInt(visitors);
  const quotient = (BigInt(whole + fraction) * 200n + divisor) / (2n * divisor);
  const decimals = fraction.length + 2;
  const digits = quotient.toString().padStart(decimals + 1, '0');
  const sign = money.startsWith('-') && quotient !== 0n ? '-' : '';
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** The values in a snippet. */
export interface SnippetParts {
  readonly siteId: number;
  readonly siteKey: string;
  /** Absolute URL of the script. */
  readonly scriptUrl: string;
}

/** The script element that customers add to their pages. */
export function snippet({ siteId, siteKey, scriptUrl }: SnippetParts): string {
  return `<script async defer data-site="${siteId}" data-key="${attribute(siteKey)}" src="${attribute(scriptUrl)}"></script>`;
}

function attribute(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
