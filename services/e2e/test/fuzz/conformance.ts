import addFormats from 'ajv-formats';
import Ajv2020 from 'ajv/dist/2020';
import type { System } from '../../src/api';
import type { Operation, Schema } from './api-document';

/** A generated request. */
export interface FuzzedRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Answer {
  readonly status: number;
  /** Content type without parameters. */
  readonly type: string;
  readonly headers: Headers;
  readonly text: string;
}

/** Sends a request unchanged. */
export async function send(system: System, { method, url, headers, body }: FuzzedRequest): Promise<Answer> {
  const response = await fetch(`${system.apiUrl}${url}`, {
    method,
    headers,
    redirect: 'manual',
    ...(body === undefined ? {} : { body }),
  });
  return {
    status: response.status,
    type: (response.headers.get('content-type') ?? '').split(';')[0] ?? '',
    headers: response.headers,
    text: await response.text(),
  };
}

const STACK = /\n\s+at |node_modules|\.[cm]?[jt]s:\d+|dist\/\w+\.js/;

export interface Conformance {
  /** The difference between a response and the document; undefined without a difference. */
  disagreement(operation: Operation, answer: Answer): string | undefined;
  /** Whether a value is valid for a schema of the document. */
  accepts(schema: Schema, value: unknown): boolean;
}

/** Compares responses with the OpenAPI document. */
export function createConformance(document: object): Conformance {
  const ajv = new Ajv2020({ strict: false, validateFormats: true });
  addFormats(ajv);
  ajv.addSchema({ $id: 'api', ...document });
  const validatorAt = (pointer: string) => ajv.compile({ $ref: `api#${pointer}` });
  const validators = new Map<string, ReturnType<typeof validatorAt>>();
  const validatorOf = (pointer: string) => {
    const known = validators.get(pointer) ?? validatorAt(pointer);
    validators.set(pointer, known);
    return known;
  };
  const accepts = (schema: Schema, value: unknown): boolean =>
    ajv.validate(
      JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"api#/components/')) as object,
      value,
    );

  const disagreement = (operation: Operation, { status, type, text }: Answer): string | undefined => {
    if (STACK.test(text)) return 'contains a stack trace';
    if (status >= 500) return 'is a server error';
    const documented = operation.responses[String(status)];
    if (!documented) return 'has an undocumented status';
    if (!documented.includes(type)) return `has the type ${type}; documented: ${documented.join(', ')}`;
    if (status >= 400 && type !== 'application/problem+json') return 'is not a problem document';
    if (!/[/+]json$/.test(type)) return undefined;
    const body: unknown = JSON.parse(text);
    if (status >= 400 && (body as { status?: unknown }).status !== status)
      return 'has a different status in its body';
    const steps = [
      'paths',
      operation.path,
      operation.method.toLowerCase(),
      'responses',
      String(status),
      'content',
      type,
      'schema',
    ];
    const validate = validatorOf(
      steps
        .map((step) => `/${encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))}`)
        .join(''),
    );
    if (validate(body)) return undefined;
    return `does not match its schema: ${ajv.errorsText(validate.errors)}`;
  };
  return { disagreement, accepts };
}
