import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { Banner } from '#web/ui/page/banner.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { formatNumber } from '#web/ui/data/formats.ts';
import { useOnline } from '#web/ui/page/use-online.ts';
import { outbox } from './decisions.ts';

/** Shown while offline: says that no decision is lost and how many are pending. */
export function ConnectionBanner({ waiting, stale }: { waiting: number; stale: boolean }) {
  const online = useOnline();
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (online && stale) void revalidate();
  }, [online, stale, revalidate]);
  if (online && waiting === 0 && !stale) return null;
  return (
    <Banner
      tone="warning"
      title={
        online
          ? 'Sem conexão com o site. Mostrando o que já estava carregado.'
          : 'Sem internet. Mostrando o que já estava carregado.'
      }
      action={
        <Button variant="secondary" onClick={() => void outbox.retry().then(revalidate)}>
          Tentar agora
        </Button>
      }
      className="col-span-full"
    >
      {waiting === 0 && 'Pode continuar: o que você decidir fica salvo e é enviado quando a conexão voltar.'}
      {waiting === 1 && '1 decisão está salva e é enviada quando a conexão voltar.'}
      {waiting > 1 &&
        `${formatNumber(waiting)} decisões estão salvas e são enviadas quando a conexão voltar.`}
    </Banner>
  );
}
