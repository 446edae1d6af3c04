import type { SiteCategory } from '@headwater/protos/vocabulary';

/** Something that the customer should know, and what to do about it. */
export interface Finding {
  readonly code: string;
  readonly message: string;
  readonly fix: string;
}

/** What a home page says of itself. */
export interface PageFacts {
  readonly title?: string;
  /** BCP 47, as the page writes it. */
  readonly language?: string;
  readonly platform?: string;
  /** Whether the site's own key stands in the page. */
  readonly snippetFound?: boolean;
  readonly suggestedCategories: readonly SiteCategory[];
  readonly findings: readonly Finding[];
}

/** What a look at a home page ended with; `failed`: no page was seen, and the finding says why. */
export interface DetectionResult extends PageFacts {
  readonly status: 'done' | 'failed';
}
