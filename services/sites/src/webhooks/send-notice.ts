import { noticeJson } from '../domain/notice';
import { signDelivery } from '../domain/webhooks/sign-delivery';
import type { DeliveryResult } from '../domain/webhooks/webhook';
import type { Network } from '../outside/network';
import { requestPinned } from '../outside/request-pinned';
import type { DeliveryClaim } from '../store/deliveries';

/** So much of an answer is read, so that its server can end it in peace; nothing of it is kept. */
const MOST_ANSWER_BYTES = 65_536;

const failed = (problem: Exclude<DeliveryResult, { ok: true }>['problem']): DeliveryResult => ({
  ok: false,
  problem,
});

/**
 * Sends a notice once. The webhook's name is resolved once, all of its addresses are checked, and the connection goes to the
 * address that was checked. A redirect is not followed.
 *
 * @param at Unix milliseconds, for the signature.
 */
export async function sendNotice(
  { url: text, secrets, notice }: Pick<DeliveryClaim, 'url' | 'secrets' | 'notice'>,
  { network, at, signal }: { readonly network: Network; readonly at: number; readonly signal: AbortSignal },
): Promise<DeliveryResult> {
  const url = new URL(text);
  // Asked anew each time: it changes while we wait.
  const isOver = (): boolean => signal.aborted;
  const addresses = await network.addressesOf(url.hostname.replace(/^\[(.*)\]$/, '$1'), signal);
  if (isOver()) return failed('timed_out');
  const [address] = addresses;
  if (address === undefined) return failed('name_not_found');
  // One private address among public ones is enough: which of them is asked must not be left to chance.
  if (!addresses.every((each) => network.mayVisit(each))) return failed('private_address');
  const body = Buffer.from(JSON.stringify(noticeJson(notice)));
  const headers = {
    'user-agent': 'HeadwaterWebhooks/1.0',
    'content-type': 'application/json',
    ...signDelivery({ id: notice.id, body, at }, secrets()),
  };
  const { authorities } = network;
  try {
    const answer = await requestPinned(url, {
      ...{ address, port: network.portOf(url), signal },
      ...{ headers, body, authorities },
    });
    let read = 0;
    // Leaving the loop early closes the connection.
    for await (const chunk of answer as AsyncIterable<Buffer>)
      if ((read += chunk.length) > MOST_ANSWER_BYTES) break;
    const { statusCode: httpStatus = 0 } = answer;
    if (httpStatus >= 200 && httpStatus < 300) return { ok: true, httpStatus };
    const problem = httpStatus >= 300 && httpStatus < 400 ? 'redirected' : 'http_error';
    return { ok: false, problem, httpStatus };
  } catch {
    return failed(isOver() ? 'timed_out' : 'unreachable');
  }
}
