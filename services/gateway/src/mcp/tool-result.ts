import { AppError } from '@headwater/kit/errors';
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { SelfAnswer } from './ask-self';

/** An answer of the API as a tool's result: the JSON as data and as text; a refusal is the model's to mend. */
export function toolResult({ status, type, text }: SelfAnswer): CallToolResult {
  const isError = status >= 400;
  if (!/^application\/(problem\+)?json/.test(type)) return { content: [{ type: 'text', text }], isError };
  const structuredContent = JSON.parse(text) as Record<string, unknown>;
  return { content: [{ type: 'text', text }], structuredContent, isError };
}

/** A failure on the way to an answer, in words that may be shown; undefined when there are none. */
export function failedResult(thrown: unknown): CallToolResult | undefined {
  if (!(thrown instanceof AppError)) return undefined;
  return { content: [{ type: 'text', text: `${thrown.code}: ${thrown.message}` }], isError: true };
}
