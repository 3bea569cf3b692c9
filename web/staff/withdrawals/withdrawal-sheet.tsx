import { useState } from 'react';
import { Link, useLocation, useRevalidator } from 'react-router';
import type { StaffWithdrawalDetail } from '#contract/withdrawals/staff-withdrawals.ts';
import { getStaffWithdrawal } from '#contract/withdrawals/staff-withdrawals.ts';
import { api } from '#web/api/api.ts';
import { withdrawalLabels } from '#web/labels.ts';
import { Banner } from '#web/ui/page/banner.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { formatCents, formatCount, formatDate, formatDateTime } from '#web/ui/data/formats.ts';
import { DotSeparated } from '#web/ui/page/dot-separated.tsx';
import { StatusBadge } from '#web/ui/data/status-badge.tsx';
import { useDetail } from '#web/api/use-detail.ts';
import { DetailSheet, Facts } from '#web/staff/shell/detail-sheet.tsx';
import { HistoryList } from '#web/staff/shell/history-list.tsx';
import { DueLine } from '../queue/due-line.tsx';
import { claimedText } from '#web/staff/queue/claim-banner.tsx';
import { claimingColleague } from '#web/staff/queue/use-claim.ts';
import type { Claims } from '#web/staff/queue/use-claim.ts';
import { rowLink } from '../table/row-link.ts';
import type { SheetNavigation } from '#web/staff/shell/use-sheet.ts';
import { BankState } from './bank-state.tsx';
import { DecisionDialogs } from './decision-dialogs.tsx';
import type { WithdrawalDecision } from './decision-dialogs.tsx';
import { HolderMark } from './holder.tsx';
import { Origins } from './origins.tsx';
import { RiskSection } from './risk-mark.tsx';

/** Details of a withdrawal: origin of the money, risk signals, and the decision. */
export function WithdrawalSheet({
  id,
  sheet,
  claims,
}: {
  id: number;
  sheet: SheetNavigation;
  claims: Claims;
}) {
  const { revalidate } = useRevalidator();
  const detail = useDetail(() => api(getStaffWithdrawal, { params: { id } }));
  const [deciding, setDeciding] = useState<WithdrawalDecision | null>(null);
  const withdrawal = detail.value;
  const isOpen = withdrawal?.state === 'requested' || withdrawal?.state === 'in_review';
  return (
    <DetailSheet
      title={withdrawal ? `Saque de ${formatCents(withdrawal.amountCents)}` : 'Saque'}
      navigation={sheet}
      detail={detail}
      {...(withdrawal && isOpen && { footer: <Decisions withdrawal={withdrawal} onDecide={setDeciding} /> })}
    >
      {withdrawal && (
        <>
          {isOpen ? (
            <OpenState withdrawal={withdrawal} claimedBy={claimingColleague(claims, id)} />
          ) : (
            <BankState row={withdrawal} onRetried={detail.reload} />
          )}
          {withdrawal.risk && <RiskSection risk={withdrawal.risk} />}
          <WithdrawalFacts withdrawal={withdrawal} isOpen={isOpen} />
          <Origins withdrawal={withdrawal} />
          <Earlier withdrawal={withdrawal} />
          <HistoryList entries={withdrawal.history} subject="withdrawal" id={id} />
          {deciding && (
            <DecisionDialogs
              withdrawal={withdrawal}
              decision={deciding}
              onClose={() => setDeciding(null)}
              onDone={async () => {
                await detail.reload();
                await revalidate();
              }}
            />
          )}
        </>
      )}
    </DetailSheet>
  );
}

function Decisions({
  withdrawal: { notDecidableBecause, holderMatches },
  onDecide,
}: {
  withdrawal: StaffWithdrawalDetail;
  onDecide: (decision: WithdrawalDecision) => void;
}) {
  return (
    <>
      <Button
        variant="quiet"
        className="text-danger"
        disabledReason={holderMatches === false ? undefined : (notDecidableBecause ?? undefined)}
        onClick={() => onDecide('recusar')}
      >
        Recusar saque
      </Button>
      <Button disabledReason={notDecidableBecause ?? undefined} onClick={() => onDecide('aprovar')}>
        Aprovar saque
      </Button>
    </>
  );
}

/** Who claimed it, who approved it, and what prevents a decision. */
function OpenState({
  withdrawal,
  claimedBy,
}: {
  withdrawal: StaffWithdrawalDetail;
  claimedBy: string | null;
}) {
  const { state, due, needsTwo, firstBy, sumReason, notDecidableBecause } = withdrawal;
  const { label, tone } = withdrawalLabels[state];
  return (
    <div className="flex flex-col gap-3">
      <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <StatusBadge tone={tone}>{label}</StatusBadge>
        {due && <DueLine label="pagar até" due={due} />}
      </span>
      {claimedBy !== null && <Banner tone="warning">{claimedText(claimedBy)}.</Banner>}
      {needsTwo && (
        <Banner>
          {firstBy
            ? `@${firstBy} já aprovou. Falta outra pessoa.`
            : (sumReason ?? 'Valor alto: duas pessoas aprovam.')}
        </Banner>
      )}
      {notDecidableBecause && <Banner tone="warning">{notDecidableBecause}</Banner>}
    </div>
  );
}

function WithdrawalFacts({ withdrawal, isOpen }: { withdrawal: StaffWithdrawalDetail; isOpen: boolean }) {
  const { user, holderName, pixKey, holderMatches, amountCents, feeCents, balanceAfterCents } = withdrawal;
  const { createdAt, decidedBy, decidedAt, decisionNote } = withdrawal;
  return (
    <Facts
      facts={[
        [
          'Pessoa',
          <Link key="user" to={`/dashboard/usuarios?id=${user.id}`} className="text-brand hover:underline">
            @{user.username}
          </Link>,
        ],
        ['Titular', holderName],
        [
          'Chave Pix',
          <span key="key" className="inline-flex flex-wrap justify-end gap-x-3">
            {pixKey} {isOpen && <HolderMark matches={holderMatches} />}
          </span>,
        ],
        ['Valor', formatCents(amountCents)],
        ['Tarifa', formatCents(feeCents)],
        ['Sai por Pix', formatCents(amountCents - feeCents)],
        ['Saldo depois', formatCents(balanceAfterCents)],
        ['Pedido em', formatDateTime(createdAt)],
        ...(decidedBy && decidedAt
          ? [['Decidido', `@${decidedBy} em ${formatDateTime(decidedAt)}`] as const]
          : []),
        ...(decisionNote ? [['Motivo', decisionNote] as const] : []),
      ]}
    />
  );
}

function Earlier({ withdrawal }: { withdrawal: StaffWithdrawalDetail }) {
  const { state } = useLocation();
  const { earlier, earlierCount, paidCents } = withdrawal;
  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-h3">Saques anteriores</h3>
      <p className="text-sm text-ink-2">
        {earlierCount === 0
          ? 'Este é o primeiro saque que a pessoa pede.'
          : `${formatCount(earlierCount, 'pedido', 'pedidos')}, ${formatCents(paidCents)} pagos.`}
      </p>
      <ol className="flex flex-col divide-y divide-border">
        {earlier.map((one) => (
          <li key={one.id} className="flex items-center justify-between gap-3 py-1 text-sm">
            <Link
              to={rowLink(one.id)}
              preventScrollReset
              replace
              state={state}
              className="flex min-h-11 flex-col justify-center hover:underline"
            >
              <strong className="font-semibold tabular-nums">{formatCents(one.amountCents)}</strong>
              <span className="text-xs text-ink-3">
                <DotSeparated of={[formatDate(one.createdAt), one.pixKey]} />
              </span>
            </Link>
            <StatusBadge tone={withdrawalLabels[one.state].tone} size="sm">
              {withdrawalLabels[one.state].label}
            </StatusBadge>
          </li>
        ))}
      </ol>
      {earlierCount > earlier.length && (
        <p className="text-xs text-ink-3">Os {earlier.length} mais novos estão aqui.</p>
      )}
    </section>
  );
}
