import type { Handlers } from '@headwater/kit/rpc/types';
import type { AnalyticsDefinition } from '@headwater/protos/services';
import { parseQuestion } from '../domain/query/parse';
import { planQuestion } from '../domain/query/plan';
import { refusal } from '../domain/query/problem';
import { shapeAnalysis } from '../domain/query/shape';
import { validateFrame } from '../domain/query/validate';
import type { RpcDependencies } from './dependencies';

/** Totals, series and breakdown of one event: parse, validate, plan, ask, shape. */
export function createQueryEvent({
  store,
  clock,
}: RpcDependencies): Handlers<AnalyticsDefinition>['QueryEvent'] {
  return async (request, call) => {
    const workspaceId = call.workspaceId();
    const parsed = parseQuestion(request);
    if (!parsed.ok) throw refusal(parsed.problems);
    const problems = validateFrame(parsed.question);
    if (problems.length > 0) throw refusal(problems);
    const plan = planQuestion(parsed.question, workspaceId, clock.now());
    const analysis = shapeAnalysis(plan, await store.queryFindings(plan, call.signal));
    return { ...analysis, series: [...analysis.series], breakdown: [...analysis.breakdown] };
  };
}
