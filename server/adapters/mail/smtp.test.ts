import { createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSmtpSender } from './smtp.ts';

interface ReceivedMail {
  recipients: string[];
  source: string;
}

const taken: ReceivedMail[] = [];
let server: Server;
let url: string;

/** The part of RFC 5321 that a sender needs; the sentinel recipient is refused. */
function serveSmtp(socket: Socket): void {
  let letter: ReceivedMail = { recipients: [], source: '' };
  let inData = false;
  let pending = '';
  socket.on('error', () => undefined);
  socket.write('220 double ESMTP\r\n');
  socket.on('data', (bytes) => {
    pending += bytes.toString('utf8');
    for (let end = pending.indexOf('\r\n'); end >= 0; end = pending.indexOf('\r\n')) {
      const line = pending.slice(0, end);
      pending = pending.slice(end + 2);
      if (inData && line !== '.') letter.source += `${line}\n`;
      else if (inData) {
        inData = false;
        taken.push(letter);
        letter = { recipients: [], source: '' };
        socket.write('250 taken\r\n');
      } else socket.write(answer(line));
    }
  });

  function answer(line: string): string {
    const [, address] = /^RCPT TO:<(.*)>/i.exec(line) ?? [];
    if (address === 'caixa.cheia@exemplo.com.br') return '452 mailbox full\r\n';
    if (address) letter.recipients.push(address);
    if (/^STARTTLS/i.test(line)) return '454 no certificate\r\n';
    if (/^DATA/i.test(line)) {
      inData = true;
      return '354 go on\r\n';
    }
    return /^QUIT/i.test(line) ? '221 bye\r\n' : '250 ok\r\n';
  }
}

beforeAll(async () => {
  server = createServer(serveSmtp);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

const from = 'Praça <avisos@praca.example>';
const letter = { subject: 'Código de confirmação', text: 'Olá, código 123456', html: '<p>Olá</p>' };

test('an e-mail has both forms, the configured sender and one recipient', async () => {
  await createSmtpSender({ url, from }).send({ to: 'clara@exemplo.com.br', ...letter });
  const { recipients, source } = taken.at(-1)!;
  expect(recipients).toEqual(['clara@exemplo.com.br']);
  expect(source).toMatch(/^From: .*<avisos@praca\.example>$/m);
  expect(source).toContain('text/plain');
  expect(source).toContain('text/html');
});

test('an e-mail that carries a notice has the same Message-ID at each attempt', async () => {
  for (let attempt = 0; attempt < 2; attempt++)
    await createSmtpSender({ url, from }).send({ to: 'clara@exemplo.com.br', ...letter, notificationId: 7 });
  for (const { source } of taken.slice(-2))
    expect(source).toMatch(/^Message-ID: <notice-7@praca\.example>$/im);
});

test('an address that contains two addresses reaches neither of them (T42)', async () => {
  const before = taken.length;
  const sent = createSmtpSender({ url, from }).send({ to: 'a@exemplo.com.br,b@exemplo.com.br', ...letter });
  await sent.catch(() => undefined);
  for (const { recipients } of taken.slice(before)) {
    expect(recipients).toHaveLength(1);
    expect(recipients).not.toContain('b@exemplo.com.br');
  }
});

test('an error of the server is thrown, so that the job is retried', async () => {
  const refused = createSmtpSender({ url, from }).send({ to: 'caixa.cheia@exemplo.com.br', ...letter });
  await expect(refused).rejects.toThrow();
});

test('no e-mail leaves the machine unencrypted unless the operator allows it', async () => {
  const before = taken.length;
  // The same server under a name that is not loopback.
  const away = url.replace('127.0.0.1', '0.0.0.0');
  const to = 'clara@exemplo.com.br';
  await expect(createSmtpSender({ url: away, from }).send({ to, ...letter })).rejects.toThrow(/STARTTLS/);
  expect(taken).toHaveLength(before);
  await createSmtpSender({ url: `${away}?requireTLS=false`, from }).send({ to, ...letter });
  expect(taken).toHaveLength(before + 1);
});
