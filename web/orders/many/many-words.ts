import { formatCount } from '#web/ui/data/formats.ts';
import type { Deed } from '#web/orders/move.ts';

/** What the buttons say: «Marcar 3 como entregues». */
export function deedLabel(deed: Deed, count: number): string {
  if (deed === 'start') return `Iniciar ${formatCount(count, 'entrega', 'entregas')}`;
  return count === 1 ? 'Marcar 1 como entregue' : `Marcar ${count} como entregues`;
}

interface DeedWords {
  /** What each buyer gets out of it. */
  consequence: string;
  /** What became of one order. */
  done: string;
  moving: string;
  failed: string;
}

export const deedWords: Record<Deed, DeedWords> = {
  start: {
    consequence: 'Cada pessoa que comprou é avisada e, a partir daí, só cancela se você aceitar.',
    done: 'Entrega iniciada',
    moving: 'Iniciando a entrega…',
    failed: 'Entrega não iniciada.',
  },
  deliver: {
    consequence: 'Cada pessoa que comprou é avisada e começa o prazo dela para conferir e confirmar.',
    done: 'Marcado como entregue',
    moving: 'Marcando…',
    failed: 'Não foi marcado.',
  },
};

/** How far it is, or how it ended: «3 de 5 marcados como entregues». */
export function doneLabel(deed: Deed, done: number, count: number): string {
  const of = `${done} de ${formatCount(count, 'pedido', 'pedidos')}`;
  if (deed === 'start') return `${of} com a entrega iniciada`;
  return `${of} ${count === 1 ? 'marcado como entregue' : 'marcados como entregues'}`;
}
