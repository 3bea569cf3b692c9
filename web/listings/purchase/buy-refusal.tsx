import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { verificationPath, fullPath } from '#web/accounts/sign-in/return-path.ts';
import type { ApiError } from '#web/api/api.ts';
import { Banner, scrollIntoSight } from '#web/ui/page/banner.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { formatCents } from '#web/ui/data/formats.ts';

export interface Refused {
  error: ApiError;
  /** The total the buyer had on the screen. */
  seenCents: number;
}

interface BuyRefusalProps extends Refused {
  /** What the sheet asks for now: it never stays above the stock. */
  quantity: number;
  /** The page has similar listings to show instead. */
  similar: boolean;
}

/** What was refused, in words, with the way out that belongs to it. It comes into sight above a long sheet. */
export function BuyRefusal({ error, seenCents, quantity, similar }: BuyRefusalProps) {
  const { stock, totalCents, needs, next } = error.meta as Partial<Meta>;
  // The open sheet and the quantity are part of the address: coming back to it goes on with the purchase.
  const location = useLocation();
  const here = fullPath(location);
  switch (error.code) {
    case 'email_not_verified':
      return (
        <Refusal to={verificationPath(here)} way="Confirmar e-mail">
          {error.detail}
        </Refusal>
      );
    case 'verification_required':
      return (
        <Refusal
          to={needs === 'identity' && `/conta/perfil?returnTo=${encodeURIComponent(here)}#identidade`}
          way="Confirmar meus dados"
        >
          {error.detail}
        </Refusal>
      );
    case 'limit_reached':
      return (
        <Refusal to={next && '/conta#limite'} way="Aumentar meu limite">
          {error.detail}
        </Refusal>
      );
    case 'too_many_unpaid_orders':
      return (
        <Refusal to="/conta/compras" way="Ver minhas compras">
          {error.detail}
        </Refusal>
      );
    case 'out_of_stock':
    case 'listing_unavailable':
      return (
        <Refusal to={!stock && similar && `${location.pathname}#parecidos`} replace way="Ver parecidos">
          {stock ? `${leftWords(stock)} A compra ficou com ${quantity}: confira o total.` : error.detail}
        </Refusal>
      );
    case 'price_changed':
      return (
        <Refusal>
          O preço mudou de {formatCents(seenCents)} para {formatCents(totalCents ?? seenCents)}. Confira antes
          de continuar.
        </Refusal>
      );
    default:
      return <Refusal tone="danger">{error.detail}</Refusal>;
  }
}

/** What refusals of a purchase say besides their sentence. */
interface Meta {
  stock: number;
  totalCents: number;
  needs: string;
  /** The level above, when there is one. */
  next: object | null;
}

interface RefusalProps {
  tone?: 'warning' | 'danger';
  /** Where the way out leads; nothing when there is none. */
  to?: string | false | null;
  way?: string;
  /** The way out is on this page: going back does not open the sheet again. */
  replace?: boolean;
  children: ReactNode;
}

function Refusal({ tone = 'warning', to, way, replace, children }: RefusalProps) {
  return (
    <Banner
      ref={scrollIntoSight}
      tone={tone}
      role="alert"
      action={
        to && (
          <Button asChild variant="quiet" size="sm">
            <Link to={to} replace={replace}>
              {way}
            </Link>
          </Button>
        )
      }
    >
      {children}
    </Banner>
  );
}

function leftWords(stock: number): string {
  return stock === 1 ? 'Só resta 1 unidade.' : `Só restam ${stock} unidades.`;
}
