import { type ReactNode, useState } from 'react';
import { useNavigate, useRevalidator, useSearchParams } from 'react-router';
import type { Category } from '#contract/listings/catalogue.ts';
import type { OwnListing } from '#contract/listings/own-listings.ts';
import { submitListing, updateListing } from '#contract/listings/own-listings.ts';
import { sendRevision } from '#contract/listings/revisions.ts';
import type { FieldErrors } from '#domain/errors.ts';
import type { RevisedField } from '#domain/listings/revisions.ts';
import { liveStates } from '#domain/listings/listings.ts';
import { api, ApiError } from '#web/api/api.ts';
import { useIdempotentAction } from '#web/api/idempotent-action.ts';
import type { SiteSettings } from '#web/settings/site-settings.ts';
import { useSession } from '#web/session.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';
import { missing } from './draft.ts';
import { focusFirstInvalid } from './focus-first-invalid.ts';
import { LazyPhoneSheet, LazyPreview, PreviewSheet } from './lazy-parts.tsx';
import { draftOfLiveListing, liveChanges } from './changes/live-changes.ts';
import type { LiveChanges } from './changes/live-changes.ts';
import { isEmpty, LiveNotice, sendLabel } from './changes/live-notice.tsx';
import { localCopy } from './local-copy.ts';
import { imagesOf, isUploading, uploadReason } from './photos/photos.ts';
import type { Photo } from './photos/photos.ts';
import { ListingProblem } from './listing-problem.tsx';
import { ReviewNote } from './changes/review-note.tsx';
import { SaveStatus, StepBar } from './step-bar.tsx';
import { StepFields } from './step-fields.tsx';
import { StepFrame } from './step-frame.tsx';
import { errorsOfStep, firstOpenStep, stepOf, steps } from './steps.ts';
import type { Step } from './steps.ts';
import { useDraft } from './use-draft.ts';
import { usePhotos } from './photos/use-photos.ts';

export interface PublishFormProps {
  listing: OwnListing;
  categories: Category[];
  settings: SiteSettings;
  /** What will hold the listing back, such as the seller's age. */
  notice: ReactNode;
}

const stepTexts: Record<Step, { title: string; text?: string }> = {
  categoria: { title: 'O que você vai anunciar?' },
  fotos: { title: 'Fotos', text: 'Pode continuar, as fotos sobem enquanto você escreve.' },
  detalhes: { title: 'Detalhes' },
  preco: { title: 'Preço e plano' },
  revisao: { title: 'Confira e publique' },
};

/** A seller who changes one of these chooses among the ways of delivery that the category has now (ADR 99). */
const deliveryFields: readonly RevisedField[] = ['deliveryType', 'promisedHours', 'categoryId'];

/** The five steps of a draft. The step is in the address, the draft on the server. */
export function PublishForm({ listing: loaded, categories, settings, notice }: PublishFormProps) {
  const { user } = useSession();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const [query] = useSearchParams();
  const [listing, setListing] = useState(loaded);
  const live = liveStates.includes(loaded.state);
  const photos = usePhotos(live ? draftOfLiveListing(loaded).images : loaded.images);
  const edited = useDraft(loaded, imagesOf(photos.photos), { live });
  const { draft, change, save, refused, setRefused, flush, adopt } = edited;
  const changes = live ? liveChanges(listing, draft) : null;
  const category = categories.find(({ id }) => id === draft.categoryId);
  const keepsDelivery = changes !== null && !changes.fields.some((field) => deliveryFields.includes(field));
  const { images: noPhoto, ...otherErrors } = { ...missing(draft, category, { keepsDelivery }), ...refused };
  // A photo being uploaded counts as a photo; only the last step waits for it.
  const counted = noPhoto === undefined || photos.photos.some(isUploading);
  const errors: FieldErrors = counted ? otherErrors : { ...otherErrors, images: noPhoto };
  const passo = query.get('passo');
  const [start] = useState(() => firstOpenStep(errors));
  const step = passo === null ? start : stepOf(passo);
  const [attempted, setAttempted] = useState<ReadonlySet<Step>>(new Set());
  const [problem, setProblem] = useState<ApiError | null>(null);
  const [sending, setSending] = useState(false);
  const once = useIdempotentAction();
  const [phone, setPhone] = useState<'open' | 'closed' | null>(null);

  const pathTo = (to: Step) => `/anunciar?id=${loaded.id}&passo=${to}`;
  const place = steps.findIndex(({ slug }) => slug === step);
  const shown = attempted.has(step) ? errorsOfStep(errors, step) : errorsOfStep(refused, step);

  function advance(): void {
    setAttempted((current) => new Set(current).add(step));
    if (step === 'revisao') return void publish();
    if (Object.keys(errorsOfStep(errors, step)).length > 0) return focusFirstInvalid();
    void flush();
    void navigate(pathTo(steps[place + 1]?.slug ?? 'revisao'));
  }

  async function publish(): Promise<void> {
    setProblem(null);
    if (Object.keys(errors).length > 0) {
      setAttempted(new Set(steps.map(({ slug }) => slug)));
      return focusFirstInvalid();
    }
    setSending(true);
    try {
      if (changes) return await sendLive(changes);
      if (!(await flush())) return;
      await once('submit', (idempotencyKey) =>
        api(submitListing, { params: { id: loaded.id }, idempotencyKey }),
      );
      await revalidate();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setRefused(error.fields);
      setAttempted(new Set(steps.map(({ slug }) => slug)));
      setProblem(Object.keys(error.fields).length > 0 ? null : error);
    } finally {
      setSending(false);
    }
  }

  /** Sends changes that need no review first, so that they apply even if the rest fails. */
  async function sendLive({ now, staged, fields }: LiveChanges): Promise<void> {
    const params = { id: loaded.id };
    if (Object.keys(now).length > 0) await api(updateListing, { params, body: now });
    if (fields.length > 0)
      await once(staged, (idempotencyKey) => api(sendRevision, { params, body: staged, idempotencyKey }));
    localCopy.clear(loaded.id);
    aviso.sucesso(
      fields.length > 0 ? 'Mudança enviada para revisão' : 'Anúncio atualizado',
      fields.length > 0 ? 'O anúncio continua no ar como está até a decisão.' : undefined,
    );
    await navigate(`/anunciar?id=${loaded.id}`);
  }

  const shownDraft = { draft, category, seller: user.username, photos: photos.photos };
  const preview = <LazyPreview listingId={loaded.id} {...shownDraft} />;
  return (
    <StepFrame
      step={step}
      pathTo={pathTo}
      {...stepTexts[step]}
      notice={
        live ? <LiveNotice changes={changes} /> : [notice, <ReviewNote key="review" listing={loaded} />]
      }
      preview={preview}
      onContinue={advance}
      bar={
        <StepBar status={live ? 'No ar: nada muda até você enviar' : <SaveStatus save={save} />}>
          {place > 0 && (
            <Button variant="secondary" onClick={() => void navigate(pathTo(steps[place - 1]!.slug))}>
              Voltar
            </Button>
          )}
          <Button
            type="submit"
            loading={sending}
            disabledReason={step === 'revisao' ? sendReason(photos.photos, changes) : undefined}
          >
            {step === 'revisao' ? sendLabel(changes) : 'Continuar'}
          </Button>
        </StepBar>
      }
    >
      <StepFields
        step={step}
        listing={listing}
        categories={categories}
        settings={settings}
        draft={draft}
        photos={photos}
        errors={errors}
        shown={shown}
        attempted={attempted.has('revisao')}
        change={change}
        pathTo={pathTo}
        save={flush}
        onPhone={live ? null : () => setPhone('open')}
        onCodesChanged={(fresh) => {
          setListing(fresh);
          adopt(fresh);
        }}
      />
      <LazyPhoneSheet
        phone={phone}
        listingId={loaded.id}
        onClose={() => setPhone('closed')}
        onArrive={photos.addStored}
      />
      <ListingProblem problem={problem} />
      <PreviewSheet>{preview}</PreviewSheet>
    </StepFrame>
  );
}

/** Why the listing cannot be sent now. */
function sendReason(photos: readonly Photo[], changes: LiveChanges | null): string | undefined {
  return (
    uploadReason(photos) ?? (changes && isEmpty(changes) ? 'Nada mudou neste anúncio ainda.' : undefined)
  );
}
