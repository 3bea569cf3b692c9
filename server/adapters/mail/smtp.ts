import { createTransport } from 'nodemailer';
import type { MailSender } from './mail-sender.ts';

/** Waiting longer holds a worker; the job is tried again anyway. */
const patienceMs = 15_000;

/**
 * Letters over SMTP.
 * @param url `smtp://user:password@host:587` (STARTTLS where offered) or `smtps://…:465`
 * @param from the sender, as `Praça <avisos@praca.example>`
 */
export function createSmtpSender({ url, from }: { url: string; from: string }): MailSender {
  const transport = createTransport({
    url,
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
