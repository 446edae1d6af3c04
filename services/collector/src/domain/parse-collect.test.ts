import { NO_AGENT } from './user-agent';
import { parseBrowserEvent } from './parse-collect';

const ID = '0b1f6f0e-6c1b-4f3a-9a51-0d8f4a6f7c11';
const RIGHT = { id: ID, name: 'signup', url: 'https://shop.example/', props: { plan: 'pro' } };
const parse = (value: unknown) =>
  parseBrowserEvent(value, 3, {
    visitor: 'v',
    session: { id: 's' },
    webdriver: false,
    sentAt: undefined,
    agent: NO_AGENT,
    address: '',
    newId: () => 'made',
  });

describe('parseBrowserEvent', () => {
  it.each([
    ['all fields', { ...RIGHT, referrer: 'https://a.example/', time: '2026-11-22T10:00:00.000Z' }],
    ['null where there is nothing', { ...RIGHT, referrer: null, props: null, time: null }],
    ['a property without a value', { ...RIGHT, props: { plan: null } }],
    ['the longest address', { ...RIGHT, url: `https://shop.example/${'x'.repeat(8_192 - 21)}` }],
    ['a property named as a part of every object', { ...RIGHT, props: { constructor: 'x' } }],
  ])('reads %s', (_what, value) => {
    expect(parse(value)).toMatchObject({ sent: { index: 3, id: ID, name: 'signup', url: value.url } });
  });

  it('makes an id for an event without one', () => {
    expect(parse({ name: 'signup', url: '' })).toMatchObject({ sent: { id: 'made', url: '', props: {} } });
  });

  it.each<[string, string, unknown]>([
    ['no object', 'event', 'signup'],
    ['nothing', 'event', null],
    ['a list', 'event', [RIGHT]],
    ['no name', 'name', { ...RIGHT, name: undefined }],
    ['a name that is no text', 'name', { ...RIGHT, name: 7 }],
    ['no address', 'url', { ...RIGHT, url: undefined }],
    ['an address that is too long', 'url', { ...RIGHT, url: 'x'.repeat(8_193) }],
    ['a referrer that is no text', 'referrer', { ...RIGHT, referrer: 7 }],
    ['a referrer that is too long', 'referrer', { ...RIGHT, referrer: 'x'.repeat(8_193) }],
    ['a time that is a number', 'time', { ...RIGHT, time: 1_700_000_000_000 }],
    ['a day that is not', 'time', { ...RIGHT, time: '2026-02-30T10:00:00Z' }],
    ['properties that are a list', 'props', { ...RIGHT, props: ['pro'] }],
    ['properties that are text', 'props', { ...RIGHT, props: 'pro' }],
    ['a property that is an object', 'props.plan', { ...RIGHT, props: { plan: {} } }],
    ['an unknown field', 'event', { ...RIGHT, colour: 'red' }],
    [
      'a field named __proto__',
      'event',
      JSON.parse(`{"name":"a","url":"","id":"${ID}","__proto__":{}}`) as unknown,
    ],
  ])('does not read %s, and names the event and its field %s', (_what, field, value) => {
    const id = typeof value === 'object' && value !== null && !Array.isArray(value) ? ID : 'made';
    const problem = { field, message: expect.any(String) as unknown };
    expect(parse(value)).toEqual({ index: 3, id, problem });
  });

  it('makes an id for an event whose own is no UUID', () => {
    expect(parse({ ...RIGHT, id: 'x' })).toEqual({
      index: 3,
      id: 'made',
      problem: { field: 'id', message: 'must be a UUID' },
    });
  });

  it('makes an id for an event whose own is null', () => {
    expect(parse({ ...RIGHT, id: null })).toMatchObject({ sent: { id: 'made' } });
  });
});
