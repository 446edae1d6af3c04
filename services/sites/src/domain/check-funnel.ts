import type { FieldError } from '@headwater/kit/errors';
import { FUNNEL_LIMITS } from '@headwater/protos/vocabulary';
import { checkDefinitionName, checkGoal, type RawGoal } from './check-goal';
import type { FunnelDefinition } from './goal';

/** A funnel as it comes over the wire. */
export interface RawFunnel {
  readonly name: string;
  readonly steps: readonly RawGoal[];
  readonly windowHours: number;
}

const { minSteps, maxSteps, minHours, maxHours } = FUNNEL_LIMITS;

/** A checked funnel; what is wrong with it is told. @returns a funnel to be kept only when nothing was told. */
export function checkFunnel(raw: RawFunnel, tell: (problem: FieldError) => void): FunnelDefinition {
  const { windowHours } = raw;
  const name = checkDefinitionName(raw.name, '', tell);
  if (raw.steps.length < minSteps || raw.steps.length > maxSteps)
    tell({ field: 'steps', message: `must be ${minSteps} to ${maxSteps}` });
  if (!Number.isInteger(windowHours) || windowHours < minHours || windowHours > maxHours)
    tell({ field: 'windowHours', message: `must be a whole number from ${minHours} to ${maxHours}` });
  const steps = raw.steps.slice(0, maxSteps).map((step, index) => checkGoal(step, `steps[${index}].`, tell));
  return { name, steps, windowHours };
}
