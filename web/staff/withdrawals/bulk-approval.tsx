import { useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { decideWithdrawal } from '#contract/withdrawals/staff-withdrawals.ts';
import type { StaffWithdrawal } from '#contract/withdrawals/staff-withdrawals.ts';
import type { Reply } from '#contract/endpoint.ts';
import { useStepUp } from '#web/accounts/proof/step-up.tsx';
import { api, ApiError } from '#web/api/api.ts';
import { Banner } from '#web/ui/page/banner.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { formatCents, formatCount } from '#web/ui/data/formats.ts';
import { aviso } from '#web/ui/overlays/toast.tsx';
import { DecisionFacts } from '../queue/decision-facts.tsx';
import { claimedText } from '#web/staff/queue/claim-banner.tsx';
import { claimingColleague } from '#web/staff/queue/use-claim.ts';
import type { Claims } from '#web/staff/queue/use-claim.ts';
import { BulkDialog } from '../table/bulk-dialog.tsx';
import type { Selection } from '../table/use-selection.ts';
import { useBulkRun } from '../table/use-bulk-run.ts';
import { approvalText } from './decision-texts.ts';

type Decided = Reply<typeof decideWithdrawal>;
const titleOf = (count: number) => `Aprovar ${formatCount(count, 'saque', 'saques')}`;
const nameOf = ({ amountCents, user }: StaffWithdrawal) =>
  `${formatCents(amountCents)} para @${user.username}`;
const sumOf = (rows: readonly StaffWithdrawal[]) =>
  rows.reduce((sum, { amountCents }) => sum + amountCents, 0);

/** «Aprovar 12 saques»: one call each, with its own limits and second approval. */
export function BulkApproval({
  selection,
  claims,
}: {
  selection: Selection<StaffWithdrawal>;
  claims: Claims;
}) {
  const { revalidate } = useRevalidator();
  const [asked, setAsked] = useState<readonly StaffWithdrawal[] | null>(null);

  async function finish(left: readonly StaffWithdrawal[], attempted: boolean): Promise<void> {
    setAsked(null);
    if (!attempted) return;
    selection.choose(left.map(({ id }) => id));
    await revalidate();
  }

  return (
    <>
      <Button size="sm" onClick={() => setAsked(selection.rows)}>
        {titleOf(selection.rows.length)}
      </Button>
      {asked && (
        <ApprovalDialog
          rows={asked}
          claims={claims}
          onFinish={(left, attempted) => void finish(left, attempted)}
        />
      )}
    </>
  );
}

interface ApprovalDialogProps {
  rows: readonly StaffWithdrawal[];
  claims: Claims;
  /** `failed` are the withdrawals whose call failed. */
  onFinish: (left: readonly StaffWithdrawal[], attempted: boolean) => void;
}

function ApprovalDialog({ rows, claims, onFinish }: ApprovalDialogProps) {
  const [{ open, skipped }] = useState(() => separateClaimed(rows, claims));
  const { run, left } = useBulkRun<StaffWithdrawal, Decided>();
  const approve = useApproval();
  const totalCents = sumOf(open);
  const feeCents = open.reduce((sum, row) => sum + row.feeCents, 0);
  const seconds = open.filter(({ needsTwo, firstBy }) => needsTwo && firstBy === null);
  const risky = new Set(
    open.flatMap(({ risk, user }) => (risk?.level === 'high' ? [`@${user.username}`] : [])),
  );
  return (
    <BulkDialog
      items={open}
      skipped={skipped}
      nameOf={nameOf}
      title={titleOf}
      question={`${titleOf(open.length)}, total ${formatCents(totalCents)}?`}
      text="O Pix de cada um sai em seguida e não dá para desfazer."
      doneText={(count) => formatCount(count, 'saque aprovado', 'saques aprovados')}
      left={left}
      check={async () => true}
      run={(items) => {
        approve.begin();
        return run(items, ({ id }) => id, approve.one);
      }}
      onClose={(failed) => onFinish(failed ?? [], failed !== null)}
      onDone={({ done }) => {
        aviso.sucesso(...approvalText(done));
        onFinish([], true);
      }}
    >
      <DecisionFacts
        facts={[
          ['Total', formatCents(totalCents)],
          ['Tarifas', formatCents(feeCents)],
          ['Sai por Pix', formatCents(totalCents - feeCents)],
        ]}
      />
      <ul aria-label="Saques a aprovar" className="flex max-h-40 flex-col gap-1 overflow-y-auto text-sm">
        {open.map((row) => (
          <li key={row.id} className="flex justify-between gap-4 tabular-nums">
            <span className="min-w-0 wrap-anywhere">@{row.user.username}</span>
            {formatCents(row.amountCents)}
          </li>
        ))}
      </ul>
      {risky.size > 0 && (
        <Banner tone="warning">Risco alto: {[...risky].join(', ')}. Abra cada um antes.</Banner>
      )}
      {seconds.length > 0 && (
        <Banner>
          {formatCount(seconds.length, 'valor alto sai', 'valores altos saem')} só depois da aprovação de
          outra pessoa.
        </Banner>
      )}
    </BulkDialog>
  );
}

/** Items that a colleague has claimed are skipped. */
function separateClaimed(rows: readonly StaffWithdrawal[], claims: Claims) {
  const claimant = (row: StaffWithdrawal) => claimingColleague(claims, row.id);
  return {
    open: rows.filter((row) => claimant(row) === null),
    skipped: rows.flatMap((item) => {
      const name = claimant(item);
      return name === null ? [] : [{ item, because: `${claimedText(name)}.` }];
    }),
  };
}

/** One verification of the user serves all calls; if it is declined, it is not asked for again. */
function useApproval() {
  const withProof = useStepUp();
  const declined = useRef<ApiError>(null);
  return {
    begin: () => void (declined.current = null),
    async one({ id }: StaffWithdrawal, idempotencyKey: string): Promise<Decided> {
      if (declined.current) throw declined.current;
      try {
        const body = { decision: 'approve' as const, note: '' };
        return await withProof(() => api(decideWithdrawal, { params: { id }, body, idempotencyKey }));
      } catch (error) {
        if (error instanceof ApiError && error.code === 'step_up_required') declined.current = error;
        throw error;
      }
    },
  };
}
