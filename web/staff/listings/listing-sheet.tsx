import { useState } from 'react';
import { Link, useRevalidator } from 'react-router';
import type { Reply } from '#contract/endpoint.ts';
import { getStaffListing, moderateListing } from '#contract/staff-listings.ts';
import { api, imageUrl } from '#web/api.ts';
import { ProblemBanner } from '#web/problem-banner.tsx';
import { useSubmission } from '#web/submission.ts';
import { planWords } from '#web/listings/words.ts';
import { listingWords } from '#web/text.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { formatCents, formatDate, formatNumber } from '#web/ui/formats.ts';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { Textarea } from '#web/ui/textarea.tsx';
import { aviso } from '#web/ui/toast.tsx';
import { useDetail } from '#web/use-detail.ts';
import { DetailSheet, Facts } from '../detail-sheet.tsx';
import { HistoryList } from '../history-list.tsx';
import type { SheetWalk } from '../use-sheet.ts';
import { stateLabel } from './listings-definition.tsx';

type Listing = Reply<typeof getStaffListing>;
type Action = 'suspend' | 'republish' | 'remove';

/** One listing beside the list: as buyers see it, and what may be done about it (A7). */
export function ListingSheet({ id, sheet }: { id: number; sheet: SheetWalk }) {
  const { revalidate } = useRevalidator();
  const detail = useDetail(() => api(getStaffListing, { params: { id } }));
  const [asked, setAsked] = useState<Action | null>(null);
  const listing = detail.value;
  return (
    <DetailSheet title={listing?.title || 'Anúncio'} walk={sheet} detail={detail}>
      {listing && (
        <>
          <div className="flex flex-wrap items-center gap-2">
            <StatusBadge tone={listingWords[listing.state].tone}>{stateLabel(listing.state)}</StatusBadge>
            {listing.flaggedAt && <StatusBadge tone="danger">Marcado para conferir</StatusBadge>}
          </div>
          <Actions listing={listing} onAsk={setAsked} />
          {listing.cover && (
            <img
              src={imageUrl(listing.cover, 480)}
              alt=""
              className="aspect-4/3 w-full max-w-sm rounded-lg bg-surface-2 object-contain"
            />
          )}
          <Facts
            facts={[
              ['Preço', listing.priceCents === null ? '—' : formatCents(listing.priceCents)],
              [
                'Vendedor',
                <Link
                  key="seller"
                  to={`/dashboard/usuarios?id=${listing.seller.id}`}
                  className="text-brand hover:underline"
                >
                  @{listing.seller.username}
                </Link>,
              ],
              ['Categoria', listing.category ?? '—'],
              ['Plano', planWords[listing.plan]],
              ['Estoque', formatNumber(listing.stock)],
              ['Vendas', formatNumber(listing.sold)],
              ['Denúncias abertas', formatNumber(listing.openReports)],
              ['Criado em', formatDate(listing.createdAt)],
            ]}
          />
          <section className="flex flex-col gap-2">
            <h3 className="text-h3">Descrição</h3>
            <p className="text-body whitespace-pre-line break-words text-ink-2">
              {listing.description || '—'}
            </p>
          </section>
          {listing.state === 'published' && (
            <Link
              to={`/anuncio/${listing.slug}`}
              className="inline-flex min-h-11 items-center self-start text-ui font-semibold text-brand hover:underline"
            >
              Ver como comprador
            </Link>
          )}
          <HistoryList entries={listing.history} subject="listing" id={id} />
          {asked && (
            <ModerationDialog
              listing={listing}
              action={asked}
              onClose={() => setAsked(null)}
              onDone={async () => {
                setAsked(null);
                await detail.reload();
                await revalidate();
              }}
            />
          )}
        </>
      )}
    </DetailSheet>
  );
}

const suspendable: readonly Listing['state'][] = ['published', 'paused', 'sold_out'];

function Actions({ listing, onAsk }: { listing: Listing; onAsk: (action: Action) => void }) {
  const { may, state } = listing;
  const gone = state === 'removed' ? 'Este anúncio já foi encerrado.' : undefined;
  return (
    <div className="flex flex-wrap gap-2">
      {state === 'suspended' ? (
        <Button disabledReason={may.republish.because ?? undefined} onClick={() => onAsk('republish')}>
          Voltar ao ar
        </Button>
      ) : (
        <Button
          variant="secondary"
          disabledReason={
            may.suspend.because ??
            (suspendable.includes(state) ? undefined : 'Só o que está à venda pode ser suspenso.')
          }
          onClick={() => onAsk('suspend')}
        >
          Suspender
        </Button>
      )}
      <Button
        variant="quiet"
        className="text-danger"
        disabledReason={may.remove.because ?? gone}
        onClick={() => onAsk('remove')}
      >
        Encerrar
      </Button>
    </div>
  );
}

const words: Record<Action, { title: string; text: string; action: string; done: string }> = {
  suspend: {
    title: 'Suspender este anúncio?',
    text: 'Ele sai do ar agora. Pedidos já feitos continuam. Você pode voltar atrás.',
    action: 'Suspender anúncio',
    done: 'Anúncio suspenso',
  },
  republish: {
    title: 'Voltar este anúncio ao ar?',
    text: 'Ele volta a ser vendido agora, com o prazo inteiro.',
    action: 'Voltar ao ar',
    done: 'Anúncio de volta ao ar',
  },
  remove: {
    title: 'Encerrar este anúncio?',
    text: 'Ele não volta mais. Pedidos já feitos continuam.',
    action: 'Encerrar anúncio',
    done: 'Anúncio encerrado',
  },
};

const formId = 'moderacao';

function ModerationDialog({
  listing,
  action,
  onClose,
  onDone,
}: {
  listing: Listing;
  action: Action;
  onClose: () => void;
  onDone: () => Promise<void>;
}) {
  const { title, text, action: verb, done } = words[action];
  const { formProps, errors, problem, pending } = useSubmission(moderateListing, {
    params: { id: listing.id },
    read: (form) => ({ action, reason: String(form.get('reason') ?? '') }),
    onDone: async () => {
      aviso.sucesso(done, `@${listing.seller.username} já foi avisado do motivo.`);
      await onDone();
    },
  });
  return (
    <Dialog
      open
      title={title}
      description={`«${listing.title}». ${text}`}
      onOpenChange={(open) => !open && onClose()}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Manter como está
          </Button>
          <Button
            type="submit"
            form={formId}
            variant={action === 'republish' ? 'primary' : 'danger'}
            loading={pending}
          >
            {verb}
          </Button>
        </>
      }
    >
      <form {...formProps} id={formId} className="flex flex-col gap-5">
        <Field label="Motivo" error={errors.reason} announceError hint="É isto que quem vende lê.">
          <Textarea name="reason" limit={500} />
        </Field>
        <ProblemBanner problem={problem} />
      </form>
    </Dialog>
  );
}
