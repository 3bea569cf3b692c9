export interface Way {
  to: string;
  label: string;
}

const ways: readonly (readonly [RegExp, readonly Way[]])[] = [
  [/saldo|saque/i, [{ to: '/conta/transacoes', label: 'Ver saldo' }]],
  [
    /pedido|reembolso/i,
    [
      { to: '/conta/compras', label: 'Ver compras' },
      { to: '/conta/vendas', label: 'Ver vendas' },
    ],
  ],
];

/** Where a reason against the deletion of an account is dealt with; nowhere when only the team can. */
export function waysOut(reason: string): readonly Way[] {
  return ways.find(([words]) => words.test(reason))?.[1] ?? [];
}
