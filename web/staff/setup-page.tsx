import { PageError } from '#web/pages/page-error.tsx';
import { brandName } from '#web/ui/theme/brand.ts';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import { listCategoryTemplates } from '#contract/listings/category-templates.ts';
import { listCredentials } from '#contract/settings/credentials.ts';
import { getStaffSettings } from '#contract/settings/settings.ts';
import { getSetup } from '#contract/staff/setup.ts';
import type { SetupItem } from '#contract/staff/setup.ts';
import type { SetupStep, TryOutKind } from '#domain/staff/setup.ts';
import type { Service } from '#domain/settings/credentials.ts';
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
  const [setup, settings, services, templates] = await orErrorStatus(
    Promise.all([api(getSetup), api(getStaffSettings), api(listCredentials), api(listCategoryTemplates)]),
  );
  return { setup, settings, services: services.items, templates: templates.items };
}

export function meta() {
  return [{ title: `Primeiros passos · Painel · ${brandName}` }];
}

const SettingForm = lazyPart(async () => ({
  default: (await import('./settings/setting-form.tsx')).SettingForm,
}));
const CredentialsDialog = lazyPart(async () => ({
  default: (await import('./settings/credentials-dialog.tsx')).CredentialsDialog,
}));

/** Steps whose settings are filled in here, those of a provider, and what can be tried out. */
const groups: Partial<Record<SetupStep, SettingGroup>> = { brand: 'brand', company: 'company' };
const services: Partial<Record<SetupStep, Service>> = { payments: 'payments', mail: 'mail', sms: 'sms' };
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

type StepProps = Pick<Route.ComponentProps['loaderData'], 'setup' | 'settings' | 'services' | 'templates'> & {
  item: SetupItem;
  number: number;
  isNext: boolean;
};

/** A step, with its form inline where it has one. The first missing step has the page's primary button. */
function Step({ item, number, isNext, setup, settings, services: states, templates }: StepProps) {
  const { step } = item;
  const [open, setOpen] = useState(false);
  const { link } = stepTexts[step];
  const group = groups[step];
  const state = states.find(({ service }) => service === services[step]);
  const kind = tryOuts[step];
  const variant = isNext ? 'primary' : 'secondary';
  const fillsHere = group !== undefined || state !== undefined;
  return (
    <StepCard
      item={item}
      number={number}
      actions={
        <>
          {fillsHere && !(group && open) && (
            <Button
              variant={variant}
              aria-describedby={`passo-${step}`}
              disabledReason={reasonOf(setup.editable, state?.source)}
              onClick={() => setOpen(true)}
            >
              {state ? 'Escolher provedor' : 'Preencher aqui'}
            </Button>
          )}
          {kind && <TryOutButton kind={kind} editable={setup.editable} />}
          {link && !(group && open) && (
            <Button asChild variant={fillsHere ? 'quiet' : variant}>
              <Link to={link.to}>{link.label}</Link>
            </Button>
          )}
        </>
      }
    >
      {step === 'categories' && <TemplateList items={templates} editable={setup.editable} />}
      {open && (
        <Suspense fallback={<Skeleton className="h-40 rounded-lg" />}>
          {group && (
            <SettingForm
              settings={settings.fields.filter((field) => field.group === group)}
              version={settings.version}
              editable={setup.editable}
              noun={stepTexts[step].title.toLowerCase()}
            />
          )}
          {state && (
            <CredentialsDialog state={state} title={stepTexts[step].title} onClose={() => setOpen(false)} />
          )}
        </Suspense>
      )}
    </StepCard>
  );
}

function reasonOf(editable: boolean, source: string | undefined): string | undefined {
  if (!editable) return 'Só administradores mudam isto.';
  return source === 'environment'
    ? 'Definido pelo ambiente: mude as variáveis do servidor, que valem mais que a tela.'
    : undefined;
}
