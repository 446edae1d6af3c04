import { z } from 'zod';
import { siteParams } from './site-params';

const definitionId = (what: string) =>
  z
    .string()
    .regex(/^[1-9]\d{0,14}$/, 'must be a positive whole number')
    .transform(Number)
    .meta({ description: `${what} id`, type: 'integer', minimum: 1, example: 3 });

/** Parameters of a path below one goal of a site. */
export const goalParams = siteParams.extend({ goalId: definitionId('Goal') });
/** Parameters of a path below one funnel of a site. */
export const funnelParams = siteParams.extend({ funnelId: definitionId('Funnel') });

/** What deleting a goal or a funnel answers. */
export const deletedSchema = z
  .strictObject({ deleted: z.literal(true), id: z.int().positive() })
  .meta({ id: 'DefinitionDeletion' });
