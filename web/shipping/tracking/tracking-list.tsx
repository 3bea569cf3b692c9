import { useRef, useState } from 'react';
import type { OrderShipment } from '#contract/shipping/shipments.ts';
import { carrierEventNames } from '#domain/shipping/shipments.ts';
import type { CarrierEventKind } from '#domain/shipping/shipments.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { formatCount, formatDateTime } from '#web/ui/data/formats.ts';
import { DotSeparated } from '#web/ui/page/dot-separated.tsx';
import { cn } from '#web/ui/styles/class-names.ts';

interface TrackingListProps extends Pick<OrderShipment, 'events'> {
  /** Names the parcel where the page shows two. */
  title?: string;
  /** What each event is called, by the direction of the parcel. */
  names?: Readonly<Record<CarrierEventKind, string>>;
}

/** The way of a parcel, newest first, with the carrier's time, place and words. A phone shows the newest until asked. */
export function TrackingList({ events, title = 'Rastreio', names = carrierEventNames }: TrackingListProps) {
  const [expanded, setExpanded] = useState(false);
  const list = useRef<HTMLOListElement>(null);
  const older = events.length - 1;

  function showAll(): void {
    setExpanded(true);
    // The pressed button disappears.
    list.current?.focus();
  }

  return (
    <section aria-label={title} className="flex flex-col gap-2">
      <h3 className="text-h3">{title}</h3>
      <ol ref={list} tabIndex={-1}>
        {events.map((event, index) => (
          <li
            key={`${event.kind} ${event.at}`}
            className={cn('group/step flex gap-3', index > 0 && !expanded && 'max-md:hidden')}
          >
            <span aria-hidden="true" className="flex flex-col items-center pt-1.5">
              <span
                className={cn(
                  'size-3 shrink-0 rounded-full forced-colors:border',
                  index === 0 ? 'bg-brand' : 'bg-border-strong',
                )}
              />
              <span className="w-0.5 flex-1 bg-border group-last/step:hidden" />
            </span>
            <div className="min-w-0 flex-1 pb-4 group-last/step:pb-0">
              <p className={cn('text-ui text-ink', index === 0 && 'font-semibold')}>{names[event.kind]}</p>
              {event.words && event.words !== names[event.kind] && (
                <p className="text-sm wrap-anywhere text-ink-2">{event.words}</p>
              )}
              <p className="text-sm text-ink-3">
                <DotSeparated
                  of={[
                    <time key="at" dateTime={event.at}>
                      {formatDateTime(event.at)}
                    </time>,
                    event.place,
                  ]}
                />
              </p>
            </div>
          </li>
        ))}
      </ol>
      {older > 0 && !expanded && (
        <Button variant="quiet" className="-ml-5 self-start md:hidden" onClick={showAll}>
          {`Ver ${formatCount(older, 'passo anterior', 'passos anteriores')}`}
        </Button>
      )}
    </section>
  );
}
