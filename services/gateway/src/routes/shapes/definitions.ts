import type { Funnel__Output } from '@headwater/protos/gen/headwater/sites/v1/Funnel';
import type { Goal__Output } from '@headwater/protos/gen/headwater/sites/v1/Goal';
import { FUNNEL_LIMITS, QUERY_LIMITS } from '@headwater/protos/limits';
import {
  FILTER_OPERATORS,
  GOAL_FILTER_COLUMNS,
  GOAL_TYPES,
  type FilterOperator,
  type GoalType,
} from '@headwater/protos/vocabulary';
import { z } from 'zod';
import { siteParams } from './site';

/** A path parameter: the id of a goal, funnel or annotation. */
export const definitionId = (kind: string) =>
  z
    .string()
    .regex(/^[1-9]\d{0,14}$/, 'must be a positive whole number')
    .transform(Number)
    .meta({ description: `${kind} id`, type: 'integer', minimum: 1, examples: [3] });

/** Path parameters of the routes of a goal. */
export const goalParams = siteParams.extend({ goalId: definitionId('Goal') });
/** Path parameters of the routes of a funnel. */
export const funnelParams = siteParams.extend({ funnelId: definitionId('Funnel') });

/** The response to the deletion of a goal, funnel, annotation or saved view. */
export const deletedSchema = z
  .strictObject({ deleted: z.literal(true), id: z.int().positive() })
  .meta({ id: 'DefinitionDeletion' });

const filter = z.strictObject({
  key: z.string().meta({ description: `${GOAL_FILTER_COLUMNS.join(', ')} or \`props.<key>\`` }),
  operator: z.enum(FILTER_OPERATORS),
  value: z.string().meta({ description: '`(none)` matches the unknown value' }),
});

const step = {
  name: z.string(),
  type: z.enum(GOAL_TYPES),
  event: z.string().nullable().meta({ description: 'With type `event`: the event name' }),
  path: z.string().nullable().meta({ description: 'With type `page`: a pathname, optionally ending in `*`' }),
  filters: z
    .array(filter)
    .meta({ description: 'Same form as query filters. They apply to the event itself' }),
};
const windowHours = z.int().min(FUNNEL_LIMITS.minHours).max(FUNNEL_LIMITS.maxHours).meta({
  description: 'Max hours between the first step and the last step',
});

const stepSchema = z.strictObject(step).meta({ id: 'FunnelStep' });
/** A goal: reached by an event with a given name or by a pageview of a given path. */
export const goalSchema = z.strictObject({ id: z.int().positive(), ...step }).meta({ id: 'Goal' });
/** A funnel: steps that a visitor takes in this order. */
export const funnelSchema = z
  .strictObject({ id: z.int().positive(), name: z.string(), steps: z.array(stepSchema), windowHours })
  .meta({ id: 'Funnel' });

const goalInput = {
  name: z.string(),
  type: z.enum(GOAL_TYPES),
  event: z.string().exactOptional().meta({ description: 'Required with type `event`' }),
  path: z.string().exactOptional().meta({ description: 'Required with type `page`. May end in `*`' }),
  filters: z
    .array(filter.extend({ operator: z.enum(FILTER_OPERATORS).default('is') }))
    .max(QUERY_LIMITS.maxFilters),
};

/** The body that creates a goal. The sites service checks names, paths and filter keys. */
export const goalInputSchema = z
  .strictObject({ ...goalInput, filters: goalInput.filters.default([]) })
  .meta({ id: 'GoalInput', outputId: 'GoalDefinition' });

/** The body that changes a goal. */
export const goalChangesSchema = z.strictObject({
  name: goalInput.name.exactOptional(),
  type: goalInput.type.exactOptional().meta({ description: 'Another type requires its `event` or `path`' }),
  event: goalInput.event.meta({ description: 'Only with type `event`' }),
  path: goalInput.path.meta({ description: 'Only with type `page`. May end in `*`' }),
  filters: goalInput.filters.exactOptional().meta({ description: 'Replaces the whole list' }),
});

const steps = z.array(goalInputSchema).min(FUNNEL_LIMITS.minSteps).max(FUNNEL_LIMITS.maxSteps);

/** The body that creates a funnel. */
export const funnelInputSchema = z
  .strictObject({ name: z.string(), steps, windowHours: windowHours.default(24) })
  .meta({ id: 'FunnelInput' });

/** The body that changes a funnel. */
export const funnelChangesSchema = z.strictObject({
  name: z.string().exactOptional(),
  steps: steps.exactOptional().meta({ description: 'Replaces the whole list' }),
  windowHours: windowHours.exactOptional(),
});

/** Maps a new goal to its message for the sites service. */
export function goalMessage({ event = '', path = '', ...goal }: z.infer<typeof goalInputSchema>) {
  return { ...goal, event, path };
}

/** Maps a stored goal to its message for the analytics service. */
export function goalStep({ name, type, event, path, filters }: Goal__Output) {
  return { name, type, event, path, filters };
}

/** Maps a goal to JSON. */
export function goalJson(goal: Goal__Output): z.infer<typeof goalSchema> {
  return { id: goal.id, ...stepJson(goal) };
}

/** Maps a funnel to JSON. */
export function funnelJson({ id, name, steps, windowHours }: Funnel__Output): z.infer<typeof funnelSchema> {
  return { id, name, steps: steps.map(stepJson), windowHours };
}

function stepJson({ name, type, event, path, filters }: Goal__Output): z.infer<typeof stepSchema> {
  return {
    name,
    type: type as GoalType,
    event: type === 'event' ? event : null,
    path: type === 'page' ? path : null,
    filters: filters.map(({ key, operator, value }) => ({
      key,
      operator: operator as FilterOperator,
      value,
    })),
  };
}
