import compile from 'fast-json-stringify';
import * as z from 'zod/mini';
import type { Endpoint } from '#contract/endpoint.ts';

type Json = Record<string, unknown>;

/**
 * Writes replies of an endpoint as JSON: faster than JSON.stringify, and without the properties that the contract does
 * not name. Compiled for the first reply, because compiling those of all endpoints is a quarter of a start.
 */
export function replySerializer(endpoint: Pick<Endpoint, 'reply' | 'bare'>): (reply: unknown) => string {
  let compiled: ((reply: unknown) => string) | undefined;
  return (reply) => (compiled ??= compile(replySchema(endpoint)))(reply);
}

/** The JSON Schema of an endpoint's replies. */
export function replySchema({ reply, bare }: Pick<Endpoint, 'reply' | 'bare'>): Json {
  const data = simplify(z.toJSONSchema(reply, { target: 'draft-7', unrepresentable: 'any' }) as Json);
  delete data.$schema;
  if (bare) return data;
  return { type: 'object', properties: { data }, required: ['data'], additionalProperties: false };
}

/** `anyOf: [T, null]` needs a validator at run time; `nullable` does not. */
function simplify(schema: Json): Json {
  const options = schema.anyOf as Json[] | undefined;
  if (options?.length === 2 && options[1]?.type === 'null')
    return { ...simplify(options[0]!), nullable: true };
  const result: Json = { ...schema };
  // Values were validated when they were created; lengths and patterns would only slow the compiled code.
  delete result.pattern;
  delete result.enum;
  if (schema.enum && !result.type) result.type = 'string';
  if (schema.properties) {
    result.properties = Object.fromEntries(
      Object.entries(schema.properties as Record<string, Json>).map(([key, value]) => [key, simplify(value)]),
    );
  }
  if (schema.items) result.items = simplify(schema.items as Json);
  if (schema.additionalProperties && typeof schema.additionalProperties === 'object')
    result.additionalProperties = simplify(schema.additionalProperties as Json);
  return result;
}
