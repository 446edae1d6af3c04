import { z } from 'zod';

/** A path parameter with an id. Any text is accepted: a malformed id is answered with 404, like an unknown id. */
export function pathId(description: string, example = 3) {
  return z
    .string()
    .max(200)
    .meta({ description, type: 'integer', minimum: 1, examples: [example] });
}

/** The id, or undefined for text that cannot be an id. */
export function parseId(text: string): number | undefined {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}
