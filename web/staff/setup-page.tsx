import { PageError } from '#web/pages/page-error.tsx';
import { brandName } from '#web/ui/theme/brand.ts';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import { listCategoryTemplates } from '#contract/listings/category-templates.ts';
import { getStaffSettings } from '#contract/settings/settings.ts';
import { getSetup } from '#contract/staff/setup.ts';
import type { SetupItem } from '#contract/staff/setup.ts';
import type { SetupStep, TryOutKind } from '#domain/staff/setup.ts';
import type { SettingGroup } from '#domain/settings/groups.ts';
import { api } from '#web/api/api.ts';
import { orErrorStatus } from '#web/api/load.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { formatCount } from '#web/ui/data/formats.ts';
import { Banner } from '#web/ui/page/banner.tsx';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import type { Route } from './+types/setup-page';
import { StepCard } from './setup/step-card.tsx';
import { stepTexts } from './setup/step-texts.ts';
import { TemplateList } from './setup/template-list.tsx';
import { TryOutButton } from './setup/try-out-button.tsx';

export const ErrorBoundary = () => <PageError title="Primeiros passos" thing="os primeiros passos" />;

export async function clientLoader() {
  const [setup, settings, templates] = await orErrorStatus(
    Promise.all([api(getSetup), api(getStaffSettings), api(listCategoryTemplates)]),
  );
  return { setup, settings, templates: templates.items };
}

export function meta() {
  return [{ title: `Primeiros passos · Painel · ${brandName}` }];
}

const SettingForm = lazyPart(async () => ({
  default: (await import('./settings/setting-form.tsx')).SettingForm,
}));

/** Steps whose settings are filled in here, and what can be tried out. */
const groups: Partial<Record<SetupStep, SettingGroup>> = { brand: 'brand', company: 'company' };
const tryOuts: Partial<Record<SetupStep, TryOutKind>> = { payments: 'pix', mail: 'mail', sms: 'sms' };

/** `/dashboard/primeiros-passos`: what is missing before this market opens, in the order to do it. */
export default function SetupPage({ loaderData }: Route.ComponentProps) {
  const { setup } = loaderData;
  const next = setup.items.find(({ state }) => state === 'missing')?.step;
  return (
    <div className="flex flex-col gap-5 page-gutter py-6 md:py-8">
      <PageHeader
        title="Primeiros passos"
        text={
          setup.open === 0
            ? 'Tudo pronto para abrir.'
            : `${formatCount(setup.open, 'passo falta', 'passos faltam')} para abrir de verdade.`
        }
      />
      {!setup.editable && (
        <Banner tone="info">Você pode ver os passos. Só administradores podem mudá-los.</Banner>
      )}
      {setup.open === 0 && <Opened />}
      <ol className="flex max-w-5xl flex-col gap-4">
        {setup.items.map((item, index) => (
          <li key={item.step}>
            <Step {...loaderData} item={item} number={index + 1} isNext={item.step === next} />
          </li>
        ))}
      </ol>
    </div>
  );
}

/** What to do once nothing is missing. */
function Opened() {
  return (
    <Banner
      tone="success"
      title="Este site já pode abrir"
      action={
        <Button asChild>
          <Link to="/anunciar">Criar o primeiro anúncio</Link>
        </Button>
      }
    >
      Veja também os passos que usam o padrão: eles funcionam, mas merecem uma leitura.
    </Banner>
  );
}

type StepProps = Pick<Route.ComponentProps['loaderData'], 'setup' | 'settings' | 'templates'> & {
  item: SetupItem;
  number: number;
  isNext: boolean;
};

/** A step, with its form inline where it has one. The first missing step has the page's primary button. */
function Step({ item, number, isNext, setup, settings, templates }: StepProps) {
  const { step } = item;
  const [open, setOpen] = useState(false);
  const { link } = stepTexts[step];
  const group = groups[step];
  const kind = tryOuts[step];
  const variant = isNext ? 'primary' : 'secondary';
  return (
    <StepCard
      item={item}
      number={number}
      actions={
        <>
          {group && !open && (
            <Button
              variant={variant}
              aria-describedby={`passo-${step}`}
              disabledReason={setup.editable ? undefined : 'Só administradores mudam isto.'}
              onClick={() => setOpen(true)}
            >
              Preencher aqui
            </Button>
          )}
          {kind && <TryOutButton kind={kind} editable={setup.editable} />}
          {link && !(group && open) && (
            <Button asChild variant={group ? 'quiet' : variant}>
              <Link to={link.to}>{link.label}</Link>
            </Button>
          )}
        </>
      }
    >
      {step === 'categories' && <TemplateList items={templates} editable={setup.editable} />}
      {group && open && (
        <Suspense fallback={<Skeleton className="h-40 rounded-lg" />}>
          <SettingForm
            settings={settings.fields.filter((field) => field.group === group)}
            version={settings.version}
            editable={setup.editable}
            noun={stepTexts[step].title.toLowerCase()}
          />
        </Suspense>
      )}
    </StepCard>
  );
}
