import { PageError } from '#web/pages/page-error.tsx';
import { brandName } from '#web/ui/theme/brand.ts';
import { useState } from 'react';
import { getNoticePreferences, setNoticePreference } from '#contract/notifications/push.ts';
import type { Reply } from '#contract/endpoint.ts';
import type { NoticeGroup } from '#domain/notifications/notices.ts';
import type { EarlyHandle } from '#web/api/reads/early-reads.ts';
import { readOf } from '#web/api/reads/early-reads.ts';
import { api, ApiError } from '#web/api/api.ts';
import { whenSignedIn } from '#web/api/guard.ts';
import { Banner } from '#web/ui/page/banner.tsx';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { formatCount } from '#web/ui/data/formats.ts';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';
import { SettingsSkeleton } from '#web/accounts/settings-skeleton.tsx';
import type { Route } from './+types/notices-page';
import { BrowserPush } from './browser-push.tsx';

export const ErrorBoundary = () => <PageError title="Avisos" thing="seus avisos" />;

export const handle: EarlyHandle = { reads: () => [readOf(getNoticePreferences)] };

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return whenSignedIn(request, () => api(getNoticePreferences));
}

export function meta() {
  return [{ title: `Avisos · Sua conta · ${brandName}` }];
}

export const HydrateFallback = () => <SettingsSkeleton name="seus avisos" />;

const groupTexts: Record<NoticeGroup, { title: string; text: string }> = {
  money: { title: 'Dinheiro', text: 'Liberações, saques, reembolsos e comprovantes.' },
  security: { title: 'Segurança', text: 'Aparelhos novos e mudanças na conta.' },
  complaints: { title: 'Reclamações', text: 'Prazos, propostas e decisões.' },
  orders: { title: 'Pedidos', text: 'Pagamento, entrega e confirmação.' },
  messages: { title: 'Conversas de pedidos', text: 'Mensagens de quem compra ou vende.' },
  support: { title: 'Atendimento', text: 'Respostas da nossa equipe.' },
  listings: { title: 'Meus anúncios', text: 'Revisão, estoque baixo e validade.' },
  questions: { title: 'Perguntas', text: 'Perguntas nos seus anúncios e respostas às suas.' },
  statistics: {
    title: 'Relatório semanal',
    text: 'Aos domingos: visitas, favoritos, perguntas e vendas, nos planos que incluem o relatório.',
  },
  ratings: { title: 'Avaliações', text: 'Pedidos para avaliar e avaliações publicadas.' },
  awaited: { title: 'Volta à venda', text: 'Anúncios que você pediu para avisarmos quando voltassem.' },
  social: { title: 'Favoritos e seguidos', text: 'Preço que baixou e anúncios novos.' },
};

type Preference = Reply<typeof getNoticePreferences>['items'][number];

/** `/conta/avisos`: which notices are sent by e-mail and push. The site itself always shows every notice. */
export default function NoticesPage({ loaderData: { items, browsers } }: Route.ComponentProps) {
  const locked = items.filter((item) => item.locked);
  return (
    <div className="flex flex-col gap-6 pb-10">
      <PageHeader title="Avisos" text="Escolha o que chega até você fora do site." />
      <BrowserPush />
      {browsers > 0 && (
        <p className="text-sm text-ink-2">
          {formatCount(browsers, 'navegador seu recebe avisos', 'navegadores seus recebem avisos')}.
        </p>
      )}
      <ul className="flex flex-col divide-y divide-border rounded-lg border border-border bg-surface">
        {items
          .filter((item) => !item.locked)
          .map((item) => (
            <Group key={item.group} preference={item} />
          ))}
      </ul>
      <Banner tone="info">
        {locked.map(({ group }) => groupTexts[group].title).join(', ')}: estes avisos sempre chegam por e-mail
        e no navegador, porque protegem seu dinheiro e sua conta.
      </Banner>
    </div>
  );
}

/** A checkbox changes at once, and changes back when the server refuses. */
function Group({ preference }: { preference: Preference }) {
  const [chosen, setChosen] = useState(preference);
  const { title, text } = groupTexts[preference.group];
  async function choose(change: Partial<Preference>): Promise<void> {
    const before = chosen;
    const { group, email, push } = { ...before, ...change };
    setChosen({ ...before, email, push });
    try {
      await api(setNoticePreference, { body: { group, email, push } });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setChosen(before);
      aviso.erro('Não deu para salvar', error.detail);
    }
  }
  return (
    <li className="px-4 py-2">
      <fieldset className="flex flex-wrap items-center justify-between gap-x-8">
        <legend className="sr-only">{title}</legend>
        <div aria-hidden="true" className="min-w-0 flex-1 basis-60 py-2">
          <p className="text-ui font-semibold">{title}</p>
          <p className="text-sm text-ink-3">{text}</p>
        </div>
        <div className="flex gap-6">
          <Checkbox checked={chosen.email} onCheckedChange={(email) => void choose({ email })}>
            E-mail
          </Checkbox>
          <Checkbox checked={chosen.push} onCheckedChange={(push) => void choose({ push })}>
            Navegador
          </Checkbox>
        </div>
      </fieldset>
    </li>
  );
}
