import type { OrderAddress } from '#contract/shipping/shipments.ts';
import { addressLines } from '#domain/addresses/lines.ts';
import { formatPhone } from '#web/accounts/verification/phone.ts';

interface AddressBlockProps {
  title: string;
  address: OrderAddress;
  withPhone: boolean;
}

/** An address of an order in the lines of an envelope. */
export function AddressBlock({ title, address, withPhone }: AddressBlockProps) {
  const [street, district, city] = addressLines(address);
  return (
    <div className="rounded-lg bg-surface-2 p-4">
      <h3 className="text-sm font-normal text-ink-2">{title}</h3>
      <address className="mt-1 text-body wrap-anywhere text-ink not-italic">
        <span className="block font-semibold">{address.recipient}</span>
        <span className="block">{street}</span>
        {district && <span className="block">{district}</span>}
        <span className="block tabular-nums">{city}</span>
        {withPhone && <span className="block tabular-nums">{phoneText(address.phone)}</span>}
      </address>
    </div>
  );
}

/** An E.164 number of Brazil as «(91) 98888-7777». */
export function phoneText(phone: string): string {
  return formatPhone(phone.replace(/^\+55/, ''));
}
