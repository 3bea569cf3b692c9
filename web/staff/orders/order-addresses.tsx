import { useState } from 'react';
import type { Reply } from '#contract/endpoint.ts';
import { openOrderAddresses } from '#contract/shipping/staff-shipments.ts';
import { useSubmission } from '#web/api/submission.ts';
import { AddressBlock } from '#web/shipping/address-block.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { ReasonDialog } from './reason-dialog.tsx';

type Addresses = Reply<typeof openOrderAddresses>;

/** The addresses of an order, which staff read for a case and a reason; each reading is recorded (S03). */
export function OrderAddresses({ hash }: { hash: string }) {
  const [addresses, setAddresses] = useState<Addresses | null>(null);
  const [asking, setAsking] = useState(false);
  const submission = useSubmission(openOrderAddresses, {
    params: { hash },
    read: (form) => ({ reason: String(form.get('reason') ?? '') }),
    onDone: (opened) => {
      setAddresses(opened);
      setAsking(false);
    },
  });
  if (addresses) return <OpenedAddresses {...addresses} />;
  return (
    <div className="flex flex-col items-start gap-1">
      <Button variant="secondary" size="sm" onClick={() => setAsking(true)}>
        Ver endereços
      </Button>
      <p className="text-xs text-ink-3">A leitura fica no registro de ações, com o motivo.</p>
      {asking && (
        <ReasonDialog
          title="Ver os endereços deste pedido"
          description="Seu nome, a hora e o motivo ficam no registro de ações."
          hint="Por que você precisa ler agora."
          confirmLabel="Ver endereços"
          submission={submission}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}

function OpenedAddresses({ to, from }: Addresses) {
  if (!to && !from)
    return <p className="text-sm text-ink-2">Os endereços foram apagados: o tempo deles terminou.</p>;
  return (
    <section
      aria-label="Endereços"
      tabIndex={-1}
      ref={(section) => section?.focus()}
      className="grid gap-3 outline-none sm:grid-cols-2"
    >
      {to && <AddressBlock title="Para" address={to} withPhone />}
      {from && <AddressBlock title="De" address={from} withPhone />}
    </section>
  );
}
