import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase } from '#test/database.ts';
import type { TestDatabase } from '#test/database.ts';
import { endPrograms, run, untilListening } from '#test/process/program.ts';

/** The site may have to be built first. */
const timeoutMs = 240_000;
const soon = { timeout: 30_000, interval: 250 };

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: Record<string, unknown> }[];
}

let database: TestDatabase;
let collector: Server;
let spans: Span[];
let received: string;
beforeEach(async () => {
  database = await createTestDatabase();
  spans = [];
  received = '';
  collector = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += String(part);
    received += body;
    for (const { scopeSpans } of JSON.parse(body).resourceSpans)
      for (const scope of scopeSpans) spans.push(...scope.spans);
    response.end('{}');
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  await endPrograms();
  collector.closeAllConnections();
  collector.close();
  await database.drop();
});

const settings = (more: Record<string, string> = {}) => ({
  DATABASE_URL: database.ownerUrl,
  DATABASE_APP_URL: database.appUrl,
  SECRET_KEY: 'ab'.repeat(32),
  PORT: '0',
  LOG_LEVEL: 'info',
  OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
  ...more,
});

const attribute = (span: Span, key: string) =>
  Object.values(span.attributes.find((each) => each.key === key)?.value ?? {})[0];

describe('traces', { timeout: timeoutMs }, () => {
  test('have a request, its calls and their statements, also after a body, and nothing that people typed', async () => {
    const program = await run(settings());
    const url = await untilListening(program);
    await fetch(`${url}/anuncios`);
    const logo = await fetch(`${url}/api/v1/public/logo`);
    const [, xsrf] = /^XSRF-TOKEN=([^;]+)/.exec(logo.headers.getSetCookie()[0]!)!;
    const refused = await fetch(`${url}/api/v1/sessions`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        cookie: `XSRF-TOKEN=${xsrf}`,
        'x-xsrf-token': xsrf!,
      },
      body: JSON.stringify({ login: 'ana.segredo@exemplo.com', password: 'palavra-muito-secreta' }),
    });
    expect((await refused.json()).code).toBe('wrong_credentials');
    program.child.kill('SIGTERM');
    expect(await program.ended).toBe(0);

    const page = spans.find(({ name }) => name === 'GET /*')!;
    expect(page.parentSpanId).toBeUndefined();
    const ofPage = spans.filter(({ traceId }) => traceId === page.traceId);
    const call = ofPage.find(({ name }) => name === 'GET /api/v1/public/listings')!;
    expect(call.parentSpanId).toBe(page.spanId);
    expect(
      ofPage.some(({ name, parentSpanId }) => name === 'SQL select' && parentSpanId === call.spanId),
    ).toBe(true);

    const signIn = spans.find(({ name }) => name === 'POST /api/v1/sessions')!;
    expect(attribute(signIn, 'http.response.status_code')).toBe(refused.status);
    const below = spans.filter(({ traceId, parentSpanId }) => traceId === signIn.traceId && parentSpanId);
    expect(below.map(({ name }) => name)).toContain('SQL select');
    expect(received).not.toMatch(/segredo|secreta/);
    expect(program.output()).toContain(`"trace":"${page.traceId}"`);
  });

  test('of no share of the requests are none, and a collector that is down delays no start and no stop', async () => {
    const without = await run(settings({ OTEL_TRACES_SAMPLER_ARG: '0' }));
    await fetch(await untilListening(without));
    without.child.kill('SIGTERM');
    expect(await without.ended).toBe(0);
    expect(spans).toEqual([]);

    const alone = await run(settings({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' }));
    expect((await fetch(await untilListening(alone))).status).toBe(200);
    const since = performance.now();
    alone.child.kill('SIGTERM');
    expect(await alone.ended).toBe(0);
    expect(performance.now() - since).toBeLessThan(8_000);
  });

  test('a trace named by a visitor is not continued', async () => {
    const program = await run(settings());
    const stranger = '4bf92f3577b34da6a3ce929d0e0e4736';
    await fetch(`${await untilListening(program)}/healthz`, {
      headers: { traceparent: `00-${stranger}-00f067aa0ba902b7-01` },
    });
    await expect.poll(() => spans.some(({ name }) => name === 'GET /healthz'), soon).toBe(true);
    expect(spans.some(({ traceId }) => traceId === stranger)).toBe(false);
  });
});
