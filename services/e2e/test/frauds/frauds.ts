import { randomUUID } from 'node:crypto';
import { callApi } from '../../src/api';
import { DAY, HOUR, iso, SECOND, TAGGED, type Fraud, type Scene, type Victim } from './scene';
import { FORGED_VISITS, fraudsOf, visit } from './visits';

export const callAs = ({ system }: Scene, token: string | null, path: string, body: unknown) =>
  callApi(system, 'POST', `/api/v1${path}`, { token, body });
export const serverVisit = ({ ref, visitedAt }: Victim) => ({
  events: [
    { event_id: randomUUID(), anonymous_id: ref, name: 'pageview', url: TAGGED, time: iso(visitedAt - HOUR) },
  ],
});
export const identify = (scene: Scene, anonymousId: string, email: string) =>
  callAs(scene, scene.system.token, '/identify', { anonymous_id: anonymousId, email });

const accounts: Fraud[] = [
  {
    name: 'a forged visit next to a server event that arrives late',
    act: async (victim, scene) => {
      await visit({ before: 10 * HOUR }, victim, scene);
      const event = { event_id: randomUUID(), anonymous_id: victim.ref, name: 'trial' };
      await callAs(scene, scene.system.token, `/sites/${scene.site.id}/events`, {
        events: [{ ...event, time: iso(victim.visitedAt - 10 * HOUR + 60 * SECOND) }],
      });
    },
  },
  {
    name: 'an identify with the visitor of an affiliate',
    act: async (victim, scene) => {
      const visitor = randomUUID();
      await visit({ visitor, before: 20 * HOUR }, victim, scene);
      await identify(scene, visitor, victim.email);
    },
  },
  {
    name: 'an identify with a visitor whose visit arrives afterwards',
    act: async (victim, scene) => {
      const visitor = randomUUID();
      await identify(scene, visitor, victim.email);
      await visit({ visitor, before: 20 * HOUR }, victim, scene);
    },
  },
  {
    name: 'another spelling of the address with the visitor of an affiliate',
    act: async (victim, scene) => {
      const visitor = randomUUID();
      await visit({ visitor }, victim, scene);
      await identify(scene, visitor, ` ${victim.email.toUpperCase()} `);
    },
  },
  {
    name: 'a forged visit before a repeated identify',
    act: async (victim, scene) => {
      await visit({ before: HOUR }, victim, scene);
      await identify(scene, victim.ref, victim.email);
    },
  },
  {
    name: 'an unsigned Stripe event with the visitor of an affiliate',
    act: async (victim, { system }) =>
      callApi(system, 'POST', '/webhooks/stripe/1', {
        token: null,
        body: {
          id: 'evt_1',
          type: 'checkout.session.completed',
          data: { object: { customer_email: victim.email, metadata: { headwater_ref: randomUUID() } } },
        },
      }),
  },
];

export const BROWSER_FRAUDS: readonly Fraud[] = [...FORGED_VISITS, ...accounts];

/** Visits that arrive after a payment, with a time before it. None may get a part of the payment. */
export const FRAUDS_AFTER_PAYMENTS: readonly Fraud[] = fraudsOf({
  'a visit dated a second after the first one': { before: -SECOND },
  'a visit dated ten minutes before the payment': { before: -20 * 60 * SECOND },
  'a visit without a landing page, ten minutes before the payment': {
    ...{ before: -20 * 60 * SECOND, session: { landing: null, referrer: null } },
  },
  'the session of the victim with another landing page, dated after its visit': ({ session: id }) => ({
    ...{ before: -SECOND, session: { id } },
  }),
  'a visit dated 25 hours before the payment': { before: 25 * HOUR },
  'a visit dated 29 days before the payment': { before: 29 * DAY },
});
