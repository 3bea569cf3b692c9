import type { Reply } from '#contract/endpoint.ts';
import type { listLetters } from '#contract/simulator/simulator.ts';
import { Button } from '#web/ui/buttons/button.tsx';

type EmailPreview = Reply<typeof listLetters>['items'][number];

/** Previews of every e-mail with sample data: its text here, its HTML on a page of its own. */
export function EmailPreviews({ letters }: { letters: readonly EmailPreview[] }) {
  return (
    <ul className="flex flex-col divide-y divide-border rounded-lg border border-border bg-surface">
      {letters.map(({ slug, subject, text }) => (
        <li key={slug}>
          <details>
            <summary className="flex min-h-14 flex-col justify-center px-4 py-3 -outline-offset-2 hover:bg-surface-2">
              <span className="text-ui font-semibold">{subject}</span>
            </summary>
            <div className="flex flex-col items-start gap-4 px-4 pb-4">
              <p className="w-full text-sm break-words whitespace-pre-line text-ink-2">{text}</p>
              <Button asChild variant="secondary">
                <a href={`/dev/letters/${slug}.html`}>Ver como HTML</a>
              </Button>
            </div>
          </details>
        </li>
      ))}
    </ul>
  );
}
