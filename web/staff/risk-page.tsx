import { Link, useSearchParams } from 'react-router';
import { listOrderRisks, riskTabs } from '#contract/risk/order-risk.ts';
import type { RiskTab } from '#contract/risk/order-risk.ts';
import { riskSignalNames } from '#domain/risk/names.ts';
import { riskSignals } from '#domain/risk/rules.ts';
import type { RiskSignal } from '#domain/risk/rules.ts';
import { api } from '#web/api/api.ts';
import { orErrorStatus } from '#web/api/load.ts';
import { PageError } from '#web/pages/page-error.tsx';
import { RisksTable } from '#web/risk/risks-table.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { Select } from '#web/ui/forms/select.tsx';
import { EmptyState } from '#web/ui/page/empty-state.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { TabLinks } from '#web/ui/page/tabs.tsx';
import { brandName } from '#web/ui/theme/brand.ts';
import type { Route } from './+types/risk-page';

export const ErrorBoundary = () => <PageError title="Risco" thing="os pedidos com risco" />;

const texts: Readonly<Record<RiskTab, { label: string; text: string; empty: string; why: string }>> = {
  retidos: {
    label: 'Retidos',
    text: 'O valor espera a equipe. Um administrador libera ou devolve no pedido; sem decisão, tudo segue no prazo de cada um.',
    empty: 'Nenhum pedido retido agora.',
    why: 'Quando os sinais somam os pontos que retêm, o pedido aparece aqui assim que é pago.',
  },
  altos: {
    label: 'Pontos altos',
    text: 'Dos últimos 30 dias, a partir da metade dos pontos que retêm. Registre no pedido o que ele foi: as regras aprendem com isso.',
    empty: 'Nenhum pedido com pontos altos nos últimos 30 dias.',
    why: 'Os pontos de cada sinal estão em Configurações, na parte Segurança.',
  },
  fraudes: {
    label: 'Fraudes',
    text: 'O que um administrador registrou como fraude. Conta como sinal nas próximas compras da mesma conta, aparelho ou documento.',
    empty: 'Nenhuma fraude registrada.',
    why: 'O resultado de um pedido se registra na página dele, em Risco.',
  },
};

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { searchParams } = new URL(request.url);
  const tab = riskTabs.find((slug) => slug === searchParams.get('aba')) ?? riskTabs[0];
  const signal = riskSignals.find((each) => each === searchParams.get('sinal'));
  return { tab, signal, ...(await orErrorStatus(api(listOrderRisks, { query: { tab, signal } }))) };
}

export const meta = () => [{ title: `Risco · Painel · ${brandName}` }];

/** `/dashboard/risco`: orders that the rules of risk hold, score high, or that were fraud (F55). */
export default function RiskPage({ loaderData: { tab, signal, items } }: Route.ComponentProps) {
  return (
    <div className="flex flex-col gap-5 page-gutter py-6 md:py-8">
      <PageHeader title="Risco" text="Pedidos que os sinais de fraude apontam." />
      <TabLinks
        aria-label="Partes do risco"
        links={riskTabs.map((slug, at) => ({
          label: texts[slug].label,
          link: (
            <Link to={at === 0 ? '?' : `?aba=${slug}`} aria-current={slug === tab ? 'page' : undefined} />
          ),
        }))}
      />
      <p className="max-w-measure text-sm text-ink-2">{texts[tab].text}</p>
      <SignalFilter signal={signal} />
      <RisksTable
        rows={items}
        tab={tab}
        empty={
          <EmptyState
            title={signal ? 'Nenhum pedido com este sinal.' : texts[tab].empty}
            text={signal ? 'Escolha outro sinal, ou veja todos.' : texts[tab].why}
            action={signal && <AllSignals tab={tab} />}
            seed={`risco-${tab}`}
          />
        }
      />
    </div>
  );
}

/** The way back from a signal that no order has. */
function AllSignals({ tab }: { tab: RiskTab }) {
  return (
    <Button asChild variant="secondary">
      <Link to={tab === riskTabs[0] ? '?' : `?aba=${tab}`}>Ver todos os sinais</Link>
    </Button>
  );
}

function SignalFilter({ signal }: { signal: RiskSignal | undefined }) {
  const [, setQuery] = useSearchParams();
  const choose = (value: string) =>
    setQuery(
      (query) => {
        if (value === 'todos') query.delete('sinal');
        else query.set('sinal', value);
        return query;
      },
      { replace: true, preventScrollReset: true },
    );
  return (
    <Field label="Sinal" className="max-w-md">
      <Select
        value={signal ?? 'todos'}
        onValueChange={choose}
        options={[
          { value: 'todos', label: 'Todos os sinais' },
          ...riskSignals.map((value) => ({ value, label: riskSignalNames[value] })),
        ]}
      />
    </Field>
  );
}
