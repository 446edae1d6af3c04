import { curl } from './curl';

it('writes filters as people do, and nothing that a shell would take for its own', () => {
  const url = '/api/v1/sites/1/events/it%20s!%60id%60?range=7d&filter%5Bprops.x%5D=%24%28id%29%27';
  expect(curl('https://hw.example', url)).toBe(
    `curl -sS -g 'https://hw.example/api/v1/sites/1/events/it%20s%21%60id%60?range=7d&filter[props.x]=%24%28id%29%27' \\\n` +
      '  -H "Authorization: Bearer $TOKEN"',
  );
});

it('encodes a quote that an address may hold as it is', () => {
  expect(curl('', "/api/v1/sites/1/events/o'clock")).toContain("'/api/v1/sites/1/events/o%27clock'");
});
