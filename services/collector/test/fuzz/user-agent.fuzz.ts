import assert from 'node:assert';
import { BOT_REASONS } from '@headwater/protos/drop-reasons';
import { DEVICES } from '@headwater/protos/vocabulary';
import { BROWSER_NAMES } from '../../src/domain/agents/browsers';
import { SYSTEM_NAMES } from '../../src/domain/agents/systems';
import { agentOf, botReasonOf } from '../../src/domain/user-agent';

/** The user agent and the client hints, one per line. */
export function fuzz(data: Buffer): void {
  const [userAgent = '', brands = '', mobile = '', platform = ''] = data.toString().split('\n');
  const headers = { userAgent, brands, mobile, platform };
  const agent = agentOf(headers);
  assert(['', ...DEVICES].includes(agent.device), agent.device);
  assert(agent.browser === '' || BROWSER_NAMES.has(agent.browser), agent.browser);
  assert(agent.os === '' || SYSTEM_NAMES.has(agent.os), agent.os);
  assert.deepEqual(agentOf(headers), agent);
  const reason = botReasonOf(userAgent);
  assert(reason === undefined || Object.hasOwn(BOT_REASONS, reason), reason);
}
