import { useRevalidator } from 'react-router';
import { setDefaultAddress } from '#contract/addresses/addresses.ts';
import type { Address } from '#contract/addresses/addresses.ts';
import type { AddressUse } from '#domain/addresses/addresses.ts';
import { addressUses } from '#domain/addresses/addresses.ts';
import { addressLines } from '#domain/addresses/lines.ts';
import { formatPhone, phoneDigits } from '#web/accounts/verification/phone.ts';
import { api } from '#web/api/api.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { useAction } from '#web/api/use-action.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Card } from '#web/ui/cards/card.tsx';
import { StatusBadge } from '#web/ui/data/status-badge.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';
import { DeleteAddress } from './delete-address.tsx';

const useTexts: Record<AddressUse, { badge: string; action: string; done: string }> = {
  receiving: {
    badge: 'Principal para receber',
    action: 'Usar para receber',
    done: 'Sugerimos este endereço nas suas compras.',
  },
  sending: {
    badge: 'Principal para enviar',
    action: 'Usar para enviar',
    done: 'Sugerimos este endereço nas suas vendas.',
  },
};

/** One address with its actions. */
export function AddressCard({ address, onEdit }: { address: Address; onEdit: () => void }) {
  const { id, label, recipient, phone, defaultFor } = address;
  const { revalidate } = useRevalidator();
  const { run, pending, problem } = useAction();
  const use = (chosen: AddressUse) =>
    run(async () => {
      await api(setDefaultAddress, { params: { id }, body: { use: chosen } });
      await revalidate();
      aviso.sucesso(useTexts[chosen].badge, useTexts[chosen].done);
    });
  return (
    <Card className="flex h-full flex-col gap-3">
      <h2 className="text-h3 wrap-anywhere">{label}</h2>
      {defaultFor.length > 0 && (
        <p className="flex flex-wrap gap-2">
          {defaultFor.map((each) => (
            <StatusBadge key={each} tone="brand" size="sm">
              {useTexts[each].badge}
            </StatusBadge>
          ))}
        </p>
      )}
      <address className="text-ui wrap-anywhere not-italic">
        {addressLines(address).map((line, index) => (
          // The lines of one address may be equal.
          // oxlint-disable-next-line react/no-array-index-key
          <span key={index} className="block">
            {line}
          </span>
        ))}
        <span className="mt-1 block text-sm text-ink-2">
          {recipient}, {formatPhone(phoneDigits(phone))}
        </span>
      </address>
      <ProblemBanner problem={problem} />
      <div className="-mx-3 mt-auto flex flex-wrap">
        <Button variant="quiet" className="px-3" aria-label={`Editar ${label}`} onClick={onEdit}>
          Editar
        </Button>
        <DeleteAddress address={address} />
        {addressUses
          .filter((each) => !defaultFor.includes(each))
          .map((each) => (
            <Button
              key={each}
              variant="quiet"
              className="px-3"
              loading={pending}
              aria-label={`${useTexts[each].action}: ${label}`}
              onClick={() => void use(each)}
            >
              {useTexts[each].action}
            </Button>
          ))}
      </div>
    </Card>
  );
}
