import { Bell, BellOff } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { awaitListing, getAwaited, stopAwaiting } from '#contract/awaited.ts';
import { api, ApiError } from '#web/api.ts';
import { useSession } from '#web/session.tsx';
import { Button } from '#web/ui/button.tsx';
import { aviso } from '#web/ui/toast.tsx';
import { useWish } from '#web/use-wish.ts';

interface AwaitButtonProps {
  listingId: number;
  /** Others like it stand below. */
  similar: boolean;
}

/**
 * «Me avise quando voltar», the one thing to do with a listing that cannot be bought now (design S6). Pages are the
 * same for everybody, so whether one waits already is asked once it is known who is here.
 */
export function AwaitButton(props: AwaitButtonProps) {
  const { user } = useSession();
  return <Live key={`${user.id} ${props.listingId}`} {...props} />;
}

function Live({ listingId, similar }: AwaitButtonProps) {
  const { signedIn } = useSession();
  const { revalidate } = useRevalidator();
  const [waiting, setWaiting] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  // A press counts for more than an answer that was on its way before it.
  const pressed = useRef(false);

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
      if (error.code !== 'wrong_state') return setFailure(error.message);
      aviso.sucesso('Este anúncio já voltou', 'Você já pode comprar.');
      void revalidate();
    }
  }

  return (
    <>
      <Button
        size="lg"
        full
        variant={waiting ? 'secondary' : 'primary'}
        icon={waiting ? <BellOff aria-hidden="true" /> : <Bell aria-hidden="true" />}
        onClick={() => (waiting ? void change(false) : wish(''))}
      >
        {waiting ? 'Cancelar aviso' : 'Me avise quando voltar'}
      </Button>
      <output className="text-sm text-ink-2">
        {waiting
          ? 'Avisaremos você uma vez, assim que este anúncio voltar.'
          : `Um aviso só, quando ele voltar à venda.${similar ? ' Enquanto isso, veja os parecidos mais abaixo.' : ''}`}
      </output>
      {failure && (
        <p role="alert" className="text-sm text-danger">
          {failure}
        </p>
      )}
    </>
  );
}
