import type { Handlers } from '@headwater/kit/rpc/types';
import { failure } from '@headwater/protos/error-codes';
import type { AnalyticsDefinition } from '@headwater/protos/services';
import { visitorOfPseudonym } from '../domain/export/pseudonyms';
import { planFrame } from '../domain/query/plan';
import { readFrame } from '../domain/query/read-frame';
import { shapeVisitor } from '../domain/visitor/shape-visitor';
import type { RpcDependencies } from './dependencies';
import { readVisitorKey } from './read-visitor-key';
import { withDefaultRange } from './with-default-range';

/** What one visitor did, by the name that an export gave it. */
export function createGetVisitor({
  store,
  clock,
}: RpcDependencies): Handlers<AnalyticsDefinition>['GetVisitor'] {
  return async ({ question, visitorId: pseudonym, visitorKey }, call) => {
    const asked = { workspaceId: call.workspaceId(), nowMs: clock.now() };
    const { scope } = planFrame(readFrame(question && withDefaultRange(question, '730d'), []), asked);
    const visitorId = visitorOfPseudonym(pseudonym, readVisitorKey(visitorKey));
    const findings = visitorId && (await store.readVisitor({ ...scope, visitorId }, call.signal));
    const visitor = findings ? shapeVisitor(findings) : undefined;
    if (visitor) return visitor;
    throw failure(
      'visitor_not_found',
      'The site has no visitor of this id in this window. Take the id from an export of the same workspace.',
    );
  };
}
