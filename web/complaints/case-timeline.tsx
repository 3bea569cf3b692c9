import type { ComplaintEntry } from '#contract/complaints/case.ts';
import { formatDateTime } from '#web/ui/data/formats.ts';
import { DotSeparated } from '#web/ui/page/dot-separated.tsx';
import { actorName, entryLine } from './complaint-texts.ts';
import type { CaseFacts } from './complaint-texts.ts';

/** Events whose text appears elsewhere on the page: a decision's grounds, an appeal, a proposal's message. */
const eventsShownElsewhere = [
  'decide',
  'decide_appeal',
  'presume_silent',
  'break_promise',
  'appeal',
  'propose',
  'ask_evidence',
  'answer_request',
];

/** The complaint's timeline, oldest first, the same for both sides and staff. */
export function CaseTimeline({
  found,
  level = 3,
}: {
  found: CaseFacts & { timeline: readonly ComplaintEntry[]; openedAt: string };
  level?: 2 | 3;
}) {
  const Heading = `h${level}` as const;
  const opened = { event: 'open', actor: 'buyer', words: null, facts: {}, at: found.openedAt } as const;
  return (
    <section aria-label="Histórico da reclamação" className="flex flex-col gap-3">
      <Heading className="text-h3">Histórico</Heading>
      <ol className="flex flex-col gap-3 border-l-2 border-border pl-4">
        {[opened, ...found.timeline].map((entry, index) => (
          <li key={index} className="flex flex-col">
            <p className="text-sm text-ink-2">
              <DotSeparated
                of={[
                  <strong key="who" className="font-semibold text-ink">
                    {actorName(entry, found)}
                  </strong>,
                  formatDateTime(entry.at),
                ]}
              />
            </p>
            <p className="text-ui wrap-anywhere">{entryLine(entry)}</p>
            {entry.words && !eventsShownElsewhere.includes(entry.event) && (
              <p className="mt-1 max-w-measure text-body wrap-anywhere whitespace-pre-line text-ink-2">
                {entry.words}
              </p>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
