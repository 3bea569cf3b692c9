import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

export interface Answer {
  status: number;
  headers: Record<string, unknown>;
  /** The whole body as sent, and the content of its `data`. */
  text: string;
  // Tests read replies of every shape; the contract is what types them elsewhere.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
  // oxlint-disable-next-line typescript/no-explicit-any
  data: any;
}

export interface RequestOptions {
  token?: string;
  body?: unknown;
  /** `Idempotency-Key`; `true` makes a fresh one. */
  key?: string | true;
  headers?: Record<string, string>;
  cookies?: Record<string, string>;
  /** The caller's address, for limits that count by it. */
  ip?: string;
}

/** Sends one request to the app. `path` is below /api/v1 unless it begins with `//`, which means the site root. */
export async function request(
  app: FastifyInstance,
  method: string,
  path: string,
  { token, body, key, headers = {}, cookies = {}, ip = '127.0.0.1' }: RequestOptions = {},
): Promise<Answer> {
  const isBytes = Buffer.isBuffer(body);
  const sent: Record<string, string> = {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(key && { 'idempotency-key': key === true ? randomBytes(12).toString('hex') : key }),
    ...(body !== undefined && !isBytes && { 'content-type': 'application/json' }),
    // Without a token the page proves itself by its cookie, as a browser does.
    ...(!token && method !== 'GET' && (await xsrfHeaders(app))),
    ...headers,
  };
  for (const [name, value] of Object.entries(cookies))
    sent.cookie = [sent.cookie, `${name}=${value}`].filter(Boolean).join('; ');
  const answer = await app.inject({
    method: method as 'GET',
    url: path.startsWith('//') ? path.slice(1) : `/api/v1${path}`,
    headers: sent,
    remoteAddress: ip,
    ...(body !== undefined && { payload: isBytes || typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const isJson = String(answer.headers['content-type']).includes('json');
  const parsed = isJson ? JSON.parse(answer.payload) : undefined;
  return {
    status: answer.statusCode,
    headers: answer.headers,
    text: answer.payload,
    body: parsed,
    data: parsed?.data,
  };
}

/** The reply without its request id, so that indistinguishable replies compare equal. */
export function withoutRequestId({ text }: Answer): string {
  return text.replace(/"requestId":"[^"]+"/, '');
}

async function xsrfHeaders(app: FastifyInstance): Promise<Record<string, string>> {
  const { cookies } = await app.inject({ method: 'GET', url: '/api/v1/public/logo' });
  const value = cookies.find(({ name }) => name === 'XSRF-TOKEN')!.value;
  return { cookie: `XSRF-TOKEN=${value}`, 'x-xsrf-token': value };
}
