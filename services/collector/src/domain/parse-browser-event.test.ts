import { NO_AGENT } from './user-agent';
import { parseBrowserEvent } from './parse-browser-event';

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
    ['null where there is nothing', { ...RIGHT, referrer: null, props: null }],
    ['the longest address', { ...RIGHT, url: `https://shop.example/${'x'.repeat(8_192 - 21)}` }],
    ['a property named as a part of every object', { ...RIGHT, props: { constructor: 'x' } }],
  ])('reads %s', (_what, value) => {
    expect(parse(value)).toMatchObject({ sent: { index: 3, id: ID, name: 'signup', url: value.url } });
  });

  it('makes an id for an event without one', () => {
    expect(parse({ name: 'signup', url: '' })).toMatchObject({ sent: { id: 'made', url: '', props: {} } });
  });

  it.each([
    ['no object', 'signup'],
    ['nothing', null],
    ['a list', [RIGHT]],
    ['no name', { ...RIGHT, name: undefined }],
    ['a name that is no text', { ...RIGHT, name: 7 }],
    ['no address', { ...RIGHT, url: undefined }],
    ['an address that is too long', { ...RIGHT, url: 'x'.repeat(8_193) }],
    ['a referrer that is no text', { ...RIGHT, referrer: 7 }],
    ['a referrer that is too long', { ...RIGHT, referrer: 'x'.repeat(8_193) }],
    ['a time that is null', { ...RIGHT, time: null }],
    ['a time that is a number', { ...RIGHT, time: 1_700_000_000_000 }],
    ['a day that is not', { ...RIGHT, time: '2026-02-30T10:00:00Z' }],
    ['properties that are a list', { ...RIGHT, props: ['pro'] }],
    ['properties that are text', { ...RIGHT, props: 'pro' }],
    ['a property that is an object', { ...RIGHT, props: { plan: {} } }],
    ['an unknown field', { ...RIGHT, colour: 'red' }],
    ['a field named __proto__', JSON.parse(`{"name":"a","url":"","id":"${ID}","__proto__":{}}`) as unknown],
  ])('does not read %s, and says which event it was', (_what, value) => {
    const id = typeof value === 'object' && value !== null && !Array.isArray(value) ? ID : 'made';
    expect(parse(value)).toEqual({ index: 3, id });
  });

  it.each([
    ['no UUID', 'x'],
    ['null', null],
  ])('makes an id for an event whose own is %s', (_what, id) => {
    expect(parse({ ...RIGHT, id })).toEqual({ index: 3, id: 'made' });
  });
});
