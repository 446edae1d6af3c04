import { curl } from './request';

it('writes filters with brackets and encodes characters that a shell would interpret', () => {
  const url = '/api/v1/sites/1/events/it%20s!%60id%60?range=7d&filter%5Bprops.x%5D=%24%28id%29%27';
  expect(curl('https://hw.example', url)).toBe(
    `curl -sS -g 'https://hw.example/api/v1/sites/1/events/it%20s%21%60id%60?range=7d&filter[props.x]=%24%28id%29%27' \\\n` +
      '  -H "Authorization: Bearer $TOKEN"',
  );
});

it('encodes a quote, which a URL may contain unencoded', () => {
  expect(curl('', "/api/v1/sites/1/events/o'clock")).toContain("'/api/v1/sites/1/events/o%27clock'");
});
