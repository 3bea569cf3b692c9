import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { requestWithdrawal } from '#contract/withdrawals/withdrawals.ts';
import { withdrawalParts } from '#domain/withdrawals/withdrawals.ts';
import { useStepUp } from '#web/accounts/proof/step-up.tsx';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { useSubmission } from '#web/api/submission.ts';
import { Banner } from '#web/ui/page/banner.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { formatCents, formatDateTime } from '#web/ui/data/formats.ts';
import { MoneyInput } from '#web/ui/forms/money-input.tsx';
import { Sheet } from '#web/ui/overlays/sheet.tsx';
import { TextInput } from '#web/ui/forms/text-input.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';
import { storeIntent, readIntent, takeIntent } from '#web/api/intent-after-sign-in.ts';
import { withdrawableOf } from '#web/ledger/balance-cards.tsx';
import type { Balances } from '#web/ledger/balance-cards.tsx';
import { missingText } from './requirement-names.ts';
import { WithdrawalRequirements } from './withdrawal-requirements.tsx';

const formId = 'saque';
const returnPath = '/conta/transacoes?sacar=1';

/** «Sacar»: amount, Pix key, fee and net amount, shown before «Confirmar saque». */
export function WithdrawSheet({ balances, onClose }: { balances: Balances; onClose: () => void }) {
  const { withdrawal } = balances;
  const withdrawableCents = withdrawableOf(balances);
  const { revalidate } = useRevalidator();
  const withStepUp = useStepUp();
  const [stored] = useState(readStoredForm);
  const [amountCents, setAmountCents] = useState<number | null>(stored.amountCents ?? null);
  const { formProps, errors, setErrors, problem, pending, recheck } = useSubmission(requestWithdrawal, {
    read: (form) => ({ amountCents: Number(form.get('amountCents')) }),
    withProof: withStepUp,
    onDone: async (reply) => {
      close();
      aviso.sucesso(
        'Saque pedido',
        `${formatCents(reply.netCents)} chegam até ${formatDateTime(reply.expectedBy ?? withdrawal.arrivesBy)}.`,
      );
      await revalidate();
    },
  });
  const storeForm = () => storeIntent('sacar', 'saldo', JSON.stringify({ amountCents }));
  function close(): void {
    takeIntent('sacar', 'saldo');
    onClose();
  }
  const excess = amountError(amountCents, balances);
  const waitsUntil = withdrawal.waitsUntil ? formatDateTime(withdrawal.waitsUntil) : undefined;
  const holderName = withdrawal.holderName ?? '';
  return (
    <Sheet
      open
      onOpenChange={(open) => !open && close()}
      title="Sacar por Pix"
      description={`Seu saldo disponível é ${formatCents(withdrawableCents)}.`}
      footer={
        <Button
          type="submit"
          form={formId}
          loading={pending}
          disabledReason={
            missingText(withdrawal.missing) ?? (waitsUntil && `Os saques esperam até ${waitsUntil}.`)
          }
          className="md:w-full!"
        >
          Confirmar saque
        </Button>
      }
    >
      <form
        {...formProps}
        id={formId}
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (waitsUntil || withdrawal.missing.length > 0) return;
          storeForm();
          if (amountCents !== null && amountCents > 0 && amountCents < withdrawal.minCents)
            return setErrors({ amountCents: `O mínimo para saque é ${formatCents(withdrawal.minCents)}.` });
          if (amountCents === null || excess === null) formProps.onSubmit(event);
        }}
      >
        {waitsUntil && (
          <Banner tone="warning" title={`Os saques esperam até ${waitsUntil}`}>
            A segurança da sua conta mudou há pouco. A espera impede que outra pessoa saque por você. O saldo
            continua seu.
          </Banner>
        )}
        <WithdrawalRequirements withdrawal={withdrawal} returnPath={returnPath} onLeave={storeForm} />
        <Field
          label="Quanto"
          error={excess ?? errors.amountCents}
          announceError
          hint={`Mínimo ${formatCents(withdrawal.minCents)}.`}
          action={
            <button
              type="button"
              className="text-sm font-semibold text-brand underline hit-44"
              onClick={() => {
                setAmountCents(withdrawableCents);
                recheck('amountCents');
              }}
            >
              Sacar tudo
            </button>
          }
        >
          <MoneyInput name="amountCents" value={amountCents} onValueChange={setAmountCents} />
        </Field>
        {withdrawal.pixKey !== null && (
          <>
            <Field label="Titular" hint="O titular desta conta.">
              <TextInput readOnly value={holderName} />
            </Field>
            <Field label="Chave Pix" hint="Pagamos só na chave do documento do titular.">
              <TextInput readOnly value={withdrawal.pixKey} />
            </Field>
          </>
        )}
        <Summary grossCents={excess ? null : amountCents} balances={balances} holderName={holderName} />
        <ProblemBanner problem={problem} />
      </form>
    </Sheet>
  );
}

function Summary({
  grossCents,
  balances,
  holderName,
}: {
  grossCents: number | null;
  balances: Balances;
  holderName: string;
}) {
  const { nextFeeCents: feeCents } = balances.withdrawal;
  const parts = grossCents === null ? null : withdrawalParts(grossCents, balances, balances.withdrawal);
  const net = parts && Math.max(0, parts.amountCents - feeCents);
  return (
    <>
      <ChargebackDebt cents={balances.chargebackDebtCents} />
      <dl className="flex flex-col gap-2 rounded-lg bg-surface-2 p-4 text-sm tabular-nums">
        <div className="flex justify-between gap-4">
          <dt className="text-ink-2">Sai do saldo</dt>
          <dd>{grossCents === null ? '—' : formatCents(grossCents)}</dd>
        </div>
        {balances.debtCents > 0 && (
          <div className="flex justify-between gap-4">
            <dt className="text-ink-2">Desconto do que você deve</dt>
            <dd>{parts === null ? '—' : formatCents(-parts.debtCents)}</dd>
          </div>
        )}
        <div className="flex justify-between gap-4">
          <dt className="text-ink-2">Tarifa</dt>
          <dd>{feeCents === 0 ? 'Grátis' : formatCents(-feeCents)}</dd>
        </div>
        <div className="flex flex-wrap items-end justify-between gap-x-4 border-t border-border pt-3">
          <dt className="text-ui font-semibold">Cai no banco</dt>
          <dd className="text-price-xl">
            {net === null ? <span className="align-middle text-ui text-ink-3">—</span> : formatCents(net)}
          </dd>
        </div>
        <div className="text-ink-2">
          <dt className="sr-only">Para quem e quando</dt>
          <dd>
            {holderName.trim() ? `Para ${holderName.trim()}, até` : 'Até'}{' '}
            {formatDateTime(balances.withdrawal.arrivesBy)}.
          </dd>
        </div>
      </dl>
    </>
  );
}

/** Explains why less can be withdrawn than came in (ADR 71); null without a debt. */
function ChargebackDebt({ cents }: { cents: number }) {
  if (cents === 0) return null;
  return (
    <Banner tone="warning" title={`Você deve ${formatCents(cents)} de uma contestação`}>
      Seu banco pagou de novo um valor que já tínhamos reembolsado. Tudo o que entra no seu saldo paga esse
      débito primeiro; o resto pode ser sacado.
    </Banner>
  );
}

interface StoredForm {
  amountCents?: number | null;
}

/** Values typed before leaving for another screen, stored in this tab until the sheet is closed. */
function readStoredForm(): StoredForm {
  const stored = readIntent('sacar', 'saldo');
  return stored ? (JSON.parse(stored) as StoredForm) : {};
}

/** Reported while typing only for an error that more digits can't fix: an amount above the balance. */
function amountError(amountCents: number | null, balances: Balances): string | null {
  const withdrawableCents = withdrawableOf(balances);
  if (amountCents === null || amountCents <= withdrawableCents) return null;
  return `Seu saldo disponível é ${formatCents(withdrawableCents)}.`;
}
