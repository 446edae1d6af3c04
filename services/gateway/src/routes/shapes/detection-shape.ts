import type { Detection__Output } from '@headwater/protos/gen/headwater/sites/v1/Detection';
import { SITE_CATEGORIES } from '@headwater/protos/vocabulary';
import { z } from 'zod';
import { isoTime } from '../../domain/iso-time';

/** Something that the customer should know of a site, and what to do about it. */
export const findingSchema = z
  .strictObject({ code: z.string(), message: z.string(), fix: z.string() })
  .meta({ id: 'Finding' });

/** What a look at the site's home page found. */
export const detectionSchema = z
  .strictObject({
    status: z.enum(['pending', 'done', 'failed']),
    checkedAt: z.iso.datetime({ precision: 3 }).nullable(),
    title: z.string().nullable(),
    language: z.string().nullable(),
    platform: z.string().nullable(),
    snippetFound: z.boolean().nullable(),
    suggestedCategories: z.array(z.enum(SITE_CATEGORIES)),
    findings: z.array(findingSchema),
  })
  .meta({ id: 'Detection' });

export type DetectionJson = z.infer<typeof detectionSchema>;

export function detectionJson(detection: Detection__Output): DetectionJson {
  return {
    status: detection.status as DetectionJson['status'],
    checkedAt: detection.checkedAtMs === undefined ? null : isoTime(detection.checkedAtMs),
    title: detection.title ?? null,
    language: detection.language ?? null,
    platform: detection.platform ?? null,
    snippetFound: detection.snippetFound ?? null,
    suggestedCategories: detection.suggestedCategories as DetectionJson['suggestedCategories'],
    findings: detection.findings.map(({ code, message, fix }) => ({ code, message, fix })),
  };
}
