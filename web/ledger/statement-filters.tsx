import { Download } from '#web/ui/icons/icons.tsx';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { getStatementFile } from '#contract/ledger/statements.ts';
import { api, ApiError } from '#web/api/api.ts';
import { PeriodFields } from '#web/navigation/period-fields.tsx';
import { useFilters } from '#web/navigation/use-filters.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';
import type { Balances } from './balance-cards.tsx';
import { accounts, queryOf, readChoice, topics } from './statement-query.ts';

const options = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));
const labelsOf = (table: Record<string, { label: string }>) =>
  Object.fromEntries(Object.entries(table).map(([key, { label }]) => [key, label]));

/** Omits the default value from the address. */
const omitDefault = (defaultValue: string, value: string) => (value === defaultValue ? '' : value);

/** Period, topic and account of the statement; all are stored in the address (design §4.8). */
export function StatementFilters({ balances, today }: { balances: Balances | null; today: string }) {
  const [search] = useSearchParams();
  const choice = readChoice(search);
  const [, change] = useFilters('antes');
  const account = Object.keys(accounts).find((key) => accounts[key]!.account === choice.account)!;
  const held = accountsWithMoney(balances, account);
  return (
    <div className="flex flex-wrap items-end gap-3">
      <PeriodFields choice={choice} today={today} onChange={change} />
      <Field label="Tipo" className="min-w-36 flex-1 sm:w-44 sm:flex-none">
        <Select
          value={choice.topic === null ? 'todos' : search.get('tipo')!}
          options={[{ value: 'todos', label: 'Todos' }, ...options(labelsOf(topics))]}
          onValueChange={(tipo) => change({ tipo: omitDefault('todos', tipo) })}
        />
      </Field>
      {held.length > 1 && (
        <Field label="Conta" className="min-w-36 flex-1 sm:w-52 sm:flex-none">
          <Select
            value={account}
            options={held}
            onValueChange={(conta) => change({ conta: omitDefault('disponivel', conta) })}
          />
        </Field>
      )}
      <FileButton query={queryOf({ ...choice, before: null }, today)} />
    </div>
  );
}

/** Omits accounts that never held money, except the selected one. */
function accountsWithMoney(balances: Balances | null, selected: string) {
  const cents: Record<string, number> = {
    disponivel: 1,
    credito: balances?.purchaseCreditCents ?? 0,
    debito: balances?.debtCents ?? 0,
    contestacao: balances?.chargebackDebtCents ?? 0,
  };
  return options(labelsOf(accounts)).filter(({ value }) => value === selected || (cents[value] ?? 0) !== 0);
}

/** Requests the link when pressed, because it expires after 15 minutes. */
function FileButton({ query }: { query: ReturnType<typeof queryOf> }) {
  const [pending, setPending] = useState(false);

  async function download(): Promise<void> {
    setPending(true);
    try {
      const { url } = await api(getStatementFile, { query, interactive: true });
      location.assign(url);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      aviso.erro('A planilha não foi baixada', error.detail);
    } finally {
      setPending(false);
    }
  }

  return (
    <Button
      variant="secondary"
      icon={<Download aria-hidden="true" />}
      loading={pending}
      className="max-sm:w-full"
      onClick={() => void download()}
    >
      Baixar planilha
    </Button>
  );
}
