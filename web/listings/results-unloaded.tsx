import { useRevalidator } from 'react-router';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';

/** Over the list that stays: another one, or more of it, did not come (design S8). */
export function ResultsUnloaded({ more }: { more: boolean }) {
  const { revalidate, state } = useRevalidator();
  return (
    <Banner
      tone="danger"
      role="alert"
      className="mt-4"
      action={
        <Button variant="secondary" loading={state === 'loading'} onClick={() => void revalidate()}>
          Tentar de novo
        </Button>
      }
    >
      {more ? 'O resto da lista não carregou.' : 'Os filtros não carregaram.'} O que você vê é a lista de
      antes.
    </Banner>
  );
}
