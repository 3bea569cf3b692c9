import type { Reply } from '#contract/endpoint.ts';
import type { previewLetter } from '#contract/settings/letters.ts';
import { brandName } from '#web/ui/theme/brand.ts';

/** An email as a mail program shows it, with sample data; its button has no target. */
export function EmailPreview({ preview }: { preview: Reply<typeof previewLetter> }) {
  const { subject, heading, paragraphs, code, button, note } = preview;
  return (
    <section
      aria-label="Prévia"
      className="flex min-w-0 flex-col gap-4 rounded-lg border border-border bg-surface-2 p-4 wrap-anywhere md:p-6"
    >
      <p className="text-sm text-ink-2">
        Assunto: <strong className="font-semibold text-ink">{subject}</strong>
      </p>
      <p className="text-ui font-semibold text-brand">{brandName}</p>
      <div className="flex flex-col gap-4 rounded-lg border border-border bg-surface p-4 md:p-6">
        <h3 className="text-h2">{heading}</h3>
        {paragraphs.map((paragraph, index) => (
          // Paragraphs are identified by their position.
          // oxlint-disable-next-line react/no-array-index-key
          <p key={index} className="text-body whitespace-pre-line text-ink-2">
            {paragraph}
          </p>
        ))}
        {code && (
          <p className="rounded-md bg-brand-soft p-4 text-center text-price-xl tracking-[0.25em]">{code}</p>
        )}
        {button && (
          <p>
            <span className="inline-flex h-11 items-center rounded-md bg-brand px-5 text-ui font-semibold text-on-brand">
              {button}
            </span>
          </p>
        )}
        {note && <p className="text-sm text-ink-3">{note}</p>}
      </div>
      <p className="text-sm text-ink-3">Com dados inventados. Nada foi enviado.</p>
    </section>
  );
}
