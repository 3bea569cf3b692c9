import { brandName } from '#web/ui/theme/brand.ts';
import { useRevalidator } from 'react-router';
import { getWorkbench, listLetters } from '#contract/simulator/simulator.ts';
import { api } from '#web/api/api.ts';
import { orErrorStatus } from '#web/api/load.ts';
import { Banner } from '#web/ui/page/banner.tsx';
import { Section } from '#web/ui/cards/card.tsx';
import { EmptyInline } from '#web/ui/page/empty-state.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { Loading, RowsSkeleton, Skeleton } from '#web/ui/page/skeleton.tsx';
import type { Route } from './+types/workbench-page';
import { Charges } from './charges.tsx';
import { EmailPreviews } from './email-previews.tsx';
import { MarketClock } from './market-clock.tsx';
import { Mailbox, TextMessages } from './sent-messages.tsx';
import { Parcels } from './parcels.tsx';
import { Payouts } from './payouts.tsx';
import { SignInCards } from './sign-in-cards.tsx';

export { PageError as ErrorBoundary } from '#web/pages/page-error.tsx';

/** Without simulators this page is a 404. */
export async function clientLoader() {
  const [workbench, { items: letters }] = await orErrorStatus(
    Promise.all([api(getWorkbench), api(listLetters)]),
  );
  return { ...workbench, letters };
}

export function meta() {
  return [{ title: `Ferramentas de demonstração · ${brandName}` }, { name: 'robots', content: 'noindex' }];
}

export function HydrateFallback() {
  return (
    <Loading
      name="as ferramentas de demonstração"
      className="mx-auto w-full max-w-page page-gutter py-6 md:py-10"
    >
      <Skeleton className="h-9 w-80 max-w-full" />
      <div className="mt-8 grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {Array.from({ length: 6 }, (_, index) => (
          <Skeleton key={index} className="h-28 rounded-lg" />
        ))}
      </div>
      <RowsSkeleton rows={4} />
    </Loading>
  );
}

/** `/dev`: the simulated outside world of a demonstration: accounts, mail, the bank and the clock. */
export default function WorkbenchPage({ loaderData }: Route.ComponentProps) {
  const { accounts, mails, letters, textMessages, charges, payouts, parcels, now, offsetMs } = loaderData;
  const { revalidate } = useRevalidator();
  const refresh = () => void revalidate();
  return (
    <div className="mx-auto flex w-full max-w-page flex-col gap-10 page-gutter py-6 md:py-10">
      <div className="flex flex-col gap-5">
        <PageHeader
          title="Ferramentas de demonstração"
          text="Pessoas, e-mails, banco e relógio desta demonstração."
        />
        <Banner tone="warning">
          Nada aqui é real: nenhum e-mail sai, nenhum dinheiro se move. Num site de verdade esta página não
          existe.
        </Banner>
      </div>
      <Section title="Entrar com um clique" text="A senha de todas as contas é praca-demo-2026.">
        <SignInCards accounts={accounts} />
      </Section>
      <Section
        title="Relógio do site"
        text="Adiante o tempo para ver prazos acabarem e valores serem liberados."
      >
        <MarketClock now={now} offsetMs={offsetMs} onMoved={refresh} />
      </Section>
      <div className="grid items-start gap-10 lg:grid-cols-2">
        <Section
          title="Cobranças"
          text="Pague como o banco pagaria: certo, errado, duas vezes ou sem avisar."
        >
          <Charges charges={charges} onPaid={refresh} />
        </Section>
        <Section
          title="Caixa de e-mails"
          text="Os e-mails que o site escreveu. Nenhum foi enviado de verdade."
        >
          {mails.length === 0 ? (
            <EmptyInline>Nenhum e-mail ainda. Crie uma conta para ver o primeiro.</EmptyInline>
          ) : (
            <Mailbox mails={mails} />
          )}
        </Section>
        <Section title="Mensagens de texto" text="Os códigos que iriam por SMS.">
          {textMessages.length === 0 ? (
            <EmptyInline>Nenhum SMS ainda. Confirme um celular para ver o primeiro.</EmptyInline>
          ) : (
            <TextMessages messages={textMessages} />
          )}
        </Section>
        <Section
          title="Pacotes"
          text="O que a transportadora faz com cada etiqueta; o resto acontece pelo relógio do site."
        >
          <Parcels parcels={parcels} onMoved={refresh} />
        </Section>
        <Section title="Saques pagos pelo banco" text="O que o banco recebeu para pagar; ele pode devolver.">
          <Payouts payouts={payouts} onReturned={refresh} />
        </Section>
        <Section title="Modelos de e-mail" text="Todos os e-mails do site, com dados de exemplo.">
          <EmailPreviews letters={letters} />
        </Section>
      </div>
    </div>
  );
}
