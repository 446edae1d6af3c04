import { STORED_IDS } from '@headwater/eventstore/testing/stored-ids';
import { pageAddress, shortLanding } from '@headwater/tracker/event-fields';
import { readUmamiProperties } from '@headwater/collector/domain/imports/umami-properties';
import { BLANK_EVENT, draftOf } from '@headwater/collector/domain/draft-event';
import { parseProps } from '@headwater/collector/domain/event-limits';
import { NOWHERE } from '@headwater/collector/domain/ip-address';
import { scrubText } from '@headwater/collector/domain/scrub';
import { putAcquisition } from '@headwater/collector/domain/steps/put-attributes';
import { toEventLine } from '@headwater/collector/domain/to-event-line';

const SITE = { workspaceId: 1, siteId: 2, domain: 'shop.example', scrub: true };
const MAIL = 'ada.lovelace@example.com';
const ORDER = `${'x'.repeat(485)} 7Kd9Qx2Lm4Zt8P`;

/** The stored row of an event. */
function rowOf(
  sent: { readonly landing?: string; readonly props?: Record<string, string> },
  { scrub = true, origin = 'browser' }: { scrub?: boolean; origin?: 'browser' | 'server' } = {},
): Record<string, unknown> {
  const site = { ...SITE, scrub };
  const parsed = parseProps(sent.props ?? {});
  if ('problem' in parsed) throw new Error(parsed.problem.message);
  const draft = draftOf({ ...BLANK_EVENT, id: 'x', ...sent, props: parsed.props }, 0);
  const unused = {
    now: 0,
    locationOf: () => NOWHERE,
    isDatacenter: () => false,
    isTooFast: () => false,
    storedIds: STORED_IDS,
  };
  putAcquisition(draft, { site, ...unused });
  const line = toEventLine({ ...draft, visitorKey: '1', sessionKey: '1' }, { site, origin, receivedAt: 0 });
  return JSON.parse(line) as Record<string, unknown>;
}

const landingOf = (path: string, tags: string): string =>
  shortLanding(pageAddress(`https://shop.example/${path}?${tags}&state=${'s'.repeat(900)}`));

describe('half of an address', () => {
  it.each([5, 279, 400])('at the end of a tag is left out, after a path of %d characters', (length) => {
    for (let padding = 1; padding < 90; padding++) {
      const landing = landingOf(
        'p'.repeat(length),
        `utm_source=crm&utm_content=${'n'.repeat(padding)}/${MAIL}`,
      );
      expect(JSON.stringify(rowOf({ landing }))).not.toContain('lovelace@');
    }
  });

  it('at the end of the whole landing page is left out', () => {
    for (let padding = 1; padding < 90; padding++) {
      const tags = Array.from({ length: 8 }, (_, index) => `utm_x${index}=${'n'.repeat(70)}`).join('&');
      const landing = landingOf('p'.repeat(110 + padding), `${tags}&utm_content=n/${MAIL}&utm_term=x`);
      expect(JSON.stringify(rowOf({ landing }))).not.toContain('lovelace@');
    }
  });

  it('at the end of a property is left out', () => {
    const props = {
      text: `${'x'.repeat(482)} ada.lovelace@exam`,
      url: `${'x'.repeat(282)}/ada.lovelace@exam`,
    };
    expect(rowOf({ props })['props']).toEqual({ text: `${'x'.repeat(482)} `, url: `${'x'.repeat(282)}/` });
  });

  it('at the end of an imported property is left out of sites that are scrubbed', () => {
    const value = `${'x'.repeat(482)} ada.lovelace@exam`;
    const read = (scrub: boolean) =>
      readUmamiProperties(
        ['event_id', 'data_key', 'string_value'],
        [{ line: 2, cells: ['e', 'text', value] }],
        { ...SITE, scrub },
      ).properties;
    expect(read(true)).toMatchObject([{ value: `${'x'.repeat(482)} ` }]);
    expect(read(false)).toMatchObject([{ value }]);
  });
});

describe('a text that nobody cut stays whole', () => {
  it('in an event of a server', () => {
    expect(scrubText(ORDER)).toBe(ORDER);
    expect(rowOf({ props: { text: ORDER } }, { origin: 'server' })['props']).toEqual({ text: ORDER });
  });

  it('on a site without scrubbing', () => {
    expect(rowOf({ props: { text: ORDER } }, { scrub: false })['props']).toEqual({ text: ORDER });
    const landing = landingOf('p', `utm_source=crm&utm_content=${'n'.repeat(60)}/${MAIL}`);
    expect(rowOf({ landing })).toMatchObject({ utm_content: `${'n'.repeat(60)}/` });
    expect(rowOf({ landing }, { scrub: false })['utm_content']).toContain('/ada.lovelace@');
  });
});
