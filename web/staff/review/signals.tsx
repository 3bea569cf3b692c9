import { Flag } from '#web/ui/icons/icons.tsx';
import type { Review } from './load-reviews.ts';

/** Signals that need attention: above the listing on phones, next to it on wide screens. */
export function Signals({ review, className }: { review: Review; className?: string }) {
  const signals = [...(review.risky ? ['Categoria de risco.'] : []), ...review.signals];
  return (
    <section aria-label="Sinais" className={className}>
      <h3 className="text-ui font-semibold">Sinais</h3>
      {signals.length === 0 ? (
        <p className="mt-1 text-sm text-ink-2">Nada fora do comum.</p>
      ) : (
        <ul className="mt-2 flex flex-col gap-2 text-sm">
          {signals.map((signal) => (
            <li key={signal} className="flex gap-2 rounded-sm bg-warning-soft px-3 py-2 text-on-warning-soft">
              <Flag aria-hidden="true" className="mt-0.5 size-4" /> {signal}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
