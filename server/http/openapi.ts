import { phoneCookie } from './phone.ts';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { allEndpoints } from '#contract/all.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { errorTable } from '#domain/errors.ts';
import type { ErrorCode } from '#domain/errors.ts';
import { pageHeaders } from './security-headers.ts';

/** OpenAPI 3.1 of every endpoint at /api/v1/openapi.json, and a page that lists them at /api/docs. */
export function serveOpenApi(app: FastifyInstance): void {
  let description: ReturnType<typeof openApi> | undefined;
  app.get('/api/v1/openapi.json', async () => (description ??= openApi()));
  app.get('/api/docs', async (_request, reply) =>
    reply
      .headers({ ...pageHeaders, 'Content-Security-Policy': docsPolicy })
      .type('text/html; charset=utf-8')
      .send(docsPage()),
  );
}

const docsPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

function openApi() {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of allEndpoints) {
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operation(endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Praça',
      version: '1',
      description: 'Success is `{"data": …}`; errors are problem+json (RFC 9457).',
    },
    servers: [{ url: '/api/v1' }],
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        phone: { type: 'apiKey', in: 'cookie', name: phoneCookie },
      },
    },
  };
}

/** Endpoints for phones are authenticated by the cookie of a photo link. */
function securityOf(endpoint: Endpoint) {
  if (endpoint.auth === 'phone') return [{ phone: [] }];
  return requiresSession(endpoint) ? [{ bearer: [] }] : [];
}

function operation(endpoint: Endpoint) {
  return {
    summary: endpoint.summary,
    security: securityOf(endpoint),
    parameters: [
      ...parameters(endpoint.params, 'path'),
      ...parameters(endpoint.query, 'query'),
      ...headers(endpoint),
    ],
    ...(hasBody(endpoint) && { requestBody: requestBody(endpoint) }),
    responses: { [endpoint.status]: success(endpoint), ...refusals(endpoint) },
  };
}

const requiresSession = ({ auth }: Endpoint) => auth === 'user' || auth === 'staff';
const requiresXsrf = ({ auth, method }: Endpoint) => auth !== 'webhook' && method !== 'GET';

function headers(endpoint: Endpoint) {
  const key = { name: 'Idempotency-Key', required: true, schema: { type: 'string', minLength: 8 } };
  const xsrf = {
    name: 'X-XSRF-TOKEN',
    required: false,
    description: 'What the cookie XSRF-TOKEN says; needed without a bearer token.',
    schema: { type: 'string' },
  };
  const asked = [...(endpoint.idempotent ? [key] : []), ...(requiresXsrf(endpoint) ? [xsrf] : [])];
  return asked.map((header) => ({ ...header, in: 'header' }));
}

function jsonSchema(schema: z.ZodMiniType, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Record<
    string,
    unknown
  >;
  return rest;
}

function parameters(schema: z.ZodMiniType, place: 'path' | 'query') {
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as {
    properties?: Record<string, unknown>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, shape]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: shape,
  }));
}

function hasBody(endpoint: Endpoint): boolean {
  return endpoint.method !== 'GET' && endpoint.method !== 'DELETE';
}

function requestBody(endpoint: Endpoint) {
  if (!endpoint.binary)
    return { content: { 'application/json': { schema: jsonSchema(endpoint.body, 'input') } } };
  const file = { schema: { type: 'string', format: 'binary' } };
  return { content: Object.fromEntries(endpoint.binary.types.map((type) => [type, file])) };
}

function success(endpoint: Endpoint) {
  const data = jsonSchema(endpoint.reply, 'output');
  const schema = endpoint.bare ? data : { type: 'object', properties: { data }, required: ['data'] };
  return { description: 'Success.', content: { 'application/json': { schema } } };
}

function refusals(endpoint: Endpoint) {
  const byStatus: Record<string, { description: string }> = {};
  for (const code of new Set([...generalErrors(endpoint), ...endpoint.errors])) {
    const status = errorTable[code][0];
    const before = byStatus[status]?.description;
    byStatus[status] = { description: before ? `${before}, ${code}` : code };
  }
  return byStatus;
}

/** Public reads of one network are limited as a whole (`read-limit.ts`). */
const readsPublic = ({ method, path }: Endpoint) => method === 'GET' && path.startsWith('/public/');

/** Errors of the gate, the limits and the validation, before the endpoint's own: see `serve.ts`. */
function generalErrors(endpoint: Endpoint): ErrorCode[] {
  const { auth, proof, idempotent, method } = endpoint;
  const rows: (readonly [applies: boolean, ...codes: ErrorCode[]])[] = [
    [requiresXsrf(endpoint), 'xsrf_mismatch'],
    [auth === 'webhook', 'webhook_signature'],
    [auth === 'simulator', 'not_found'],
    [requiresSession(endpoint), 'unauthenticated'],
    [requiresSession(endpoint) && method !== 'GET', 'other_caller'],
    [auth === 'phone', 'link_expired'],
    [!endpoint.pending && !['webhook', 'simulator', 'phone'].includes(auth), 'two_factor_pending'],
    [auth === 'staff', 'forbidden', 'second_factor_required'],
    [endpoint.standing === 'good', 'account_suspended'],
    [endpoint.agreed === true, 'terms_changed'],
    [proof !== 'none', 'step_up_required'],
    [proof === 'second_factor' || proof === 'withdrawal', 'second_factor_required'],
    [endpoint.limit !== undefined || readsPublic(endpoint), 'too_many_requests'],
    // Also without declared fields, because unknown ones are refused.
    [true, 'invalid_request'],
    [hasFields(endpoint.params), 'not_found'],
    [idempotent, 'idempotency_key_required', 'request_in_progress', 'idempotency_mismatch'],
    [method !== 'GET', 'malformed_body', 'unsupported_media', 'payload_too_large'],
  ];
  return rows.flatMap(([applies, ...codes]) => (applies ? codes : []));
}

function hasFields(schema: z.ZodMiniType): boolean {
  const { properties = {} } = jsonSchema(schema, 'input') as { properties?: object };
  return Object.keys(properties).length > 0;
}

function docsPage(): string {
  const rows = allEndpoints
    .map(
      (endpoint) =>
        `<tr><td><code>${endpoint.method}</code></td><td><code>/api/v1${endpoint.path}</code></td><td>${endpoint.auth}</td>` +
        `<td>${endpoint.summary}${endpoint.idempotent ? ' <em>Idempotency-Key required.</em>' : ''}</td></tr>`,
    )
    .join('');
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Praça API</title><style>body{font:16px/1.5 system-ui;margin:2rem auto;max-width:70rem;padding:0 1rem}
table{border-collapse:collapse;width:100%}td,th{border-bottom:1px solid #ddd;padding:.5rem;text-align:left;vertical-align:top}</style>
<h1>Praça API</h1><p>Machine-readable: <a href="/api/v1/openapi.json">openapi.json</a>. Success bodies are
<code>{"data": …}</code>; errors are <code>application/problem+json</code> with <code>code</code>, <code>detail</code>
and field <code>errors</code>. Send <code>Authorization: Bearer …</code>, or the XSRF cookie and header.</p>
<table><thead><tr><th>Method</th><th>Path</th><th>Who</th><th>What</th></tr></thead><tbody>${rows}</tbody></table></html>`;
}
