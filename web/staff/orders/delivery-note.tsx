import { useState } from 'react';
import { openDeliveryNote } from '#contract/orders/staff-orders.ts';
import { useActionWithProof } from '#web/accounts/use-action-with-proof.ts';
import { api } from '#web/api/api.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { AccessWithoutCase } from './access-without-case.tsx';

/**
 * The delivery's text. It may contain the credentials that were sold, so it is shown on request and each access is
 * recorded.
 */
export function DeliveryNote({ hash }: { hash: string }) {
  const [note, setNote] = useState<string | null>(null);
  const { run, pending, problem } = useActionWithProof();
  if (note !== null) return <p className="wrap-anywhere whitespace-pre-line">{note}</p>;
  const open = () => run(async () => setNote((await api(openDeliveryNote, { params: { hash } })).note));
  if (problem?.code === 'no_case')
    return <AccessWithoutCase hash={hash} problem={problem} onOpened={() => void open()} />;
  return (
    <div className="flex flex-col items-start gap-1">
      <Button variant="secondary" size="sm" loading={pending} onClick={() => void open()}>
        Ler o texto da entrega
      </Button>
      <p className="text-xs text-ink-3">Pode ter dados de acesso. A leitura fica no registro.</p>
      {problem && (
        <p role="alert" className="text-xs text-danger">
          {problem.detail}
        </p>
      )}
    </div>
  );
}
