import type { Funnel__Output } from '@headwater/protos/gen/headwater/sites/v1/Funnel';
import type { Goal__Output } from '@headwater/protos/gen/headwater/sites/v1/Goal';
import {
  FILTER_OPERATORS,
  FUNNEL_LIMITS,
  GOAL_FILTER_COLUMNS,
  GOAL_TYPES,
  type FilterOperator,
  type GoalType,
} from '@headwater/protos/vocabulary';
import { z } from 'zod';

const filter = z.strictObject({
  key: z.string().meta({ description: `${GOAL_FILTER_COLUMNS.join(', ')} or \`props.<key>\`` }),
  operator: z.enum(FILTER_OPERATORS),
  value: z.string().meta({ description: '`(none)` is the unknown value' }),
});

const step = {
  name: z.string(),
  type: z.enum(GOAL_TYPES),
  event: z.string().nullable().meta({ description: "With type event: the event's name" }),
  path: z.string().nullable().meta({ description: 'With type page: a pathname; may end in `*`' }),
  filters: z.array(filter).meta({ description: 'As filters of a question; judged on the event itself' }),
};
const windowHours = z.int().min(FUNNEL_LIMITS.minHours).max(FUNNEL_LIMITS.maxHours).meta({
  description: 'How long after the first step the last one may come',
});

const stepSchema = z.strictObject(step).meta({ id: 'FunnelStep' });
/** A goal: an event of a name, or a pageview of a path. */
export const goalSchema = z.strictObject({ id: z.int().positive(), ...step }).meta({ id: 'Goal' });
/** Goals to be reached one after the other. */
export const funnelSchema = z
  .strictObject({ id: z.int().positive(), name: z.string(), steps: z.array(stepSchema), windowHours })
  .meta({ id: 'Funnel' });

/** What makes a goal. Which names, paths and keys will do is for sites to say. */
export const newGoalSchema = z
  .strictObject({
    name: z.string(),
    type: z.enum(GOAL_TYPES),
    event: z.string().exactOptional().meta({ description: 'Required with type event' }),
    path: z.string().exactOptional().meta({ description: 'Required with type page; may end in `*`' }),
    filters: z
      .array(filter.extend({ operator: z.enum(FILTER_OPERATORS).default('is') }))
      .max(20)
      .default([]),
  })
  .meta({ id: 'NewGoal' });

/** What makes a funnel. */
export const newFunnelSchema = z
  .strictObject({
    name: z.string(),
    steps: z.array(newGoalSchema).min(FUNNEL_LIMITS.minSteps).max(FUNNEL_LIMITS.maxSteps),
    windowHours: windowHours.default(24),
  })
  .meta({ id: 'NewFunnel' });

/** A new goal as sites takes it. */
export function goalMessage({ event = '', path = '', ...goal }: z.infer<typeof newGoalSchema>) {
  return { ...goal, event, path };
}

/** A stored goal as analytics takes it. */
export function goalStep({ name, type, event, path, filters }: Goal__Output) {
  return { name, type, event, path, filters };
}

export function goalJson(goal: Goal__Output): z.infer<typeof goalSchema> {
  return { id: goal.id, ...stepJson(goal) };
}

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
