import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { getSetup } from '#contract/staff/setup.ts';
import { api } from '#web/api/api.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { formatCount } from '#web/ui/data/formats.ts';
import { Banner } from '#web/ui/page/banner.tsx';

/** How many steps of the set-up are open, until none is. The overview does not wait for it, nor fail with it. */
export function OpenSetup() {
  const [open, setOpen] = useState(0);
  useEffect(() => {
    let shown = true;
    api(getSetup).then(
      (setup) => shown && setup.editable && setOpen(setup.open),
      () => undefined,
    );
    return () => {
      shown = false;
    };
  }, []);
  if (open === 0) return null;
  return (
    <Banner
      title={formatCount(open, 'passo falta', 'passos faltam') + ' para abrir de verdade'}
      action={
        <Button asChild variant="secondary">
          <Link to="/dashboard/primeiros-passos">Ver primeiros passos</Link>
        </Button>
      }
    >
      Empresa, provedores e categorias: cada passo diz por que importa.
    </Banner>
  );
}
