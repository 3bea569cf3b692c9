import type { Reply } from '#contract/endpoint.ts';
import type { getWorkbench } from '#contract/simulator/simulator.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { formatDateTime } from '#web/ui/data/formats.ts';
import { samePath } from './same-path.ts';
import { Link } from 'react-router';

type Mail = Reply<typeof getWorkbench>['mails'][number];

/** Number of messages shown of each kind. */
const shown = 15;

/** E-mails that would have been sent; the link of each is a button. */
export function Mailbox({ mails }: { mails: readonly Mail[] }) {
  return (
    <ul className="flex flex-col divide-y divide-border rounded-lg border border-border bg-surface">
      {mails.slice(0, shown).map((mail) => (
        <li key={mail.id}>
          <details className="group/mail">
            <summary className="flex min-h-14 flex-col justify-center gap-0.5 px-4 py-3 -outline-offset-2 hover:bg-surface-2">
              <span className="text-ui font-semibold">{mail.subject}</span>
              <span className="flex flex-wrap gap-x-3 text-sm wrap-anywhere text-ink-3">
                <span>{mail.recipient}</span> <span>{formatDateTime(mail.at)}</span>
              </span>
            </summary>
            <div className="flex flex-col items-start gap-4 px-4 pb-4">
              <p className="w-full text-sm break-words whitespace-pre-line text-ink-2">{mail.text}</p>
              {mail.url && (
                <Button asChild variant="secondary">
                  <Link to={samePath(mail.url)}>Abrir link do e-mail</Link>
                </Button>
              )}
            </div>
          </details>
        </li>
      ))}
    </ul>
  );
}

type TextMessage = Reply<typeof getWorkbench>['textMessages'][number];

/** Text messages that would have been sent, newest first. */
export function TextMessages({ messages }: { messages: readonly TextMessage[] }) {
  return (
    <ul className="flex flex-col divide-y divide-border rounded-lg border border-border bg-surface">
      {messages.slice(0, shown).map(({ id, phone, text, at }) => (
        <li key={id} className="flex min-h-14 flex-col justify-center gap-0.5 px-4 py-3">
          <span className="text-ui break-words">{text}</span>
          <span className="flex flex-wrap gap-x-3 text-sm text-ink-3">
            <span>{phone}</span> <span>{formatDateTime(at)}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
