import { BadgeCheck, Circle } from '#web/ui/icons/icons.tsx';
import { Slot } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';
import { Avatar } from './avatar.tsx';
import { Card } from './card.tsx';
import { formatCount } from '#web/ui/data/formats.ts';
import { Rating } from './rating.tsx';

export interface UserTrustCardProps {
  name: string;
  photo?: string | null;
  /** Link to the profile, with the name as its text: `<Link to="…">@loja</Link>`. */
  link: ReactElement;
  /** «Membro desde mar 2024». */
  since: ReactNode;
  /** Null without ratings; undefined when unknown. */
  rating?: { average: number | null; count: number } | null;
  sales: number;
  /** «Responde em cerca de 2 h». */
  responseTime?: ReactNode;
  lastSeen?: ReactNode;
  /** The seller's company and its CNPJ. */
  business?: { name: string; cnpj: string; proven: boolean } | null;
  verified: readonly { label: string; done: boolean }[];
  actions?: ReactNode;
  className?: string;
}

/** The other party of a deal: reputation and verifications, as text. */
export function UserTrustCard(props: UserTrustCardProps) {
  const sales =
    props.sales === 0 ? 'Ainda sem vendas' : `${formatCount(props.sales, 'venda', 'vendas')} ao todo`;
  const facts = [sales, props.responseTime, props.lastSeen].filter(Boolean);
  return (
    <Card data-slot="user-trust-card" className={props.className}>
      <div className="flex items-center gap-3">
        <Avatar name={props.name} src={props.photo} size={64} />
        <div className="min-w-0">
          <p className="truncate text-h3">
            <Slot.Root className="hit-44 rounded-xs underline-offset-4 hover:underline">
              {props.link}
            </Slot.Root>
          </p>
          {props.rating ? (
            <Rating average={props.rating.average} count={props.rating.count} className="text-sm" />
          ) : (
            props.rating === null && <p className="text-sm text-ink-3">Ainda sem avaliações</p>
          )}
          <p className="text-sm text-ink-3">{props.since}</p>
        </div>
      </div>
      <ul className="mt-4 flex flex-col gap-1 text-sm text-ink-2">
        {facts.map((fact, index) => (
          <li key={index}>{fact}</li>
        ))}
      </ul>
      {props.business && (
        <p className="mt-3 text-sm text-ink-2">
          Vendido por {props.business.name}
          <br />
          CNPJ {props.business.cnpj}
          <br />
          <span className="text-ink-3">
            {props.business.proven ? 'CNPJ confirmado pelo banco' : 'Nome e CNPJ declarados por quem vende'}
          </span>
        </p>
      )}
      <ul className="mt-3 flex flex-wrap gap-x-4 gap-y-1.5 border-t border-border pt-3 text-sm">
        {props.verified.map(({ label, done }) => (
          <li key={label} className={`flex items-center gap-1.5 ${done ? 'text-ink-2' : 'text-ink-3'}`}>
            {done ? (
              <BadgeCheck aria-hidden="true" className="size-4.5 text-success" />
            ) : (
              <Circle aria-hidden="true" className="size-4.5" />
            )}
            {label} <span className="sr-only">{done ? 'confirmado' : 'não confirmado'}</span>
          </li>
        ))}
      </ul>
      {props.actions && <div className="mt-4 flex flex-wrap gap-2">{props.actions}</div>}
    </Card>
  );
}
