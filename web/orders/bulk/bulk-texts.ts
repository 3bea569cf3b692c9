import { formatCount } from '#web/ui/data/formats.ts';
import type { BulkAction } from '#web/orders/bulk/bulk-action.ts';

/** Labels of the buttons: «Marcar 3 como entregues». */
export function actionLabel(action: BulkAction, count: number): string {
  if (action === 'label') return `Imprimir ${formatCount(count, 'etiqueta', 'etiquetas')}`;
  if (action === 'start') return `Iniciar ${formatCount(count, 'entrega', 'entregas')}`;
  return count === 1 ? 'Marcar 1 como entregue' : `Marcar ${count} como entregues`;
}

interface BulkActionTexts {
  /** What the action changes for each buyer. */
  consequence: string;
  /** Outcome of one order. */
  done: string;
  moving: string;
  failed: string;
}

export const bulkActionTexts: Record<BulkAction, BulkActionTexts> = {
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
  label: {
    consequence:
      'Cada etiqueta que falta é gerada, e todas saem num PDF só. O preço dela é descontado da venda na postagem.',
    done: 'Etiqueta pronta',
    moving: 'Gerando a etiqueta…',
    failed: 'Etiqueta não gerada.',
  },
};

/** Progress or result: «3 de 5 marcados como entregues». */
export function resultLabel(action: BulkAction, done: number, count: number): string {
  const of = `${done} de ${formatCount(count, 'pedido', 'pedidos')}`;
  if (action === 'label') return `${of} com a etiqueta pronta`;
  if (action === 'start') return `${of} com a entrega iniciada`;
  return `${of} ${count === 1 ? 'marcado como entregue' : 'marcados como entregues'}`;
}
