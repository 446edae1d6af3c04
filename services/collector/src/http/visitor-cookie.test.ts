import type { IncomingMessage } from 'node:http';
import { renewedVisitorCookie } from './visitor-cookie';

const VISITOR = '0b1f6f0e-6c1b-4f3a-9a51-0d8f4a6f7c11';
const request = (host: string, cookie: string): IncomingMessage =>
  ({ headers: { host, cookie } }) as unknown as IncomingMessage;

describe('renewed visitor cookie', () => {
  it("is set on the site's registered domain", () => {
    const cookie = renewedVisitorCookie(request('stats.shop.co.uk:8081', `hw_ref=${VISITOR}`), {
      visitor: VISITOR,
      domain: 'app.shop.co.uk',
      secure: true,
    });
    expect(cookie).toBe(
      `hw_ref=${VISITOR}; Domain=shop.co.uk; Path=/; Max-Age=34560000; SameSite=Lax; Secure`,
    );
  });

  it.each([
    ['the collector is elsewhere', 'stats.example.net', `hw_ref=${VISITOR}`, VISITOR],
    ['hosts share only a public suffix', 'stats.co.uk', `hw_ref=${VISITOR}`, VISITOR],
    ['the request has no cookie', 'stats.shop.co.uk', '', VISITOR],
    ["the cookie is another visitor's", 'stats.shop.co.uk', 'hw_ref=someone', VISITOR],
    ['the id would break the header', 'stats.shop.co.uk', 'hw_ref=x; Domain=evil', 'x; Domain=evil'],
    ['the host is garbage', '%%%', `hw_ref=${VISITOR}`, VISITOR],
  ])('is not set when %s', (_why, host, cookie, visitor) => {
    const options = { visitor, domain: 'shop.co.uk', secure: true };
    expect(renewedVisitorCookie(request(host, cookie), options)).toBeUndefined();
  });
});
