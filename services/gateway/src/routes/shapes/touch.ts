import type { LaterTouch__Output } from '@headwater/protos/gen/headwater/identity/v1/LaterTouch';
import { CHANNELS } from '@headwater/protos/vocabulary';
import { z } from 'zod';
import { isoTime } from '../../domain/format';

const text = z.string();

/** A visit of an account. Unknown texts are null. */
export const touchSchema = z
  .strictObject({
    at: z.iso.datetime({ precision: 3 }),
    channel: z.enum(CHANNELS),
    source: text.nullable(),
    campaign: text.nullable(),
    landing: text.nullable(),
    referrer: text.nullable(),
  })
  .meta({ id: 'Touch' });

/** Maps a visit to JSON. */
export function touchJson(touch: LaterTouch__Output): z.infer<typeof touchSchema> {
  const known = (value: string): string | null => value || null;
  return {
    at: isoTime(touch.atMs),
    channel: touch.channel as z.infer<typeof touchSchema>['channel'],
    ...{ source: known(touch.source), campaign: known(touch.campaign) },
    ...{ landing: known(touch.landing), referrer: known(touch.referrer) },
  };
}
