import { ENDPOINTS } from '../src/routes/endpoints';
import { problemSchema } from '../src/http/openapi-parts';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

/** Checks an answer's body against the schema that the OpenAPI document has for it. @throws when it differs. */
export function checkAgainstSchemas(method: string, path: string, answer: Answer): void {
  if (answer.status >= 400) {
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect(problemSchema.parse(answer.body).status).toBe(answer.status);
    expect(answer.headers.get('x-request-id')).toBe(answer.body['requestId']);
    expect(JSON.stringify(answer.body)).not.toMatch(/\.[jt]s:\d+|node_modules|at \w+ \(/);
    return;
  }
  const pathname = path.split('?')[0] ?? '';
  const endpoint = ENDPOINTS.find(
    (each) =>
      each.method === method.toLowerCase() &&
      new RegExp(`^${each.path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`).test(pathname),
  );
  const response = endpoint?.responses[answer.status];
  if (!response) throw new Error(`${method} ${path} answered ${answer.status}, which is not documented.`);
  expect(answer.headers.get('content-type')).toBe('application/json');
  response.schema.parse(answer.body);
}
