import type { CallContext } from '@headwater/kit/rpc/types';
import { rowsReadFor } from '../rows-read';

type Handler<Request, Response> = (request: Request, call: CallContext) => Promise<Response>;

/** The handler, telling its caller how many rows were read for the answer: its cost. */
export function charging<Request, Response>(handler: Handler<Request, Response>): Handler<Request, Response> {
  return async (request, call) => {
    const answer = await handler(request, call);
    call.charge(rowsReadFor(call.signal));
    return answer;
  };
}
