import { isLoopback } from '#server/config/loopback.ts';
import type { MailSender } from './mail-sender.ts';

/** A longer wait would block a worker; the job is retried anyway. */
const timeoutMs = 15_000;

/**
 * Sends e-mails over SMTP.
 * @param url `smtp://user:password@host:587` (with STARTTLS) or `smtps://…:465`
 * @param from the sender, as `Praça <avisos@praca.example>`
 */
export function createSmtpSender({ url, from }: { url: string; from: string }): MailSender {
  let opening: ReturnType<typeof openTransport> | undefined;
  const transport = () => (opening ??= openTransport(url));
  const domain = /@([^\s@>]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';
  return {
    name: 'smtp',
    async send({ to, subject, text, html, notificationId }) {
      const messageId =
        notificationId === undefined ? {} : { messageId: `<notice-${notificationId}@${domain}>` };
      // An address object is a single recipient, even if it contains commas.
      await (
        await transport()
      ).sendMail({ from, to: { name: '', address: to }, subject, text, html, ...messageId });
    },
    async check() {
      await (await transport()).verify();
    },
  };
}

/** Loaded for the first letter: a demonstration has a simulated mailbox instead. */
async function openTransport(url: string) {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url,
    requireTLS: mustEncrypt(url),
    pool: true,
    maxConnections: 2,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    // E-mails have no attachments, so nodemailer must not read files or URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/**
 * E-mails contain sign-in links, so they are sent encrypted, even if an attacker removes the offer of STARTTLS.
 * `?requireTLS=false` is for a relay in the operator's own network that has no certificate.
 */
function mustEncrypt(url: string): boolean {
  const { hostname, searchParams } = new URL(url);
  return !isLoopback(hostname) && searchParams.get('requireTLS') !== 'false';
}
