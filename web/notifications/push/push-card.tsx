import { BellRing } from '#web/ui/icons/icons.tsx';
import { useState } from 'react';
import { useSession } from '#web/session.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';
import { cn } from '#web/ui/styles/class-names.ts';
import { rememberDeclined } from './push-offer.ts';
import { subscribeQuietly } from './subscribe.ts';

/** Offers push messages before the browser asks for its permission, which follows a press. */
export function PushCard({ gutter }: { gutter: string }) {
  const { user } = useSession();
  const [answered, setAnswered] = useState(false);
  if (answered) return null;
  const answer = () => {
    setAnswered(true);
    rememberDeclined();
  };
  const accept = async () => {
    answer();
    if ((await Notification.requestPermission()) !== 'granted') return;
    if (await subscribeQuietly(user.id))
      aviso.sucesso('Avisos ativados', 'Você pode mudar o que chega em Conta, Avisos.');
  };
  return (
    <div className={cn('pt-3 pb-1 print:hidden', gutter)}>
      <section
        aria-label="Ativar avisos"
        className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg border border-border bg-surface p-4"
      >
        <span
          aria-hidden="true"
          className="flex size-10 shrink-0 items-center justify-center rounded-md bg-brand-soft text-on-brand-soft"
        >
          <BellRing />
        </span>
        <div className="min-w-0 flex-1 basis-56">
          <h2 className="text-ui font-semibold">Quer saber na hora?</h2>
          <p className="text-sm text-ink-2">
            Avisamos quando sua compra, venda ou atendimento tiver novidade.
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button size="sm" variant="secondary" onClick={() => void accept()}>
            Ativar avisos
          </Button>
          <Button size="sm" variant="quiet" onClick={answer}>
            Agora não
          </Button>
        </div>
      </section>
    </div>
  );
}
