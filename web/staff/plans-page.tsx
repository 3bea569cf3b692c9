import { PageError } from '#web/pages/page-error.tsx';
import { brandName } from '#web/ui/theme/brand.ts';
import { Link } from 'react-router';
import { getStaffSettings } from '#contract/settings/settings.ts';
import type { StaffSetting } from '#contract/settings/settings.ts';
import { splitSale } from '#domain/ledger/fees.ts';
import type { FeeRule } from '#domain/ledger/fees.ts';
import { plans } from '#domain/listings/listings.ts';
import type { Plan } from '#domain/listings/listings.ts';
import { api } from '#web/api/api.ts';
import { orErrorStatus } from '#web/api/load.ts';
import { Banner } from '#web/ui/page/banner.tsx';
import { Card } from '#web/ui/cards/card.tsx';
import { formatCents, formatDateTime } from '#web/ui/data/formats.ts';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import type { Route } from './+types/plans-page';
import { SettingForm } from './settings/setting-form.tsx';
import type { Drafts } from './settings/setting-form.tsx';
import { VersionHistory } from './settings/version-history.tsx';

export const ErrorBoundary = () => <PageError title="Planos" thing="os planos" />;

export async function clientLoader() {
  return orErrorStatus(api(getStaffSettings));
}

export function meta() {
  return [{ title: `Planos · Painel · ${brandName}` }];
}

const planTexts: Record<Plan, { name: string; text: string }> = {
  prata: { name: 'Prata', text: 'Ordem normal na categoria.' },
  ouro: { name: 'Ouro', text: 'Acima do Prata na categoria, com selo.' },
  diamante: { name: 'Diamante', text: 'Topo da categoria e da busca, e vitrine da página inicial.' },
};

/** `/dashboard/planos`: each plan's fees, with the seller's net amount of a sample sale while typing. */
export default function PlansPage({ loaderData }: Route.ComponentProps) {
  const { fields, version, versions, editable } = loaderData;
  const settings = fields.filter(({ group }) => group === 'plans');
  const changes = versions
    .map((one) => ({ ...one, changes: one.changes.filter(({ path }) => path.startsWith('plans.')) }))
    .filter((one) => one.changes.length > 0);
  return (
    <div className="flex flex-col gap-6 page-gutter py-6 md:py-8">
      <PageHeader
        title="Planos"
        text="Tarifa e exposição que quem vende escolhe por anúncio. A página de tarifas mostra estes mesmos números."
        actions={
          <Link
            to="/tarifas"
            className="inline-flex min-h-11 items-center text-ui font-semibold text-on-brand-soft underline-offset-4 hover:underline"
          >
            Ver página de tarifas
          </Link>
        }
      />
      {version.waiting && (
        <Banner tone="info">Vale para vendas a partir de {formatDateTime(version.startsAt)}.</Banner>
      )}
      {!editable && <Banner tone="info">Você pode ver os planos. Só administradores podem mudá-los.</Banner>}
      <SettingForm settings={settings} version={version} editable={editable} noun="planos">
        {({ input, drafts }) => (
          <div className="grid grid-cols-1 gap-4 md:grid-cols-3">
            {plans.map((plan) => (
              <Card key={plan} className="flex flex-col gap-4">
                <div>
                  <h2 className="text-h2">{planTexts[plan].name}</h2>
                  <p className="mt-1 text-sm text-ink-2 lg:min-h-10">{planTexts[plan].text}</p>
                </div>
                {settings.filter(({ path }) => path.startsWith(`plans.${plan}.`)).map(input)}
                <Sale rule={ruleOf(plan, settings, drafts)} before={ruleOf(plan, settings, {})} />
              </Card>
            ))}
          </div>
        )}
      </SettingForm>
      {changes.length > 0 && (
        <section className="flex flex-col gap-3">
          <h2 className="text-h2">Histórico</h2>
          <VersionHistory versions={changes} settings={fields} />
        </section>
      )}
    </div>
  );
}

const sampleSaleCents = 10_000;

function Sale({ rule, before }: { rule: FeeRule | null; before: FeeRule | null }) {
  if (!rule || !before)
    return <p className="mt-auto text-sm text-ink-3">Complete os números para ver a conta.</p>;
  const net = splitSale(sampleSaleCents, rule).netCents;
  const was = splitSale(sampleSaleCents, before).netCents;
  return (
    <output className="block mt-auto rounded-md bg-surface-2 px-3 py-2.5 text-sm text-ink-2">
      Em uma venda de R$&nbsp;100,00 quem vende recebe{' '}
      <strong className="font-semibold text-ink tabular-nums">{formatCents(net)}</strong>
      {net !== was && <> (antes {formatCents(was)})</>}.
    </output>
  );
}

/** A plan with unsaved values; null while a number is missing. */
function ruleOf(plan: Plan, settings: readonly StaffSetting[], drafts: Drafts): FeeRule | null {
  const read = (name: keyof FeeRule) => {
    const path = `plans.${plan}.${name}`;
    const value = path in drafts ? drafts[path] : settings.find((one) => one.path === path)?.value;
    return typeof value === 'number' ? value : null;
  };
  const [commissionBps, minCommissionCents, maxCommissionCents, guaranteeBps] = [
    read('commissionBps'),
    read('minCommissionCents'),
    read('maxCommissionCents'),
    read('guaranteeBps'),
  ];
  if (commissionBps === null || minCommissionCents === null) return null;
  if (maxCommissionCents === null || guaranteeBps === null) return null;
  return { commissionBps, minCommissionCents, maxCommissionCents, guaranteeBps };
}
