import { Suspense, useState } from 'react';
import type { Ticket, TicketRating as Given } from '#contract/tickets/tickets.ts';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Rating } from '#web/ui/cards/rating.tsx';

const TicketRatingForm = lazyPart(() =>
  import('./ticket-rating-form.tsx').then((module) => ({ default: module.TicketRatingForm })),
);

/** «Como foi o atendimento?» after a ticket is closed (CSAT, §4.11); a rating can be changed for a week. */
export function TicketRating({ ticket, onRated }: { ticket: Ticket; onRated: (ticket: Ticket) => void }) {
  const [changing, setChanging] = useState(false);
  const { rating, ratableUntil } = ticket;
  if (rating && !changing)
    return (
      <section aria-label="Sua nota" className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="flex items-center gap-2 text-sm">
          Sua nota: <Rating average={rating.score} />
        </p>
        {ratableUntil && (
          <Button variant="quiet" size="sm" onClick={() => setChanging(true)}>
            Mudar nota
          </Button>
        )}
        <Comment rating={rating} />
      </section>
    );
  if (!ratableUntil) return null;
  return (
    <Suspense fallback={<div className="h-20" />}>
      <TicketRatingForm
        ticket={ticket}
        onLeave={changing ? () => setChanging(false) : undefined}
        onRated={(rated) => {
          setChanging(false);
          onRated(rated);
        }}
      />
    </Suspense>
  );
}

function Comment({ rating: { comment } }: { rating: Given }) {
  if (comment === '') return null;
  return <p className="line-clamp-3 basis-full text-sm wrap-anywhere text-ink-2">«{comment}»</p>;
}
