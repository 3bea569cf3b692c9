import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Order } from '#contract/orders/orders.ts';
import type { Deal } from './order-facts.ts';

/** The contract of an order: the text each side accepted, with the rules that applied to it (Decreto 7.962, art. 4). */
export function OrderTerms({ order: { viewerIs }, deal }: { order: Order; deal: Deal }) {
  const { buyer, seller, rules } = deal.agreement;
  const version = viewerIs === 'seller' ? seller : buyer;
  return (
    <p className="text-sm text-ink-2">
      Vale a{' '}
      <TermsLink version={version} rules={rules}>
        versão {version} dos termos de uso
      </TermsLink>
      , com os números do dia do pedido.
    </p>
  );
}

function TermsLink({ version, rules, children }: { version: number; rules: number; children: ReactNode }) {
  return (
    <Link
      to={`/termos?versao=${version}&regras=${rules}`}
      className="underline underline-offset-4 hover:text-ink"
    >
      {children}
    </Link>
  );
}
