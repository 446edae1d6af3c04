import { parseUrl } from './parse-url';

it('parses URLs with letters of other languages, also after many calls', () => {
  const hosts = new Set<string | undefined>();
  for (let call = 0; call < 50_000; call++) hosts.add(parseUrl('https://bücher.example/é')?.hostname);
  expect([...hosts]).toEqual(['xn--bcher-kva.example']);
});

it('resolves relative URLs, and returns undefined for other text', () => {
  expect(parseUrl('/b', new URL('https://a.example/c'))?.href).toBe('https://a.example/b');
  expect(parseUrl('/b')).toBeUndefined();
  expect(parseUrl('https://')).toBeUndefined();
});
