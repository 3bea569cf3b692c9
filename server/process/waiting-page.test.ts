import { expect, test } from 'vitest';
import { freePort } from '#test/process/server-process.ts';
import { openWaitingPage } from './waiting-page.ts';

test('until the site listens, every address says what the start is doing', async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const waiting = await openWaitingPage({ host: '127.0.0.1', port, publicUrl: url });
  try {
    waiting.show('Criando as tabelas…');
    waiting.show('Montando <a praça>…');
    waiting.show('  40%');
    const answer = await fetch(`${url}/anuncios?palavra=x`);
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('2');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('content-security-policy')).toMatch(/default-src 'self'/);
    expect(await answer.text()).toContain('<p role="status">Montando &lt;a praça&gt;… 40%</p>');
    expect((await fetch(`${url}/readyz`, { method: 'POST' })).status).toBe(503);
  } finally {
    await waiting.close();
    await waiting.close();
  }
  await expect(fetch(url)).rejects.toThrow();
});

test('a taken port is explained', async () => {
  const port = await freePort();
  const place = { host: '127.0.0.1', port, publicUrl: `http://127.0.0.1:${port}` };
  const first = await openWaitingPage(place);
  await expect(openWaitingPage(place)).rejects.toThrow(/já está ocupada/);
  await first.close();
});
