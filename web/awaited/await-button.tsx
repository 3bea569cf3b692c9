import { Bell } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { awaitListing, getAwaited, stopAwaiting } from '#contract/awaited.ts';
import { api, ApiError } from '#web/api.ts';
import { useSession } from '#web/session.tsx';
import { PhoneBar } from '#web/listings/phone-bar.tsx';
import { Button } from '#web/ui/button.tsx';
import { useWish } from '#web/use-wish.ts';

interface AwaitButtonProps {
  listingId: number;
  /** What it costs, for the bar of the phone. */
  priceCents: number;
}

/**
 * «Me avise quando voltar», the one thing to do with a listing that cannot be bought now (design S6). Pages are the
 * same for everybody, so whether one waits already is asked once it is known who is here.
 */
export function AwaitButton(props: AwaitButtonProps) {
  const { user } = useSession();
  return <Live key={`${user.id} ${props.listingId}`} {...props} />;
}

function Live({ listingId, priceCents }: AwaitButtonProps) {
  const { signedIn } = useSession();
  const { revalidate } = useRevalidator();
  const [waiting, setWaiting] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  // A press counts for more than an answer that was on its way before it.
  const pressed = useRef(false);
  const place = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!signedIn) return;
    const gone = new AbortController();
    api(getAwaited, { params: { id: listingId }, signal: gone.signal })
      .then(({ waiting: waits, onSale }) => {
        if (!pressed.current) setWaiting(waits);
        if (onSale) void revalidate();
      })
      .catch(() => undefined);
    return () => gone.abort();
  }, [signedIn, listingId, revalidate]);
  const wish = useWish('avisar', String(listingId), () => void change(true));

  /** At once on the screen, back again with the reason where it was not saved (design §4.5). */
  async function change(wanted: boolean): Promise<void> {
    pressed.current = true;
    setFailure(null);
    setWaiting(wanted);
    try {
      await api(wanted ? awaitListing : stopAwaiting, { params: { id: listingId }, asked: false });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setWaiting(!wanted);
      setFailure(error.message);
      // It is back already, and so is «Comprar».
      if (error.code === 'wrong_state') void revalidate();
    }
  }

  const button = {
    variant: waiting ? 'secondary' : 'primary',
    children: waiting ? 'Cancelar aviso' : 'Me avise quando voltar',
    onClick: () => (waiting ? void change(false) : wish('')),
  } as const;
  return (
    <>
      <div ref={place}>
        <Button size="lg" full icon={!waiting && <Bell aria-hidden="true" />} {...button} />
      </div>
      <output className="text-sm text-ink-2">
        {waiting
          ? 'Avisaremos você uma vez, assim que este anúncio voltar.'
          : 'Um aviso só, quando este anúncio voltar à venda.'}
      </output>
      {failure && (
        <p role="alert" className="text-sm text-danger">
          {failure}
        </p>
      )}
      <PhoneBar priceCents={priceCents} watched={place}>
        <Button {...button} />
        {failure && <p className="basis-full pt-2 text-sm text-danger">{failure}</p>}
      </PhoneBar>
    </>
  );
}
