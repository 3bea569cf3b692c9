import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { OrderRatings as Ratings } from '#contract/community/ratings.ts';
import type { RatingRole } from '#domain/community/ratings.ts';
import { Card } from '#web/ui/cards/card.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { formatDate } from '#web/ui/data/formats.ts';
import { Rating } from '#web/ui/cards/rating.tsx';
import { StatusBadge } from '#web/ui/data/status-badge.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';
import { RatingForm } from './rating-form.tsx';
import { Details, Reply } from './rating-item.tsx';
import { ReplyForm } from './reply-form.tsx';

interface OrderRatingsProps {
  hash: string;
  role: RatingRole;
  /** `@loja`. */
  other: string;
  ratings: Ratings;
}

/** Ratings of an order: write one's own, wait for the other party's, read both, reply. */
export function OrderRatings({ hash, role, other, ratings }: OrderRatingsProps) {
  const [editing, setEditing] = useState(false);
  const { revalidate } = useRevalidator();
  const { mine, theirs, closesAt, writeRefusal } = ratings;
  if (closesAt === null) return null;
  const writing = writeRefusal === null && (mine === null || editing);

  async function saved(now: Ratings): Promise<void> {
    await revalidate();
    setEditing(false);
    if (now.theirs) aviso.sucesso('Avaliações publicadas', 'As duas já aparecem para todo mundo.');
    else aviso.sucesso('Avaliação guardada', `Ela aparece quando ${other} também avaliar.`);
  }

  return (
    <Card id="avaliacao" className="flex scroll-mt-20 flex-col gap-4 print:hidden">
      <h2 className="text-h2">{writing ? `Como foi com ${other}?` : 'Avaliações'}</h2>
      <RatingStatus other={other} ratings={ratings} closesAt={closesAt} />
      {writing && (
        <RatingForm
          hash={hash}
          role={role}
          mine={mine}
          onDone={saved}
          onLeave={mine ? () => setEditing(false) : undefined}
        />
      )}
      {!writing && mine && (
        <WrittenRating
          title="Sua avaliação"
          rating={mine}
          removed={mine.removed}
          waiting={mine.state === 'written'}
          replyBy={other}
        />
      )}
      {!writing && mine && writeRefusal === null && (
        <Button variant="secondary" className="self-start" onClick={() => setEditing(true)}>
          Mudar avaliação
        </Button>
      )}
      {theirs && <WrittenRating title={`Avaliação de ${other}`} rating={theirs} replyBy="Sua resposta" />}
      {theirs && ratings.replyRefusal === null && (
        <ReplyForm
          ratingId={theirs.id}
          onDone={async () => {
            await revalidate();
            aviso.sucesso('Resposta publicada');
          }}
        />
      )}
    </Card>
  );
}

interface RatingStatusProps {
  other: string;
  ratings: Ratings;
  closesAt: string;
}

/** The next step in one sentence; nothing once both ratings are public. */
function RatingStatus({ other, ratings, closesAt }: RatingStatusProps) {
  const text = statusText(other, ratings, formatDate(closesAt));
  return text && <p className="text-body text-ink-2">{text}</p>;
}

function statusText(other: string, ratings: Ratings, day: string): string | null {
  const { mine, theirs, otherWrote, writeRefusal } = ratings;
  if (writeRefusal === 'in_complaint')
    return 'Este pedido está em reclamação. As avaliações esperam a decisão.';
  if (writeRefusal === 'too_late' && !mine)
    return `O prazo para avaliar terminou em ${day}.${theirs ? '' : ' Ninguém escreveu.'}`;
  if (mine?.state === 'published')
    return theirs ? null : `${other} não avaliou no prazo. A sua está publicada.`;
  if (mine) return `A sua aparece quando ${other} também avaliar, ou em ${day}. Até lá você pode mudar.`;
  return otherWrote
    ? `${other} já avaliou. Escreva a sua até ${day} para ver as duas.`
    : `As duas avaliações aparecem juntas, quando os dois escreverem ou em ${day}.`;
}

interface WrittenRatingProps {
  title: string;
  rating: NonNullable<Ratings['theirs']>;
  waiting?: boolean;
  removed?: boolean;
  replyBy: string;
}

function WrittenRating({ title, rating, waiting, removed, replyBy }: WrittenRatingProps) {
  const { stars, details, text, reply } = rating;
  return (
    <div className="flex flex-col gap-2 border-t border-border pt-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="text-h3">{title}</h3>
        <Rating average={stars} className="text-sm font-semibold" />
        {waiting && (
          <StatusBadge tone="warning" size="sm">
            Esperando a outra parte
          </StatusBadge>
        )}
        {removed && (
          <StatusBadge tone="danger" size="sm">
            Removida pela equipe
          </StatusBadge>
        )}
      </div>
      {text && <p className="max-w-measure text-body wrap-anywhere whitespace-pre-line">{text}</p>}
      {details && <Details details={details} />}
      {reply && <Reply text={reply} by={replyBy.startsWith('@') ? `Resposta de ${replyBy}` : replyBy} />}
    </div>
  );
}
