import { Suspense, useState } from 'react';
import type { Reply } from '#contract/endpoint.ts';
import type { getStaffOrder } from '#contract/orders/staff-orders.ts';
import { riskLabelNames } from '#domain/risk/labels.ts';
import { riskSignalNames } from '#domain/risk/names.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Card } from '#web/ui/cards/card.tsx';
import { formatCount, formatDateTime } from '#web/ui/data/formats.ts';
import { lazyPart } from '#web/ui/page/lazy-part.ts';

const LabelDialog = lazyPart(async () => ({ default: (await import('./label-dialog.tsx')).LabelDialog }));

type StaffOrder = Reply<typeof getStaffOrder>;

/** What the rules of risk made of an order, and what it turned out to be (F55); nothing where they were not active. */
export function RiskCard({ order: { id, code, risk } }: { order: Pick<StaffOrder, 'id' | 'code' | 'risk'> }) {
  const [asked, setAsked] = useState(false);
  if (!risk) return null;
  return (
    <Card id="risco" className="flex scroll-mt-24 flex-col items-start gap-3">
      <h2 className="text-h3">Risco: {formatCount(risk.score, 'ponto', 'pontos')}</h2>
      {risk.reasons.length === 0 ? (
        <p className="text-sm text-ink-2">Nenhum sinal de risco neste pedido.</p>
      ) : (
        <ul className="flex list-disc flex-col gap-1 pl-5 text-sm text-ink-2">
          {risk.reasons.map((reason) => (
            <li key={reason}>{riskSignalNames[reason]}</li>
          ))}
        </ul>
      )}
      {risk.action === 'hold' && (
        <p className="text-sm text-ink-2">
          Os sinais pediram a conferência do pagamento, que se encerra no prazo dela.
        </p>
      )}
      {risk.label && risk.labelled && (
        <p className="text-sm wrap-anywhere text-ink-2">
          <strong className="font-semibold text-ink">{riskLabelNames[risk.label]}</strong>, registrado por @
          {risk.labelled.by} em {formatDateTime(risk.labelled.at)}: «{risk.labelled.note}»
        </p>
      )}
      <Button variant="secondary" disabledReason={risk.because ?? undefined} onClick={() => setAsked(true)}>
        {risk.label ? 'Corrigir o que foi' : 'Registrar o que foi'}
      </Button>
      {asked && (
        <Suspense>
          <LabelDialog order={{ id, code }} label={risk.label} onClose={() => setAsked(false)} />
        </Suspense>
      )}
    </Card>
  );
}
