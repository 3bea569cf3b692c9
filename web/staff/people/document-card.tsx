import { useState } from 'react';
import { openDocuments } from '#contract/accounts/document-checks.ts';
import type { QueuedDocumentCheck } from '#contract/accounts/document-checks.ts';
import type { Reply } from '#contract/endpoint.ts';
import type { DocumentKind, DocumentPart, ProviderAnswer } from '#domain/accounts/documents/checks.ts';
import { documentText } from '#web/accounts/profile/document-text.ts';
import { api, ApiError } from '#web/api/api.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Card } from '#web/ui/cards/card.tsx';
import { formatDate, formatDateTime } from '#web/ui/data/formats.ts';
import { StatusBadge } from '#web/ui/data/status-badge.tsx';
import { Banner } from '#web/ui/page/banner.tsx';
import { Facts } from '#web/staff/shell/detail-sheet.tsx';
import { DocumentDecision } from './document-decision.tsx';

type Opened = Reply<typeof openDocuments>;

const kindLabels: Record<DocumentKind, string> = {
  rg: 'RG',
  cnh: 'CNH',
  passport: 'Passaporte',
  crnm: 'CRNM',
  company: 'Registro de empresa',
};

const partLabels: Record<DocumentPart, string> = { front: 'Frente', back: 'Verso', selfie: 'Selfie' };

const providerLabels: Record<
  ProviderAnswer,
  { label: string; tone: 'neutral' | 'success' | 'danger' | 'warning' }
> = {
  waiting: { label: 'Provedor: aguardando', tone: 'neutral' },
  match: { label: 'Provedor: confere', tone: 'success' },
  mismatch: { label: 'Provedor: não confere', tone: 'danger' },
  unsure: { label: 'Provedor: sem certeza', tone: 'warning' },
  unavailable: { label: 'Provedor: sem resposta', tone: 'neutral' },
};

/** Documents that wait for a decision; nothing of them is shown before they are opened. */
export function DocumentCard({
  check,
  onDecided,
}: {
  check: QueuedDocumentCheck;
  onDecided: () => Promise<void>;
}) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const [problem, setProblem] = useState<ApiError | null>(null);
  const [opening, setOpening] = useState(false);
  const { id, username, level, kind, isClaim, provider, needsTwo, firstBy, isFirstMine, isOwn } = check;

  async function open(): Promise<void> {
    setOpening(true);
    setProblem(null);
    try {
      setOpened(await api(openDocuments, { params: { id } }));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error);
    } finally {
      setOpening(false);
    }
  }

  return (
    <Card className="flex flex-col gap-3">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <h2 className="min-w-0 text-h3 break-words">
          @{username}: {kindLabels[kind]}
        </h2>
        <span className="text-sm text-ink-3">{formatDateTime(check.createdAt)}</span>
      </div>
      <div className="flex flex-wrap items-center gap-2 text-sm text-ink-2">
        <StatusBadge tone={providerLabels[provider].tone}>{providerLabels[provider].label}</StatusBadge>
        {isClaim && <StatusBadge tone="warning">Pedido de volta</StatusBadge>}
        <span>
          Nível {level.slice(1)}
          {needsTwo && (firstBy ? `. @${firstBy} já aprovou.` : '. Duas pessoas aprovam.')}
        </span>
      </div>
      <ProblemBanner problem={problem} />
      {opened ? (
        <>
          <Contents opened={opened} />
          <DocumentDecision check={check} heldElsewhere={opened.heldElsewhere} onDecided={onDecided} />
        </>
      ) : (
        <Button
          variant="secondary"
          className="self-start"
          loading={opening}
          aria-label={`Abrir documentos de @${username}`}
          {...(isOwn && { disabledReason: 'Estes documentos são seus. Outra pessoa decide.' })}
          {...(isFirstMine && { disabledReason: 'Você já aprovou. Outra pessoa confere também.' })}
          onClick={() => void open()}
        >
          Abrir documentos
        </Button>
      )}
    </Card>
  );
}

function Contents({ opened }: { opened: Opened }) {
  return (
    <div className="flex flex-col gap-4">
      {opened.heldElsewhere && (
        <Banner tone="warning">Outra conta já confirmou este número de documento.</Banner>
      )}
      {opened.sentElsewhere && <Banner tone="warning">Outra conta já enviou um destes arquivos.</Banner>}
      <Facts
        facts={[
          ['Nome', opened.fullName],
          ['Número', documentText(opened.document)],
          ['Nascimento', formatDate(opened.bornOn)],
          ['Validade', opened.expiresOn ? formatDate(opened.expiresOn) : 'Sem validade'],
        ]}
      />
      {opened.claimWords && (
        <blockquote className="border-l-2 border-border pl-3 text-ui break-words text-ink">
          {opened.claimWords}
        </blockquote>
      )}
      <ul className="grid gap-3 sm:grid-cols-2">
        {opened.files.map(({ part, url, isPicture }) => (
          <li key={part} className="flex flex-col gap-1">
            <span className="text-sm font-semibold">{partLabels[part]}</span>
            {isPicture ? (
              <img
                src={url}
                alt={`Imagem enviada: ${partLabels[part]}`}
                className="h-72 w-full rounded-lg border border-border bg-surface-2 object-contain"
              />
            ) : (
              <a href={url} className="inline-flex min-h-11 items-center font-semibold text-brand underline">
                Baixar PDF
              </a>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
