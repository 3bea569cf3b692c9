import type { Reply } from '#contract/endpoint.ts';
import type { getStaffOrder } from '#contract/orders/staff-orders.ts';
import { riskSignalNames } from '#domain/risk/names.ts';
import { Card } from '#web/ui/cards/card.tsx';

/** What the rules of risk made of an order, for staff (F55); nothing where they were not active. */
export function RiskCard({ risk }: Pick<Reply<typeof getStaffOrder>, 'risk'>) {
  if (!risk) return null;
  return (
    <Card className="flex flex-col gap-3">
      <h2 className="text-h3">Risco: {risk.score}</h2>
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
    </Card>
  );
}
