import { useSearchParams } from 'react-router';
import type { Reply } from '#contract/endpoint.ts';
import { listSellerLevels } from '#contract/accounts/seller-levels.ts';
import { sellerLevelNames } from '#domain/accounts/seller-levels/rules.ts';
import { durationText } from '#domain/text/durations.ts';
import type { Api } from '#web/api/api.ts';
import { api, apiContext } from '#web/api/api.ts';
import { useSettings } from '#web/settings/site-settings.ts';
import type { SiteSettings } from '#web/settings/site-settings.ts';
import { planBenefits } from '#web/listings/listing-texts.ts';
import { planNames } from '#domain/state-names.ts';
import { Section } from '#web/ui/cards/card.tsx';
import { formatBps, formatCents, formatCount } from '#web/ui/data/formats.ts';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { feeQuestionSearch, readFeeQuestion, saleBreakdown } from './fee-query.ts';
import { FeeSimulator } from './fee-simulator.tsx';
import { loadPageText, pageTextMeta } from './page-text.ts';
import { Prose } from './prose.tsx';
import type { Route } from './+types/fees-page';

export { PageError as ErrorBoundary } from './page-error.tsx';

async function load(caller: Api, url: string) {
  const [text, levels] = await Promise.all([loadPageText(caller, 'tarifas', url), caller(listSellerLevels)]);
  return { ...text, levels };
}

export const loader = ({ context, request }: Route.LoaderArgs) => load(context.get(apiContext), request.url);
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => load(api, request.url);

export const meta = ({ loaderData }: Route.MetaArgs) => pageTextMeta(loaderData);

/** The simulator's input is page state, so typing does not reload the page. */
export const shouldRevalidate = () => false;

/** `/tarifas`: the fees, with a simulator. Its input is in the address, so that it can be shared. */
export default function FeesPage({ loaderData: { text, levels } }: Route.ComponentProps) {
  const [search, setSearch] = useSearchParams();
  const settings = useSettings();
  return (
    <div className="mx-auto flex w-full max-w-page flex-col gap-10 page-gutter pt-6 md:gap-14 md:pt-10">
      <div className="flex flex-col gap-6">
        <PageHeader title={text.title} text={text.summary[0]} />
        {settings && (
          <FeeSimulator
            settings={settings}
            question={readFeeQuestion(search)}
            onChange={(question) =>
              setSearch(feeQuestionSearch(question), { replace: true, preventScrollReset: true })
            }
          />
        )}
      </div>
      {settings && <Plans settings={settings} />}
      <Levels levels={levels} />
      {text.sections.map((section) => (
        <Section key={section.id} id={section.id} title={section.title}>
          <Prose html={section.html} />
        </Section>
      ))}
    </div>
  );
}

const example = { mode: 'price', amountCents: 10_000 } as const;

/** Fees are the same everywhere; the release delay may depend on the category (§4.3). */
function plansText({ holdMs, longestHoldMs }: SiteSettings): string {
  const fees = 'As tarifas são as mesmas em todas as categorias.';
  return longestHoldMs > holdMs
    ? `${fees} O valor é liberado ${durationText(holdMs)} depois da entrega; em algumas categorias, até ${durationText(longestHoldMs)}.`
    : fees;
}

function Plans({ settings }: { settings: SiteSettings }) {
  return (
    <Section title="Planos lado a lado" text={plansText(settings)}>
      <ul className="grid gap-3 md:grid-cols-3 md:gap-5">
        {settings.plans.map((rule) => {
          const sum = saleBreakdown({ ...example, plan: rule.slug }, rule, settings.priceCents);
          return (
            <li key={rule.slug} className="rounded-lg border border-border bg-surface p-5">
              <h3 className="text-h3">{planNames[rule.slug]}</h3>
              <p className="mt-1 text-h1 font-sans tabular-nums">{formatBps(rule.commissionBps)}</p>
              <p className="mt-1 text-ui font-normal text-ink-2">{planBenefits(rule)}</p>
              <p className="mt-3 border-t border-border pt-3 text-sm text-ink-2 tabular-nums">
                De {formatCents(example.amountCents)} você recebe {sum && formatCents(sum.netCents)}. Mínimo{' '}
                {formatCents(rule.minCommissionCents)}, máximo {formatCents(rule.maxCommissionCents)} por
                pedido.
              </p>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

type Levels = Reply<typeof listSellerLevels>;
type Level = Levels['items'][number];

/** What a level needs, beside what the ones below it need (§4.13). */
function needsText({ level, sales }: Level, goldOnTimeBps: number): string {
  const count = formatCount(sales, 'venda concluída', 'vendas concluídas');
  switch (level) {
    case 'new':
      return 'Para quem começa';
    case 'bronze':
      return `${count} e identidade verificada`;
    case 'silver':
      return `${count} e termômetro verde`;
    case 'gold':
      return `${count} e ${formatBps(goldOnTimeBps)} das entregas no prazo`;
    case 'diamond':
      return `${count} e uma conversa com a equipe`;
  }
}

function Levels({ levels: { items, goldOnTimeBps } }: { levels: Levels }) {
  return (
    <Section
      id="niveis"
      title="Quem vende bem paga menos"
      text="O nível de quem vende é conferido todo mês. O desconto sai da tarifa do plano; o prazo vale onde a categoria não pede mais."
    >
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-5">
        {items.map((item) => (
          <li key={item.level} className="rounded-lg border border-border bg-surface p-4">
            <h3 className="text-h3">{sellerLevelNames[item.level]}</h3>
            <p className="mt-1 text-ui font-normal text-ink-2">{needsText(item, goldOnTimeBps)}.</p>
            <p className="mt-3 border-t border-border pt-3 text-sm text-ink-2 tabular-nums">
              {item.rebateBps === 0
                ? 'Tarifa do plano'
                : `Tarifa do plano menos ${formatBps(item.rebateBps)}`}
              , valor liberado em {durationText(item.holdMs)}.
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
