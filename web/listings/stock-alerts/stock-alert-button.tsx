import { Bell } from 'lucide-react';
import { useRef } from 'react';
import { useSession } from '#web/session.tsx';
import { PhoneBar } from '#web/listings/purchase/phone-bar.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { useIntentAfterSignIn } from '#web/api/use-intent-after-sign-in.ts';
import { useAwaiting } from './use-stock-alert.ts';

interface AwaitButtonProps {
  listingId: number;
  /** What it costs, for the bar of the phone. */
  priceCents: number;
}

/**
 * «Me avise quando voltar», the one thing to do with a listing that cannot be bought now. Pages are the
 * same for everybody, so whether one waits already is asked once it is known who is here.
 */
export function AwaitButton(props: AwaitButtonProps) {
  const { user } = useSession();
  return <Live key={`${user.id} ${props.listingId}`} {...props} />;
}

function Live({ listingId, priceCents }: AwaitButtonProps) {
  const { waiting, failure, change } = useAwaiting(listingId);
  const place = useRef<HTMLDivElement>(null);
  const wish = useIntentAfterSignIn('avisar', String(listingId), () => void change(true));
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
