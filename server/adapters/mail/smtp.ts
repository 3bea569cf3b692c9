import { createTransport } from 'nodemailer';
import { isLoopback } from '#server/config/loopback.ts';
import type { MailSender } from './mail-sender.ts';

/** Waiting longer holds a worker; the job is tried again anyway. */
const patienceMs = 15_000;

/**
 * Letters over SMTP.
 * @param url `smtp://user:password@host:587` (by STARTTLS) or `smtps://…:465`
 * @param from the sender, as `Praça <avisos@praca.example>`
 */
export function createSmtpSender({ url, from }: { url: string; from: string }): MailSender {
  const transport = createTransport({
    url,
    requireTLS: mustEncrypt(url),
    pool: true,
    maxConnections: 2,
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    socketTimeout: patienceMs,
    // A letter has no files; nothing on this machine or elsewhere may be read for one.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    name: 'smtp',
    async send({ to, subject, text, html }) {
      // An address in parts is one address, whatever commas it holds.
      await transport.sendMail({ from, to: { name: '', address: to }, subject, text, html });
    },
    async check() {
      await transport.verify();
    },
  };
}

/**
 * Letters carry ways to sign in, so none leaves this machine in the clear, also where somebody on the way takes the offer
 * of STARTTLS out. `?requireTLS=false` is for a relay within one's own network that has no certificate.
 */
function mustEncrypt(url: string): boolean {
  const { hostname, searchParams } = new URL(url);
  return !isLoopback(hostname) && searchParams.get('requireTLS') !== 'false';
}
