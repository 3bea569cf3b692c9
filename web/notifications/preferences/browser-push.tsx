import { useState } from 'react';
import { canPush, subscribeQuietly } from '#web/notifications/push/subscribe.ts';
import { useSession } from '#web/session.tsx';
import { Banner } from '#web/ui/page/banner.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';

type State = 'unable' | NotificationPermission;

/** Whether this browser may show push notices, with a button that requests the permission. */
export function BrowserPush() {
  const { user } = useSession();
  const [state, setState] = useState<State>(() => (canPush() ? Notification.permission : 'unable'));
  if (state === 'unable') return <Banner tone="info">Este navegador não mostra avisos fora do site.</Banner>;
  if (state === 'denied')
    return (
      <Banner tone="warning">
        Os avisos estão bloqueados neste navegador. Libere no cadeado ao lado do endereço.
      </Banner>
    );
  if (state === 'granted') return <Banner tone="success">Este navegador mostra seus avisos.</Banner>;
  return (
    <Banner
      tone="info"
      action={
        <Button
          size="sm"
          onClick={async () => {
            const answer = await Notification.requestPermission();
            setState(answer);
            if (answer !== 'granted') return;
            if (!(await subscribeQuietly(user.id)))
              aviso.erro('Não deu para ativar os avisos', 'Tente de novo em alguns minutos.');
          }}
        >
          Ativar avisos
        </Button>
      }
    >
      Quer saber na hora? Avisamos quando sua compra, venda ou atendimento tiver novidade.
    </Banner>
  );
}
