import { useState } from 'react';
import { useMediaQuery } from '#web/ui/styles/media-query.ts';

const key = 'praca_pedidos_em_tabela';

/** Whether orders are shown as a compact table: a choice stored in this browser, applied on wide screens only. */
export function useOrderView(): { tabular: boolean; choose: (tabular: boolean) => void } {
  const wide = useMediaQuery('(min-width: 1024px)');
  const [chosen, setChosen] = useState(read);
  return {
    tabular: wide && chosen,
    choose: (tabular) => {
      setChosen(tabular);
      try {
        localStorage.setItem(key, tabular ? 'sim' : 'nao');
      } catch {
        // Storage is blocked: the choice lasts until the page closes.
      }
    },
  };
}

function read(): boolean {
  try {
    return localStorage.getItem(key) === 'sim';
  } catch {
    return false;
  }
}
