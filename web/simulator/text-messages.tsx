import type { Reply } from '#contract/endpoint.ts';
import type { getWorkbench } from '#contract/simulator/simulator.ts';
import { formatDateTime } from '#web/ui/data/formats.ts';

type TextMessage = Reply<typeof getWorkbench>['textMessages'][number];

const shown = 15;

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
