import { Link, useRevalidator } from 'react-router';
import type { Reply } from '#contract/endpoint.ts';
import { getSellerLevel, listCountedSales } from '#contract/accounts/seller-levels.ts';
import { sellerLevelNames } from '#domain/accounts/seller-levels/rules.ts';
import { durationText } from '#domain/text/durations.ts';
import { api } from '#web/api/api.ts';
import { whenSignedIn } from '#web/api/guard.ts';
import { orErrorStatus } from '#web/api/load.ts';
import { PageError } from '#web/pages/page-error.tsx';
import { Card, Section } from '#web/ui/cards/card.tsx';
import { StatCard } from '#web/ui/cards/stat-card.tsx';
import { formatBps, formatCount, formatDate } from '#web/ui/data/formats.ts';
import { StatusBadge } from '#web/ui/data/status-badge.tsx';
import { Banner } from '#web/ui/page/banner.tsx';
import { Breadcrumb } from '#web/ui/page/breadcrumb.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { Loading, RowsSkeleton, Skeleton } from '#web/ui/page/skeleton.tsx';
import { brandName } from '#web/ui/theme/brand.ts';
import { CountedSales } from './counted-sales.tsx';
import { colourLabels, conditionLabels, exclusionLabels } from './level-texts.ts';
import type { Route } from './+types/level-page';

export const ErrorBoundary = () => <PageError title="Seu nível" thing="seu nível" />;

export const clientLoader = ({ request }: Route.ClientLoaderArgs) =>
  whenSignedIn(request, async () => {
    const [standing, sales] = await orErrorStatus(Promise.all([api(getSellerLevel), api(listCountedSales)]));
    return { standing, sales };
  });

export const meta = () => [{ title: `Seu nível · ${brandName}` }];

export const HydrateFallback = () => (
  <Loading name="seu nível">
    <Skeleton className="h-9 w-64" />
    <Skeleton className="mt-6 h-28 w-full rounded-lg" />
    <RowsSkeleton />
  </Loading>
);

type Standing = Reply<typeof getSellerLevel>;

/** `/conta/nivel`: the own level as a seller, what counts, and what the next one needs (§4.13). */
export default function LevelPage({ loaderData: { standing, sales } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  const { level, colour, figures, terms } = standing;
  const excluded = figures.excluded.map(
    ({ reason, count }) => `${exclusionLabels[reason]}: ${formatCount(count, 'venda', 'vendas')}`,
  );
  return (
    <div className="flex flex-col gap-8 pb-10">
      <PageHeader
        title={`Seu nível: ${sellerLevelNames[level]}`}
        above={
          <Breadcrumb
            links={[
              <Link key="vendas" to="/conta/vendas">
                Vendas
              </Link>,
            ]}
            current="Seu nível"
          />
        }
        badge={
          colour && <StatusBadge tone={colourLabels[colour].tone}>{colourLabels[colour].label}</StatusBadge>
        }
        text={`${formatCount(figures.sales, 'venda concluída conta', 'vendas concluídas contam')}. O nível é conferido no começo de cada mês; o termômetro, todo dia.`}
      />
      <Outlook standing={standing} />
      <Next standing={standing} />
      <Section title="Termômetro" text={windowText(figures)}>
        <div className="grid gap-3 sm:grid-cols-3 lg:gap-5">
          <Rate label="Reclamações" bps={figures.claimsBps} part={figures.claims} of={figures.orders} />
          <Rate
            label="Cancelamentos seus"
            bps={figures.cancellationsBps}
            part={figures.cancellations}
            of={figures.orders}
          />
          <Rate label="Entregas atrasadas" bps={figures.lateBps} part={figures.late} of={figures.delivered} />
        </div>
        {excluded.length > 0 && <p className="text-sm text-ink-2">Fora da conta: {excluded.join('; ')}.</p>}
      </Section>
      <Section
        title="O que o nível traz"
        action={
          <Link
            to="/tarifas#niveis"
            className="inline-flex min-h-11 items-center font-semibold text-brand underline-offset-4 hover:underline"
          >
            Ver todos os níveis
          </Link>
        }
      >
        <Card className="text-ui text-ink-2">
          {terms.rebateBps === 0
            ? 'A tarifa é a do plano do anúncio.'
            : `A tarifa é a do plano do anúncio, menos ${formatBps(terms.rebateBps)}.`}{' '}
          O valor é liberado {durationText(terms.holdMs)} depois da entrega, onde a categoria não pede mais.
        </Card>
      </Section>
      <Section
        title="O que conta contra você"
        text="Vendas do último ano. Se uma foi contada errado, conteste."
      >
        <CountedSales first={sales} onContested={revalidate} />
      </Section>
    </div>
  );
}

function windowText({ orders, windowDays }: Standing['figures']): string {
  return `${formatCount(orders, 'pedido conta', 'pedidos contam')}, dos últimos ${windowDays} dias.`;
}

function Rate({ label, bps, part, of }: { label: string; bps: number | null; part: number; of: number }) {
  return <StatCard label={label} value={bps === null ? null : formatBps(bps)} footer={`${part} de ${of}`} />;
}

/** A red thermometer, a warning, and what the next check would find. */
function Outlook({ standing: { colour, level, warnedAt, forecast } }: { standing: Standing }) {
  if (colour === 'red')
    return (
      <Banner tone="danger">
        Seus anúncios não vendem agora, porque o termômetro está vermelho. Cuide dos pedidos abertos: eles
        seguem até o fim. Se algo foi contado errado, conteste abaixo.
      </Banner>
    );
  if (forecast.outcome === 'raised')
    return (
      <Banner tone="success">
        No próximo mês você passa a {sellerLevelNames[forecast.level]}, se tudo continuar assim.
      </Banner>
    );
  if (forecast.outcome === 'lowered' || warnedAt)
    return (
      <Banner tone="warning">
        {warnedAt && `Avisamos em ${formatDate(warnedAt)}: `}
        {forecast.outcome === 'lowered'
          ? `no próximo mês seu nível cai para ${sellerLevelNames[forecast.level]}, se nada mudar.`
          : `seu nível ${sellerLevelNames[level]} está em risco.`}
      </Banner>
    );
  return null;
}

function Next({ standing: { next, figures } }: { standing: Standing }) {
  if (!next) return null;
  const lacking = Math.max(0, next.sales - figures.sales);
  return (
    <Section title={`Para chegar a ${sellerLevelNames[next.level]}`}>
      {next.missing.length === 0 ? (
        <p className="text-ui text-ink-2">Você já tem tudo: a próxima conferência do mês confirma.</p>
      ) : (
        <ul className="flex list-disc flex-col gap-1 pl-5 text-ui text-ink-2">
          {next.missing.map((condition) => (
            <li key={condition}>
              {condition === 'sales'
                ? `Concluir mais ${formatCount(lacking, 'venda', 'vendas')}`
                : conditionLabels[condition]}
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
