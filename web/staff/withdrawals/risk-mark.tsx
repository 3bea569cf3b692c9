import { OctagonAlert, ShieldCheck, TriangleAlert } from '#web/ui/icons/icons.tsx';
import type { WithdrawalRisk } from '#contract/withdrawals/staff-withdrawals.ts';
import type { RiskLevel } from '#domain/withdrawals/risk.ts';
import type { Tone } from '#web/ui/data/status-badge.tsx';
import { StatusBadge } from '#web/ui/data/status-badge.tsx';
import { riskReason } from './risk-reason.ts';

export const riskLabels: Record<RiskLevel, { label: string; tone: Tone; icon: typeof ShieldCheck }> = {
  low: { label: 'Baixo', tone: 'success', icon: ShieldCheck },
  medium: { label: 'Médio', tone: 'warning', icon: TriangleAlert },
  high: { label: 'Alto', tone: 'danger', icon: OctagonAlert },
};

/** @param whole says «Risco alto» where no column says what it is */
export function RiskMark({ level, whole = false }: { level: RiskLevel; whole?: boolean }) {
  const { label, tone, icon: Icon } = riskLabels[level];
  return (
    <StatusBadge tone={tone} size="sm" icon={<Icon aria-hidden="true" className="size-4 shrink-0" />}>
      {whole ? `Risco ${label.toLowerCase()}` : label}
    </StatusBadge>
  );
}

/** In the row: risk level and the most serious reason; the sheet lists all reasons. */
export function RiskCell({ risk }: { risk: WithdrawalRisk | null }) {
  if (!risk) return <span className="text-ink-3">—</span>;
  const [first, ...others] = risk.reasons;
  return (
    <span className="flex flex-col items-start gap-1 max-md:items-end md:max-w-48 md:min-w-28">
      <RiskMark level={risk.level} />
      <span className="text-xs text-ink-2">
        {first ? riskReason(first) : 'Nenhum sinal'}
        {others.length > 0 && <span className="whitespace-nowrap text-ink-3"> e mais {others.length}</span>}
      </span>
    </span>
  );
}

/** «Sinais» of the sheet: risk level and every reason. */
export function RiskSection({ risk }: { risk: WithdrawalRisk }) {
  return (
    <section className="flex flex-col gap-2">
      <div className="flex items-center justify-between gap-4">
        <h3 className="text-h3">Sinais</h3>
        <RiskMark level={risk.level} whole />
      </div>
      {risk.reasons.length === 0 ? (
        <p className="text-sm text-ink-2">Nenhum sinal de risco neste saque.</p>
      ) : (
        <ul className="flex list-disc flex-col gap-1 pl-5 text-sm">
          {risk.reasons.map((reason) => (
            <li key={reason.kind}>{riskReason(reason)}</li>
          ))}
        </ul>
      )}
    </section>
  );
}
