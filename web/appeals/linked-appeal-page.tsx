import { useEffect, useState } from 'react';
import { openLinkedAppeal, readLinkedDecision } from '#contract/appeals/appeals.ts';
import { appealWords } from '#domain/appeals/appeals.ts';
import { api, ApiError } from '#web/api/api.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { useAction } from '#web/api/use-action.ts';
import { useSubmission } from '#web/api/submission.ts';
import { PageError } from '#web/pages/page-error.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Card } from '#web/ui/cards/card.tsx';
import { formatDateTime } from '#web/ui/data/formats.ts';
import { Field } from '#web/ui/forms/field.tsx';
import { Textarea } from '#web/ui/forms/textarea.tsx';
import { EmptyState } from '#web/ui/page/empty-state.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { Loading, Skeleton } from '#web/ui/page/skeleton.tsx';
import { useSettings } from '#web/settings/site-settings.ts';
import { brandName } from '#web/ui/theme/brand.ts';
import type { Decision } from './decision-card.tsx';
import { appealStateLabels } from './decision-labels.ts';

export const ErrorBoundary = () => <PageError title="Recurso" thing="o recurso" />;

export const meta = () => [{ title: `Recurso · ${brandName}` }, { name: 'robots', content: 'noindex' }];

interface Found {
  key: string;
  /** Null where the link opens none. */
  decision: Decision | null;
}

/** The key stands behind `#`, so that no server and no log sees it in an address. */
async function readDecision(): Promise<Found> {
  const key = window.location.hash.slice(1);
  const decision = await api(readLinkedDecision, { body: { key } }).catch((error: unknown) => {
    if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return null;
    throw error;
  });
  return { key, decision };
}

/** `/recurso#…`: the appeal of a person whose account the team closed, who cannot sign in (N04). */
export default function LinkedAppealPage() {
  const [found, setFound] = useState<Found | null>(null);
  const { problem, pending, run } = useAction();
  const read = () => run(async () => setFound(await readDecision()));
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, for the link that was opened
  useEffect(() => void read(), []);
  return (
    <div className="mx-auto flex w-full max-w-2xl flex-col gap-6 page-gutter py-8">
      <PageHeader title="Recurso" text="Outra pessoa da equipe confere a decisão sobre a sua conta." />
      <ProblemBanner problem={problem} />
      {problem && (
        <Button variant="secondary" className="self-start" loading={pending} onClick={() => void read()}>
          Tentar de novo
        </Button>
      )}
      {!found && !problem && (
        <Loading name="a decisão">
          <Skeleton className="h-48 w-full rounded-lg" />
        </Loading>
      )}
      {found?.decision && (
        <Card className="flex flex-col gap-3">
          <LinkedDecision keyOfLink={found.key} decision={found.decision} onDone={read} />
        </Card>
      )}
      {found && !found.decision && <WrongLink />}
    </div>
  );
}

/** A link that opens no decision, and who to write to. */
function WrongLink() {
  const email = useSettings()?.company?.email;
  return (
    <EmptyState
      title="Este link não abre nenhuma decisão."
      text="Abra o link da mensagem que você recebeu, sem cortar o final. Se não der certo, escreva para nós."
      seed="recurso"
      action={
        email && (
          <Button asChild variant="secondary">
            <a href={`mailto:${email}`}>Escrever para {email}</a>
          </Button>
        )
      }
    />
  );
}

interface LinkedDecisionProps {
  keyOfLink: string;
  decision: Decision;
  onDone: () => Promise<void>;
}

function LinkedDecision({ keyOfLink, decision, onDone }: LinkedDecisionProps) {
  const { label, at, reason, appealUntil, canAppeal, appeal } = decision;
  return (
    <>
      <h2 className="text-h3">{label}</h2>
      <p className="text-sm text-ink-2">{formatDateTime(at)}</p>
      <p className="text-ui break-words text-ink">
        {reason === '' ? 'A equipe não escreveu o motivo.' : `Motivo: ${reason}`}
      </p>
      {appeal && (
        <p className="text-ui break-words text-ink">
          {appealStateLabels[appeal.state].label}.{' '}
          {appeal.reason ?? `A equipe decide até ${formatDateTime(appeal.decideBy)}.`}
        </p>
      )}
      {!appeal && !canAppeal && (
        <p className="text-ui text-ink">O prazo para recorrer acabou em {formatDateTime(appealUntil)}.</p>
      )}
      {canAppeal && <LinkedForm keyOfLink={keyOfLink} until={appealUntil} onDone={onDone} />}
    </>
  );
}

interface LinkedFormProps {
  keyOfLink: string;
  until: string;
  onDone: () => Promise<void>;
}

function LinkedForm({ keyOfLink, until, onDone }: LinkedFormProps) {
  const { formProps, errors, problem, pending } = useSubmission(openLinkedAppeal, {
    read: (form) => ({ key: keyOfLink, words: String(form.get('words') ?? '') }),
    onDone,
  });
  return (
    <form {...formProps} method="post" className="flex flex-col items-start gap-3">
      <ProblemBanner problem={problem} />
      <Field
        label="Por que a decisão está errada"
        error={errors.words}
        announceError
        hint={`Até ${formatDateTime(until)}, uma vez só.`}
        className="w-full"
      >
        <Textarea name="words" minRows={4} limit={appealWords.max} />
      </Field>
      <Button type="submit" loading={pending}>
        Enviar recurso
      </Button>
    </form>
  );
}
