import { PageError } from '#web/pages/page-error.tsx';
import { brandName } from '#web/ui/theme/brand.ts';
import { ArrowLeft, ArrowRight } from '#web/ui/icons/icons.tsx';
import { Link } from 'react-router';
import type { Reply } from '#contract/endpoint.ts';
import { getListingStatistics } from '#contract/listings/views.ts';
import { api } from '#web/api/api.ts';
import { whenSignedIn } from '#web/api/guard.ts';
import { planNames } from '#domain/state-names.ts';
import { orErrorStatus } from '#web/api/load.ts';
import { listingLabels } from '#web/labels.ts';
import { Breadcrumb } from '#web/ui/page/breadcrumb.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Card } from '#web/ui/cards/card.tsx';
import type { Column } from '#web/ui/data/data-table.tsx';
import { DataTable } from '#web/ui/data/data-table.tsx';
import { EmptyState } from '#web/ui/page/empty-state.tsx';
import { formatBps, formatNumber } from '#web/ui/data/formats.ts';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { Loading, RowsSkeleton, Skeleton } from '#web/ui/page/skeleton.tsx';
import type { Route } from './+types/week-page';
import { WeekChart } from './week-chart.tsx';
import { WeekNumbers } from './week-numbers.tsx';

export const ErrorBoundary = () => <PageError title="Relatório semanal" thing="o relatório semanal" />;

/** The week is in the address; the default is the last seven days. */
export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const from = new URL(request.url).searchParams.get('de') ?? undefined;
  return whenSignedIn(request, () => orErrorStatus(api(getListingStatistics, { query: { from } })));
}

export function meta() {
  return [{ title: `Relatório semanal · ${brandName}` }];
}

export function HydrateFallback() {
  return (
    <Loading name="o relatório semanal">
      <Skeleton className="h-9 w-64" />
      <Skeleton className="mt-6 h-28 w-full rounded-lg" />
      <RowsSkeleton />
    </Loading>
  );
}

type Statistics = Reply<typeof getListingStatistics>;
type Item = Statistics['items'][number];

/**
 * `/conta/anuncios/semana`: views, questions, favourites and sales of listings whose plan includes statistics (§4.5).
 */
export default function WeekPage({ loaderData: statistics }: Route.ComponentProps) {
  const { plans, items, total, before, days } = statistics;
  return (
    <div className="flex flex-col gap-6 pb-10">
      <PageHeader
        title="Relatório semanal"
        above={
          <Breadcrumb
            links={[
              <Link key="anuncios" to="/conta/anuncios">
                Meus anúncios
              </Link>,
            ]}
            current="Relatório semanal"
          />
        }
        text={items.length > 0 ? periodText(statistics) : undefined}
        actions={items.length > 0 && <OtherWeeks {...statistics} />}
      />
      {items.length === 0 ? (
        <NotInPlan plans={plans} />
      ) : (
        <>
          <WeekNumbers total={total} before={before} />
          <Card>
            <h2 className="mb-4 text-h3">Dia a dia</h2>
            <WeekChart days={days} />
          </Card>
          <section className="flex flex-col gap-3">
            <h2 className="text-h3">Por anúncio</h2>
            <DataTable
              caption="Números por anúncio"
              columns={columns}
              rows={items}
              rowKey={(item: Item) => item.id}
            />
          </section>
          <p className="text-sm text-ink-2">
            Cada pessoa conta uma vez por dia em cada anúncio. Suas visitas, as da equipe e as de robôs não
            contam, e não guardamos quem visitou. Aqui entram os anúncios {planList(plans)}.
          </p>
        </>
      )}
    </div>
  );
}

const shortDay = (day: string) => `${day.slice(8)}/${day.slice(5, 7)}`;

function periodText({ from, to, later }: Statistics): string {
  const days = `de ${shortDay(from)} a ${shortDay(to)}`;
  return later === null ? `Últimos 7 dias, ${days}.` : `Semana ${days}.`;
}

function OtherWeeks({ earlier, later }: Pick<Statistics, 'earlier' | 'later'>) {
  return (
    <>
      {earlier && (
        <Button asChild variant="secondary" icon={<ArrowLeft aria-hidden="true" />}>
          <Link to={`?de=${earlier}`} preventScrollReset>
            Semana anterior
          </Link>
        </Button>
      )}
      {later && (
        <Button asChild variant="secondary" icon={<ArrowRight aria-hidden="true" />}>
          <Link to={`?de=${later}`} preventScrollReset>
            Semana seguinte
          </Link>
        </Button>
      )}
    </>
  );
}

/** Shown only on this page, when no plan includes statistics. */
function NotInPlan({ plans }: Pick<Statistics, 'plans'>) {
  if (plans.length === 0)
    return (
      <EmptyState
        title="O relatório semanal está desativado."
        text="Visitas e favoritos de cada anúncio continuam em Meus anúncios."
        seed="sem relatório"
      />
    );
  return (
    <EmptyState
      title={`O relatório semanal está incluído no plano ${planList(plans)}.`}
      text="Visitas, favoritos, perguntas, vendas e conversão, dia a dia, e um resumo por e-mail aos domingos. Em todos os planos, visitas e favoritos de cada anúncio estão em Meus anúncios."
      action={
        <Button asChild variant="secondary">
          <Link to="/tarifas">Comparar planos</Link>
        </Button>
      }
      seed="relatório semanal"
    />
  );
}

const planList = (plans: Statistics['plans']) => plans.map((plan) => planNames[plan]).join(' ou ');

const columns: readonly Column<Item>[] = [
  {
    key: 'title',
    header: 'Anúncio',
    hideLabel: true,
    cell: ({ slug, title, state }) => (
      <span className="flex min-w-0 flex-col">
        {state === 'suspended' ? (
          <span className="line-clamp-2 font-semibold">{title}</span>
        ) : (
          <Link
            to={`/anuncio/${slug}`}
            className="line-clamp-2 inline-flex min-h-6 items-center font-semibold hover:underline"
          >
            {title}
          </Link>
        )}
        {state !== 'published' && <span className="text-ink-3">{listingLabels[state].label}</span>}
      </span>
    ),
  },
  { key: 'visits', header: 'Visitas', numeric: true, cell: ({ visits }) => formatNumber(visits) },
  { key: 'favorites', header: 'Favoritos', numeric: true, cell: ({ favorites }) => formatNumber(favorites) },
  { key: 'questions', header: 'Perguntas', numeric: true, cell: ({ questions }) => formatNumber(questions) },
  { key: 'sales', header: 'Vendas', numeric: true, cell: ({ sales }) => formatNumber(sales) },
  {
    key: 'conversion',
    header: 'Conversão',
    numeric: true,
    cell: ({ conversionBps }) => (conversionBps === null ? '—' : formatBps(conversionBps)),
  },
];
