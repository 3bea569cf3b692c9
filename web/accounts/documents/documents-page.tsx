import { Link, useRevalidator } from 'react-router';
import { getDocuments } from '#contract/accounts/documents.ts';
import type { OwnDocumentCheck, OwnDocuments } from '#contract/accounts/documents.ts';
import { api } from '#web/api/api.ts';
import { whenSignedIn } from '#web/api/guard.ts';
import { orErrorStatus } from '#web/api/load.ts';
import { PageError } from '#web/pages/page-error.tsx';
import { Card, Section } from '#web/ui/cards/card.tsx';
import { formatDate } from '#web/ui/data/formats.ts';
import { StatusBadge } from '#web/ui/data/status-badge.tsx';
import { Banner } from '#web/ui/page/banner.tsx';
import { Breadcrumb } from '#web/ui/page/breadcrumb.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { Loading, RowsSkeleton, Skeleton } from '#web/ui/page/skeleton.tsx';
import { brandName } from '#web/ui/theme/brand.ts';
import { ClaimForm } from './claim-form.tsx';
import { DocumentForm } from './document-form.tsx';
import { documentStateLabels, kindLabels, refusalTexts } from './document-texts.ts';
import type { Route } from './+types/documents-page';

export const ErrorBoundary = () => <PageError title="Documentos" thing="seus documentos" />;

export const clientLoader = ({ request }: Route.ClientLoaderArgs) =>
  whenSignedIn(request, () => orErrorStatus(api(getDocuments)));

export const meta = () => [{ title: `Documentos · ${brandName}` }];

export const HydrateFallback = () => (
  <Loading name="seus documentos">
    <Skeleton className="h-9 w-64" />
    <Skeleton className="mt-6 h-28 w-full rounded-lg" />
    <RowsSkeleton />
  </Loading>
);

/** `/conta/documentos`: documents that prove who has the account, and what was decided about them (§4.14). */
export default function DocumentsPage({ loaderData: documents }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  const { check, maySend, needs } = documents;
  return (
    <div className="flex flex-col gap-8 pb-10">
      <PageHeader
        title="Documentos"
        above={
          <Breadcrumb
            links={[
              <Link key="perfil" to="/conta/perfil">
                Perfil
              </Link>,
            ]}
            current="Documentos"
          />
        }
        text="Com um documento aprovado, seu perfil mostra «Identidade verificada»."
      />
      {check && <Newest check={check} documents={documents} />}
      {check?.mayClaim && (
        <Section title="Pedir o documento de volta">
          <ClaimForm id={check.id} onDone={revalidate} />
        </Section>
      )}
      {needs ? (
        <Banner
          action={
            <Link
              to={`/${needs === 'email' ? 'verification' : 'verification-phone'}?returnTo=/conta/documentos`}
              className="inline-flex min-h-11 items-center font-semibold underline underline-offset-2"
            >
              {needs === 'email' ? 'Confirmar e-mail' : 'Confirmar celular'}
            </Link>
          }
        >
          Confirme seu {needs === 'email' ? 'e-mail' : 'celular'} antes de enviar documentos.
        </Banner>
      ) : (
        maySend && (
          <Section
            title={check ? 'Enviar de novo' : 'Enviar documentos'}
            text={`As fotos ficam cifradas, só a equipe vê para decidir, e são apagadas ${documents.filesDays} dias depois da decisão.`}
          >
            <DocumentForm key={check?.id ?? 0} documents={documents} onSent={revalidate} />
          </Section>
        )
      )}
    </div>
  );
}

/** The newest sending: its state, and what it means. */
function Newest({ check, documents }: { check: OwnDocumentCheck; documents: OwnDocuments }) {
  const { label, tone } = documentStateLabels[check.state];
  return (
    <Card className="flex max-w-160 flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="text-h3">{kindLabels[check.kind]}</h2>
        <StatusBadge tone={tone}>{label}</StatusBadge>
      </div>
      <p className="text-ui text-ink-2">{textOf(check)}</p>
      {check.note && <p className="text-ui break-words text-ink">A equipe: {check.note}</p>}
      {documents.approved && check.state !== 'approved' && (
        <p className="text-sm text-ink-2">
          O documento anterior vale até {formatDate(documents.approved.validUntil)}.
        </p>
      )}
      {(check.state === 'refused' || check.state === 'revoked') && (
        <p className="text-ui text-ink-2">
          Não concorda? Leia a decisão e recorra em{' '}
          <Link to="/conta/decisoes" className="underline underline-offset-4">
            Decisões
          </Link>
          .
        </p>
      )}
      <p className="text-sm text-ink-3">
        Enviado em {formatDate(check.createdAt)}
        {check.filesRemovedAt && `. Fotos apagadas em ${formatDate(check.filesRemovedAt)}`}
      </p>
    </Card>
  );
}

function textOf({ state, level, refusal, validUntil, revocation }: OwnDocumentCheck): string {
  const people = level === 'N3' ? 'Duas pessoas da equipe conferem' : 'A equipe confere';
  switch (state) {
    case 'sent':
      return `Recebemos. ${people}, e avisamos você da decisão.`;
    case 'in_review':
      return `${people} agora, e avisamos você da decisão.`;
    case 'claimed':
      return 'Recebemos seu pedido. Duas pessoas da equipe decidem, e avisamos você.';
    case 'refused':
      return refusalTexts[refusal!];
    case 'revoked':
      return `A aprovação foi retirada: ${revocation}`;
    case 'expired':
      return `Valeu até ${formatDate(validUntil!)}. Envie de novo para o perfil voltar a mostrar «Identidade verificada».`;
    default:
      return `Vale até ${formatDate(validUntil!)}. Seu perfil mostra «Identidade verificada».`;
  }
}
