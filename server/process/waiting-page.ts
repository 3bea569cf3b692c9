import { createServer } from 'node:http';
import { once } from 'node:events';
import type { Config } from '#server/config/config.ts';
import { headersOfAll, pageHeaders, pagePolicy } from '#server/http/security-headers.ts';
import { explainListenError } from './port.ts';

const retryAfterSeconds = 2;

export interface WaitingPage {
  /** Shows a step of the start, or its progress if the line is indented. */
  show(line: string): void;
  /** Frees the port. Safe to call twice. */
  close(): Promise<void>;
}

/**
 * Answers every request with 503 and a page that says what the start is doing, until the site itself listens. The page
 * is loaded again until it is the site.
 */
export async function openWaitingPage(
  config: Pick<Config, 'host' | 'port' | 'publicUrl'>,
): Promise<WaitingPage> {
  let step = '';
  let progress = '';
  const server = createServer((request, response) => {
    const html = page(`${step} ${progress}`.trim());
    response
      .writeHead(503, {
        ...headersOfAll(config.publicUrl),
        ...pageHeaders,
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': pagePolicy(html),
        'Cache-Control': 'no-store',
        'Retry-After': String(retryAfterSeconds),
        Connection: 'close',
      })
      .end(request.method === 'HEAD' ? undefined : html);
  });
  server.listen(config.port, config.host);
  await once(server, 'listening').catch(explainListenError(config));
  return {
    show(line) {
      if (line.startsWith(' ')) progress = line.trim();
      else [step, progress] = [line, ''];
    },
    async close() {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

function page(line: string): string {
  const text = line.replaceAll(/[&<>]/g, (sign) => escapes[sign]!);
  return `<!doctype html><html lang="pt-BR"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="${retryAfterSeconds}"><title>Praça</title><style>body{font:1.125rem/1.5 system-ui;max-width:32rem;margin:20vh auto 0;padding:0 1rem}</style>
<h1>A Praça está abrindo</h1><p role="status">${text}</p></html>`;
}
