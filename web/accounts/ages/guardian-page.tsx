import { Link, useRevalidator } from 'react-router';
import { getGuardianship } from '#contract/accounts/ages.ts';
import type { Reply } from '#contract/endpoint.ts';
import { getUser } from '#contract/accounts/accounts.ts';
import { api } from '#web/api/api.ts';
import { whenSignedIn } from '#web/api/guard.ts';
import { orErrorStatus } from '#web/api/load.ts';
import { PageError } from '#web/pages/page-error.tsx';
import { StatCard } from '#web/ui/cards/stat-card.tsx';
import { formatCents } from '#web/ui/data/formats.ts';
import { Banner } from '#web/ui/page/banner.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { brandName } from '#web/ui/theme/brand.ts';
import { SettingsSection } from '../settings-section.tsx';
import { SettingsSkeleton } from '../settings-skeleton.tsx';
import type { Route } from './+types/guardian-page';
import { AskForm } from './ask-form.tsx';
import { MinorCard } from './minor-card.tsx';
import { OwnGuardian } from './own-guardian.tsx';

export const ErrorBoundary = () => <PageError title="Idade e responsável" thing="a página de responsável" />;

export const clientLoader = ({ request }: Route.ClientLoaderArgs) =>
  whenSignedIn(request, async () => {
    const [standing, user] = await orErrorStatus(Promise.all([api(getGuardianship), api(getUser)]));
    return { standing, username: user.username };
  });

export const meta = () => [{ title: `Idade e responsável · ${brandName}` }];

export const HydrateFallback = () => <SettingsSkeleton name="idade e responsável" />;

type Guardianship = Reply<typeof getGuardianship>;

/** `/conta/responsavel`: what the own age means for purchases, one's guardian, and the minors one answers for (F58). */
export default function GuardianPage({ loaderData: { standing, username } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  const { age, guardian, minors } = standing;
  return (
    <div className="flex flex-col gap-8 pb-10">
      <PageHeader
        title="Idade e responsável"
        text={
          'Quem tem de 12 a 17 anos compra mais com a autorização de um responsável (Lei\u00a015.211/2025).'
        }
      />
      <SettingsSection title="Sua idade" text="O que ela muda nas suas compras.">
        <OwnAge standing={standing} />
      </SettingsSection>
      {age !== 'adult' && age !== 'child' && (
        <SettingsSection
          title="Seu responsável"
          text="Mãe, pai ou quem responde por você, com conta própria e idade confirmada."
        >
          {guardian ? (
            <OwnGuardian key={guardian.id} guardian={guardian} onEnded={revalidate} />
          ) : (
            <AskForm bornOn={standing.bornOn} onAsked={revalidate} />
          )}
        </SettingsSection>
      )}
      {(age === 'adult' || minors.length > 0) && (
        <SettingsSection
          title="Menores que você autoriza"
          text={`Você vê o total gasto no mês, nunca o que foi comprado. No máximo ${standing.minorsPerGuardian} ao mesmo tempo.`}
        >
          {minors.length === 0 && (
            <p className="text-ui text-ink-2">
              Nenhum pedido por enquanto. Quem quer a sua autorização informa <strong>@{username}</strong>{' '}
              nesta mesma página, na própria conta.
            </p>
          )}
          {[...minors.filter(({ isGiven }) => !isGiven), ...minors.filter(({ isGiven }) => isGiven)].map(
            (minor) => (
              <MinorCard
                key={minor.id}
                minor={minor}
                maxCents={standing.maxMonthlyCents}
                onChanged={revalidate}
              />
            ),
          )}
        </SettingsSection>
      )}
    </div>
  );
}

const ageTexts: Record<Guardianship['age'], string> = {
  adult: 'Sua idade está confirmada: 18 anos ou mais. Nada aqui limita as suas compras.',
  unproven:
    'Sua idade não está confirmada. Até lá há um limite por compra e por mês, e você não compra contas nem conteúdo aleatório, não vende e não faz perguntas públicas.',
  minor:
    'Você tem menos de 18 anos. Não compra contas nem conteúdo aleatório, não vende e não faz perguntas públicas. Com um documento confirmado, tudo é liberado no seu aniversário de 18 anos.',
  child: 'Esta conta não compra. Quem tem menos de 12 anos compra na conta de um responsável.',
};

function OwnAge({ standing: { age, limits, enforced } }: { standing: Guardianship }) {
  if (!enforced) return <Banner>Esta loja não confere a idade de quem compra. Nada aqui limita você.</Banner>;
  return (
    <>
      <Banner
        tone={age === 'adult' ? 'success' : 'info'}
        action={
          age === 'unproven' && (
            <Link
              to="/conta/documentos"
              className="inline-flex min-h-11 items-center font-semibold underline"
            >
              Confirmar minha idade
            </Link>
          )
        }
      >
        {ageTexts[age]}
      </Banner>
      {limits && age !== 'child' && (
        <div className="grid gap-3 sm:grid-cols-3">
          <StatCard label="Por compra, até" value={formatCents(limits.perOrderCents)} />
          <StatCard label="Por mês, até" value={formatCents(limits.perMonthCents)} />
          <StatCard label="Comprado neste mês" value={formatCents(limits.spentCents)} />
        </div>
      )}
    </>
  );
}
