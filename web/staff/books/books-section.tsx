import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { Reply } from '#contract/endpoint.ts';
import { checkBooks } from '#contract/staff/overview.ts';
import type { getBooks } from '#contract/staff/overview.ts';
import { useActionWithProof } from '#web/accounts/use-action-with-proof.ts';
import { api, newIdempotencyKey } from '#web/api/api.ts';
import { Banner } from '#web/ui/page/banner.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Section } from '#web/ui/cards/card.tsx';
import type { Column } from '#web/ui/data/data-table.tsx';
import { DataTable } from '#web/ui/data/data-table.tsx';
import { formatCents, formatDateTime, formatNumber } from '#web/ui/data/formats.ts';
import { StatusBadge } from '#web/ui/data/status-badge.tsx';
import { accountName } from '../orders/order-labels.ts';

type Books = Reply<typeof getBooks>;

/** `/dashboard?aba=livros`: whether the ledger balances, first as one sentence, then with all figures. */
export function BooksSection({ books }: { books: Books }) {
  return (
    <div className="flex flex-col gap-6">
      <BalanceSummary books={books} />
      <Section
        title="Conferências"
        text={
          books.check
            ? `Última conferência completa: ${formatDateTime(books.check.at)}, em ${formatNumber(books.check.tookMs)} ms.`
            : 'Os registros ainda não foram conferidos por completo.'
        }
        action={<CheckNow />}
      >
        {books.check && (
          <DataTable
            caption="Conferências da contabilidade"
            compact
            columns={checkColumns}
            rows={books.check.invariants}
            rowKey={({ id }) => id}
          />
        )}
      </Section>
      {books.seal && (
        <Section
          title="Selo do registro de ações"
          text="Cada decisão da equipe é selada com a anterior. Guarde este selo fora do sistema: com ele se prova que nada antes dele mudou."
        >
          <p className="text-sm break-all text-ink-2">
            Decisão {formatNumber(books.seal.number)}, {formatDateTime(books.seal.at)}:{' '}
            <code>{books.seal.hash}</code>
          </p>
        </Section>
      )}
      <Section title="Banco" text="Na última conferência completa.">
        <dl className="grid gap-3 sm:grid-cols-3">
          <Amount label="Nos nossos registros" cents={books.bank.oursCents} />
          <Amount label="Segundo o banco" cents={books.bank.toldCents} />
          <Amount label="Diferença" cents={books.bank.oursCents - books.bank.toldCents} />
        </dl>
      </Section>
      <Section
        title="Balancete"
        text="Débitos e créditos de todas as contas juntas são iguais. Na última conferência completa."
      >
        <DataTable
          caption="Balancete"
          compact
          columns={accountColumns}
          rows={[...books.accounts, totalOf(books)]}
          rowKey={({ kind }) => kind}
        />
      </Section>
    </div>
  );
}

function BalanceSummary({ books: { frozen, check, accounts, bank } }: { books: Books }) {
  if (frozen)
    return (
      <Banner tone="danger" title="O dinheiro está parado">
        {`Desde ${formatDateTime(frozen.at)}: ${frozen.reason}. Nenhum valor se move até alguém achar e corrigir a causa (docs/money.md).`}
      </Banner>
    );
  const broken = (check?.invariants ?? []).reduce((sum, { breaks }) => sum + breaks, 0);
  const { debitsCents, creditsCents } = totalOf({ accounts });
  const whole = broken === 0 && debitsCents === creditsCents && bank.oursCents === bank.toldCents;
  if (whole && check)
    return (
      <Banner tone="success" title="Tudo fecha, até o último centavo.">
        Cada conferência deu zero, débitos e créditos são iguais e o banco diz o mesmo que os nossos
        registros.
      </Banner>
    );
  if (whole)
    return (
      <Banner tone="info" title="Débitos e créditos são iguais.">
        A conferência completa ainda não rodou.
      </Banner>
    );
  return (
    <Banner tone="danger" title="Algo não fecha.">
      Veja abaixo o que está diferente antes de aprovar qualquer saída de dinheiro.
    </Banner>
  );
}

function CheckNow() {
  const { revalidate } = useRevalidator();
  const { run, pending, problem } = useActionWithProof();
  const [asked, setAsked] = useState(false);
  const check = async () => {
    const done = await run(async () => {
      await api(checkBooks, { idempotencyKey: newIdempotencyKey() });
      await new Promise((later) => setTimeout(later, 2_500));
    });
    if (!done) return;
    setAsked(true);
    await revalidate();
  };
  return (
    <div className="flex shrink-0 flex-col items-end gap-1">
      <Button loading={pending} onClick={() => void check()}>
        Conferir agora
      </Button>
      <output className="text-xs text-ink-3">
        {problem?.detail ?? (asked ? 'Conferência pedida. Com muitos registros, leva alguns minutos.' : '')}
      </output>
    </div>
  );
}

function Amount({ label, cents }: { label: string; cents: number }) {
  return (
    <div className="flex flex-col gap-1 rounded-lg border border-border bg-surface p-4">
      <dt className="text-sm text-ink-2">{label}</dt>
      <dd className="text-price-md tabular-nums">{formatCents(cents)}</dd>
    </div>
  );
}

/** The invariants of docs/money.md as the staff read them. */
const invariants: Readonly<Record<string, string>> = {
  I1: 'Somas: todo débito tem seu crédito',
  I2: 'Nenhuma conta abaixo de zero',
  I3: 'Saldos são a soma da história',
  I4: 'Pedidos e seu dinheiro guardado',
  I5: 'Pedidos e sua linha do tempo',
  I6: 'Pagamentos e reembolsos',
  I7: 'Lançamentos completos',
  I8: 'Saques',
  I9: 'Valores bloqueados por reclamações',
  I12: 'Registro de ações, como foi selado',
  I13: 'Recibos de códigos vistos, como foram assinados',
  I14: 'Lançamentos da semana, como foram publicados',
};

type Check = NonNullable<Books['check']>['invariants'][number];

const checkColumns: readonly Column<Check>[] = [
  { key: 'id', header: 'Nº', cell: ({ id }) => id },
  {
    key: 'name',
    header: 'Conferência',
    cell: ({ id, examples }) => (
      <span className="flex flex-col max-md:items-end">
        {invariants[id] ?? id}
        {examples.map(({ subject, fault }) => (
          <span key={`${subject}${fault}`} className="text-xs text-danger">
            {subject}: {fault}
          </span>
        ))}
      </span>
    ),
  },
  {
    key: 'result',
    header: 'Resultado',
    cell: ({ breaks }) => (
      <StatusBadge tone={breaks === 0 ? 'success' : 'danger'} size="sm">
        {breaks === 0 ? 'Fecha' : `${formatNumber(breaks)} diferenças`}
      </StatusBadge>
    ),
  },
];

type Account = Books['accounts'][number];

/** Total row of the trial balance. */
const total = 'Total';

const accountColumns: readonly Column<Account>[] = [
  {
    key: 'kind',
    header: 'Conta',
    cell: ({ kind }) =>
      kind === total ? <strong className="font-semibold">{total}</strong> : accountName(kind),
  },
  { key: 'accounts', header: 'Quantas', numeric: true, cell: (row) => formatNumber(row.accounts) },
  { key: 'debits', header: 'Débitos', numeric: true, cell: (row) => formatCents(row.debitsCents) },
  { key: 'credits', header: 'Créditos', numeric: true, cell: (row) => formatCents(row.creditsCents) },
  {
    key: 'balance',
    header: 'Saldo',
    numeric: true,
    cell: (row) => <strong className="font-semibold">{formatCents(row.balanceCents)}</strong>,
  },
];

function totalOf({ accounts }: Pick<Books, 'accounts'>): Account {
  const sum = (value: (account: Account) => number) => accounts.reduce((all, one) => all + value(one), 0);
  const [debitsCents, creditsCents] = [sum((one) => one.debitsCents), sum((one) => one.creditsCents)];
  return {
    kind: total,
    side: 'debit',
    accounts: sum((one) => one.accounts),
    debitsCents,
    creditsCents,
    balanceCents: creditsCents - debitsCents,
  };
}
