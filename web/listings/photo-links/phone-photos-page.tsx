import { CircleCheck, TimerOff } from '#web/ui/icons/icons.tsx';
import { useState } from 'react';
import { Link, useRevalidator } from 'react-router';
import type { PhoneDraft } from '#contract/listings/photo-links.ts';
import { claimPhotoLink, endPhone, getPhoneDraft } from '#contract/listings/photo-links.ts';
import { api, ApiError } from '#web/api/api.ts';
import { PageError } from '#web/pages/page-error.tsx';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { brandName } from '#web/ui/theme/brand.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { Loading, Skeleton } from '#web/ui/page/skeleton.tsx';
import { useAction } from '#web/api/use-action.ts';
import type { Route } from './+types/phone-photos-page';
import { PhoneUploads } from './phone-uploads.tsx';

export const meta = () => [
  { title: `Enviar fotos · ${brandName}` },
  { name: 'robots', content: 'noindex, nofollow' },
  { name: 'referrer', content: 'no-referrer' },
];

export const ErrorBoundary = () => <PageError title="Enviar fotos" thing="o envio de fotos" />;

/**
 * The token in the address's fragment opens the link for one phone and is then removed; afterwards a cookie identifies
 * the draft, also after a reload.
 */
export async function clientLoader(): Promise<{ draft: PhoneDraft } | { problem: ApiError }> {
  const token = window.location.hash.slice(1);
  try {
    const draft = await (token ? api(claimPhotoLink, { body: { token } }) : api(getPhoneDraft));
    forgetToken();
    return { draft };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { problem: error };
  }
}

function forgetToken(): void {
  window.history.replaceState(window.history.state, '', window.location.pathname);
}

export function HydrateFallback() {
  return (
    <Loading name="o envio de fotos" className={frame}>
      <Skeleton className="h-9 w-48" />
      <Skeleton className="h-40 rounded-lg" />
    </Loading>
  );
}

const frame = 'mx-auto flex w-full max-w-[592px] flex-col gap-6 page-gutter py-6 md:py-12';

/** `/fotos`: a phone adds photos to the draft that is open on the computer, and does nothing else (ADR 60). */
export default function PhonePhotosPage({ loaderData }: Route.ComponentProps) {
  return (
    <div className={frame}>
      {'draft' in loaderData ? <Open draft={loaderData.draft} /> : <Refused problem={loaderData.problem} />}
    </div>
  );
}

function Open({ draft: first }: { draft: PhoneDraft }) {
  const [draft, setDraft] = useState(first);
  const [ended, setEnded] = useState<'done' | ApiError | null>(null);
  const [busy, setBusy] = useState(false);
  const { pending, problem, run } = useAction();
  if (ended === 'done') return <Done photos={draft.photos} />;
  if (ended) return <Refused problem={ended} />;
  return (
    <>
      <PageHeader
        title="Enviar fotos"
        text={`Elas vão para ${draft.title ? `o rascunho “${draft.title}”` : 'o rascunho'} que está aberto no computador.`}
      />
      <PhoneUploads draft={draft} onDraft={setDraft} onEnded={setEnded} onBusy={setBusy} />
      <ProblemBanner problem={problem} />
      <Button
        variant="secondary"
        size="lg"
        full
        loading={pending}
        disabledReason={busy ? 'Espere as fotos terminarem de subir.' : undefined}
        onClick={() =>
          void run(async () => {
            await api(endPhone);
            setEnded('done');
          })
        }
      >
        Concluir envio
      </Button>
    </>
  );
}

function Done({ photos }: { photos: number }) {
  return (
    <output className="flex flex-col items-start gap-4">
      <CircleCheck aria-hidden="true" className="size-10 text-success" />
      <PageHeader
        title="Pronto"
        text={`O anúncio tem ${photos === 1 ? '1 foto' : `${photos} fotos`}. Continue no computador.`}
      />
    </output>
  );
}

function Refused({ problem }: { problem: ApiError }) {
  const { revalidate } = useRevalidator();
  const expired = problem.code === 'link_expired';
  return (
    <div role="alert" className="flex flex-col items-start gap-4">
      <TimerOff aria-hidden="true" className="size-10 text-ink-3" />
      <PageHeader
        title={expired ? 'Este link não vale mais' : 'Não deu para abrir o link'}
        text={
          expired
            ? 'Ele serve para um celular só, por alguns minutos. Gere outro QR code no computador, em Fotos.'
            : problem.detail
        }
      />
      {expired ? (
        <Button asChild variant="secondary">
          <Link to="/">Ir para o início</Link>
        </Button>
      ) : (
        <Button onClick={() => void revalidate()}>Tentar de novo</Button>
      )}
    </div>
  );
}
