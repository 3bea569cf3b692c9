export interface ResolutionLink {
  to: string;
  label: string;
}

const linksByReason: readonly (readonly [RegExp, readonly ResolutionLink[]])[] = [
  [/saldo|saque/i, [{ to: '/conta/transacoes', label: 'Ver saldo' }]],
  [
    /pedido|reembolso/i,
    [
      { to: '/conta/compras', label: 'Ver compras' },
      { to: '/conta/vendas', label: 'Ver vendas' },
    ],
  ],
];

/** Links to the pages that resolve a reason against closing the account; empty when only staff can. */
export function resolutionLinks(reason: string): readonly ResolutionLink[] {
  return linksByReason.find(([pattern]) => pattern.test(reason))?.[1] ?? [];
}
