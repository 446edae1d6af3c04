/** What stands in a snippet. */
export interface SnippetParts {
  readonly siteId: number;
  readonly siteKey: string;
  /** The script's whole URL. */
  readonly scriptUrl: string;
}

/** The script element that the customer places on the site. */
export function snippet({ siteId, siteKey, scriptUrl }: SnippetParts): string {
  return `<script defer data-site="${siteId}" data-key="${attribute(siteKey)}" src="${attribute(scriptUrl)}"></script>`;
}

function attribute(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
