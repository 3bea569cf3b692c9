import { PageError } from '#web/pages/page-error.tsx';
import { brandName } from '#web/ui/theme/brand.ts';
import { Suspense } from 'react';
import { Link } from 'react-router';
import { listCredentials } from '#contract/settings/credentials.ts';
import { listStaffLetters } from '#contract/settings/letters.ts';
import { getStaffSettings, listPageVersions } from '#contract/settings/settings.ts';
import type { StaffSetting } from '#contract/settings/settings.ts';
import { letterNames } from '#domain/settings/letters.ts';
import { pageSlugs } from '#domain/settings/page-texts.ts';
import type { PageSlug } from '#domain/settings/page-texts.ts';
import { api } from '#web/api/api.ts';
import { orErrorStatus } from '#web/api/load.ts';
import { Banner } from '#web/ui/page/banner.tsx';
import { cn } from '#web/ui/styles/class-names.ts';
import { formatDateTime } from '#web/ui/data/formats.ts';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { showCurrent } from '#web/ui/page/show-current.ts';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import type { Route } from './+types/settings-page';
import { Connections } from './settings/connections.tsx';
import { SettingFinder } from './settings/setting-finder.tsx';
import { SettingForm } from './settings/setting-form.tsx';
import { groupLabels } from './settings/value-labels.ts';
import { VersionHistory } from './settings/version-history.tsx';

export const ErrorBoundary = () => <PageError title="Configurações" thing="as configurações" />;

// Texts and letters are sections of their own.
const EmailEditor = lazyPart(() =>
  import('./settings/email-editor.tsx').then((module) => ({ default: module.EmailEditor })),
);
const PageEditor = lazyPart(() =>
  import('./settings/page-editor.tsx').then((module) => ({ default: module.PageEditor })),
);

const groups = [
  { slug: 'marca', group: 'brand' },
  { slug: 'empresa', group: 'company' },
  { slug: 'pedidos', group: 'orders' },
  { slug: 'calendario', group: 'calendar' },
  { slug: 'pagamentos', group: 'payments' },
  { slug: 'envios', group: 'shipping' },
  { slug: 'reclamacoes', group: 'complaints' },
  { slug: 'reembolsos', group: 'refunds' },
  { slug: 'saques', group: 'withdrawals' },
  { slug: 'anuncios', group: 'listings' },
  { slug: 'comunidade', group: 'community' },
  { slug: 'niveis', group: 'levels' },
  { slug: 'atendimento', group: 'support' },
  { slug: 'seguranca', group: 'security' },
  { slug: 'privacidade', group: 'privacy' },
] as const;
const others = [
  { slug: 'emails', label: 'E-mails' },
  { slug: 'textos', label: 'Textos das páginas' },
  { slug: 'conexoes', label: 'Conexões' },
  { slug: 'historico', label: 'Histórico' },
] as const;

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const query = new URL(request.url).searchParams;
  const section = query.get('secao') ?? groups[0].slug;
  const found = query.get('campo');
  const page = pageSlugs.find((slug) => slug === query.get('pagina')) ?? pageSlugs[0];
  const letter = letterNames.find((name) => name === query.get('carta')) ?? letterNames[0]!;
  const [settings, texts, letters, services] = await orErrorStatus(
    Promise.all([
      api(getStaffSettings),
      section === 'textos' ? api(listPageVersions, { params: { slug: page } }) : null,
      section === 'emails' ? api(listStaffLetters) : null,
      section === 'conexoes' ? api(listCredentials) : null,
    ]),
  );
  return { section, found, page: page as PageSlug, texts, letter, letters, services, ...settings };
}

export function meta() {
  return [{ title: `Configurações · Painel · ${brandName}` }];
}

/** `/dashboard/configuracoes`: the installation's settings. The section is in the address. */
export default function SettingsPage({ loaderData }: Route.ComponentProps) {
  const { section, version, editable } = loaderData;
  return (
    <div className="flex flex-col gap-5 page-gutter py-6 md:py-8">
      <PageHeader
        title="Configurações"
        text="Cada mudança vira uma versão com autor, motivo e data. Pedidos abertos seguem as regras da data em que foram feitos."
      />
      {version.waiting && (
        <Banner tone="info">Os valores abaixo começam a valer em {formatDateTime(version.startsAt)}.</Banner>
      )}
      {!editable && (
        <Banner tone="info">Você pode ver as configurações. Só administradores podem mudá-las.</Banner>
      )}
      <SettingFinder
        settings={loaderData.fields.filter(({ group }) => groups.some((one) => one.group === group))}
        sectionOf={sectionOf}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[200px_minmax(0,1fr)] lg:gap-8">
        <Sections section={section} present={loaderData.fields.map(({ group }) => group)} />
        <Content {...loaderData} />
      </div>
    </div>
  );
}

function sectionOf({ group }: StaffSetting): { slug: string; section: string } {
  const { slug } = groups.find((one) => one.group === group) ?? groups[0];
  return { slug, section: groupLabels[group] };
}

/** Sections that have settings: a list next to the form, a scrolling row on phones. */
function Sections({ section, present }: { section: string; present: readonly string[] }) {
  const links = [
    ...groups
      .filter(({ group }) => present.includes(group))
      .map(({ slug, group }) => ({ slug, label: groupLabels[group] })),
    ...others,
  ];
  return (
    <nav aria-label="Seções das configurações">
      <ul ref={showCurrent} className="scroll-row flex gap-1 max-lg:fade-end lg:flex-col">
        {links.map(({ slug, label }) => (
          <li key={slug} className="shrink-0">
            <Link
              to={`?secao=${slug}`}
              preventScrollReset
              aria-current={slug === section ? 'page' : undefined}
              className={cn(
                'flex min-h-11 items-center rounded-md px-3 text-ui',
                slug === section
                  ? 'bg-brand-soft font-semibold text-on-brand-soft'
                  : 'text-ink-2 hover:bg-surface-2 hover:text-ink',
              )}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Content({
  section,
  found,
  page,
  texts,
  letter,
  letters,
  services,
  fields,
  version,
  versions,
  editable,
}: Route.ComponentProps['loaderData']) {
  if (section === 'textos' && texts)
    return (
      <section className="flex min-w-0 flex-col gap-5">
        <h2 className="text-h2">Textos das páginas</h2>
        <Suspense fallback={<Skeleton className="h-96 rounded-lg" />}>
          <PageEditor
            key={`${page}|${texts.items[0]?.version}`}
            slug={page}
            texts={texts}
            editable={editable}
          />
        </Suspense>
      </section>
    );
  if (section === 'emails' && letters)
    return (
      <Suspense fallback={<Skeleton className="h-96 rounded-lg" />}>
        <EmailEditor
          letters={letters.items}
          name={letter}
          fields={fields}
          version={version}
          editable={editable}
        />
      </Suspense>
    );
  if (section === 'conexoes' && services) return <Connections {...services} />;
  if (section === 'historico')
    return (
      <section className="flex min-w-0 flex-col gap-5">
        <h2 className="text-h2">Histórico</h2>
        <VersionHistory versions={versions} settings={fields} />
      </section>
    );
  const { group } = groups.find(({ slug }) => slug === section) ?? groups[0];
  return (
    <section className="flex min-w-0 flex-col gap-5">
      <h2 className="text-h2">{groupLabels[group]}</h2>
      <SettingForm
        key={group}
        settings={fields.filter((field) => field.group === group)}
        version={version}
        editable={editable}
        found={found}
        noun={groupLabels[group].toLowerCase()}
      />
    </section>
  );
}
