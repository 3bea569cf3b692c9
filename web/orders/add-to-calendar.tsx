import { brandName } from '#web/ui/theme/brand.ts';
import { CalendarPlus } from '#web/ui/icons/icons.tsx';
import type { Order } from '#contract/orders/orders.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import type { Step } from './step.ts';

const minimumLeadMs = 2 * 3_600_000;

/** Offers the deadline as a calendar entry (RFC 5545), unless it is due within two hours. */
export function AddToCalendar({ order, step, deadline }: { order: Order; step: Step; deadline: string }) {
  if (Date.parse(deadline) - Date.parse(order.now) < minimumLeadMs) return null;
  return (
    <Button
      variant="quiet"
      size="sm"
      icon={<CalendarPlus aria-hidden="true" className="size-4.5" />}
      className="-ml-3.5 print:hidden"
      onClick={() => downloadFile(calendarEntry(order, step, deadline), `pedido-${order.code}.ics`)}
    >
      Adicionar à agenda
    </Button>
  );
}

function calendarEntry(order: Order, step: Step, deadline: string): string {
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${brandName}//Pedido//PT`,
    'BEGIN:VEVENT',
    `UID:${order.hash}-${order.state}`,
    `DTSTAMP:${utcTimestamp(order.now)}`,
    `DTSTART:${utcTimestamp(deadline)}`,
    `DTEND:${utcTimestamp(deadline)}`,
    `SUMMARY:${escapeText(`Pedido ${order.code}: ${order.listing.title}`)}`,
    `DESCRIPTION:${escapeText(step.sentence)}`,
    `URL:${location.origin}/pedido/${order.hash}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ].join('\r\n');
}

/** `20260312T175200Z` */
function utcTimestamp(instant: string): string {
  return instant.replaceAll(/[-:]|\.\d+/g, '');
}

function escapeText(text: string): string {
  return text.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll('\n', String.raw`\n`);
}

function downloadFile(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/calendar' }));
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}
