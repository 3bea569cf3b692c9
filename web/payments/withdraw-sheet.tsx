import { useState } from 'react';
import { Link, useRevalidator } from 'react-router';
import { requestWithdrawal } from '#contract/withdrawals.ts';
import { ProblemBanner } from '#web/problem-banner.tsx';
import { useSession } from '#web/session.tsx';
import { useSubmission } from '#web/submission.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { formatCents } from '#web/ui/formats.ts';
import { MoneyInput } from '#web/ui/money-input.tsx';
import { Sheet } from '#web/ui/sheet.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import { aviso } from '#web/ui/toast.tsx';
import type { Balances } from './balance-cards.tsx';

const formId = 'saque';

/** «Sacar»: amount, whose key, what it costs and what arrives, all before «Confirmar saque». */
export function WithdrawSheet({ balances, onClose }: { balances: Balances; onClose: () => void }) {
  const { availableCents, withdrawal } = balances;
  const { user } = useSession();
  const { revalidate } = useRevalidator();
  const [amountCents, setAmountCents] = useState<number | null>(null);
  const { formProps, errors, problem, pending, recheck } = useSubmission(requestWithdrawal, {
    read: (form) => ({ amountCents: Number(form.get('amountCents')) }),
    onDone: async (reply) => {
      onClose();
      aviso.sucesso('Saque pedido', `${formatCents(reply.netCents)} a caminho, em até 1 dia útil.`);
      await revalidate();
    },
  });
  const fault = amountFault(amountCents, balances);
  const holderName = withdrawal.holderName ?? '';
  return (
    <Sheet
      open
      onOpenChange={(open) => !open && onClose()}
      title="Sacar por Pix"
      description={`Seu saldo disponível é ${formatCents(availableCents)}.`}
      footer={
        <Button type="submit" form={formId} loading={pending} className="md:w-full!">
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
          if (amountCents === null || fault === null) formProps.onSubmit(event);
        }}
      >
        {!user.email_verified && <VerifyFirst />}
        {user.email_verified && withdrawal.pixKey === null && <IdentifyFirst />}
        <Field
          label="Quanto"
          error={fault ?? errors.amountCents}
          announceError
          hint={`Mínimo ${formatCents(withdrawal.minCents)}.`}
          action={
            <button
              type="button"
              className="text-sm font-semibold text-brand underline hit-44"
              onClick={() => {
                setAmountCents(availableCents);
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
        <Summary
          amountCents={fault ? null : amountCents}
          feeCents={withdrawal.nextFeeCents}
          holderName={holderName}
        />
        <ProblemBanner problem={problem} />
      </form>
    </Sheet>
  );
}

function Summary({
  amountCents,
  feeCents,
  holderName,
}: {
  amountCents: number | null;
  feeCents: number;
  holderName: string;
}) {
  const net = amountCents === null ? null : Math.max(0, amountCents - feeCents);
  return (
    <dl className="flex flex-col gap-2 rounded-lg bg-surface-2 p-4 text-sm tabular-nums">
      <div className="flex justify-between gap-4">
        <dt className="text-ink-2">Sai do saldo</dt>
        <dd>{amountCents === null ? '—' : formatCents(amountCents)}</dd>
      </div>
      <div className="flex justify-between gap-4">
        <dt className="text-ink-2">Tarifa</dt>
        <dd>{feeCents === 0 ? 'Grátis, primeiro saque do mês' : formatCents(-feeCents)}</dd>
      </div>
      <div className="flex flex-wrap items-end justify-between gap-x-4 border-t border-border pt-3">
        <dt className="text-ui font-semibold">Cai no banco</dt>
        <dd className="text-price-xl">{net === null ? '—' : formatCents(net)}</dd>
      </div>
      <div className="text-ink-2">
        <dt className="sr-only">Para quem e quando</dt>
        <dd>{holderName.trim() ? `Para ${holderName.trim()}, em` : 'Em'} até 1 dia útil.</dd>
      </div>
    </dl>
  );
}

function VerifyFirst() {
  return (
    <Banner
      tone="warning"
      action={
        <Link to="/verification" className="inline-flex min-h-11 items-center font-semibold underline">
          Confirmar e-mail
        </Link>
      }
    >
      Confirme seu e-mail antes de sacar.
    </Banner>
  );
}

function IdentifyFirst() {
  return (
    <Banner
      tone="warning"
      action={
        <Link to="/conta" className="inline-flex min-h-11 items-center font-semibold underline">
          Confirmar meus dados
        </Link>
      }
    >
      Confirme seu celular, nome e CPF ou CNPJ antes de sacar.
    </Banner>
  );
}

/** Said while typing only for what can't get right by typing on: more than there is. */
function amountFault(amountCents: number | null, { availableCents }: Balances): string | null {
  if (amountCents === null || amountCents <= availableCents) return null;
  return `Seu saldo disponível é ${formatCents(availableCents)}.`;
}
