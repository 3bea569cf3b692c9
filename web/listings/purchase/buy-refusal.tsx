import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { verificationPath, fullPath } from '#web/accounts/sign-in/return-path.ts';
import type { ApiError } from '#web/api/api.ts';
import type { PaymentMethod } from '#domain/payments/payments.ts';
import { Banner, scrollIntoSight } from '#web/ui/page/banner.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { formatCents } from '#web/ui/data/formats.ts';

export interface Refused {
  error: ApiError;
  /** The total that the buyer saw. */
  seenCents: number;
  /** The payment method that was refused. */
  method: PaymentMethod;
}

interface BuyRefusalProps extends Refused {
  /** The requested quantity, limited to the stock. */
  quantity: number;
  /** The page shows similar listings. */
  similar: boolean;
}

/** A refusal with its remedy. It scrolls into view above a long sheet. */
export function BuyRefusal({ error, seenCents, quantity, similar }: Omit<BuyRefusalProps, 'method'>) {
  const { stock, totalCents, needs, next } = error.meta as Partial<Meta>;
  // The open sheet and the quantity are part of the address, so that returning continues the purchase.
  const location = useLocation();
  const returnPath = fullPath(location);
  switch (error.code) {
    case 'email_not_verified':
      return (
        <Refusal to={verificationPath(returnPath)} label="Confirmar e-mail">
          {error.detail}
        </Refusal>
      );
    case 'verification_required':
      return (
        <Refusal
          to={needs === 'identity' && `/conta/perfil?returnTo=${encodeURIComponent(returnPath)}#identidade`}
          label="Confirmar meus dados"
        >
          {error.detail}
        </Refusal>
      );
    case 'adults_only':
      return (
        <Refusal to="/conta/responsavel" label="Ver minha idade">
          {error.detail}
        </Refusal>
      );
    case 'limit_reached':
      return (
        <Refusal
          to={needs ? '/conta/responsavel' : next && '/conta#limite'}
          label={needs ? 'Ver minha idade' : 'Aumentar meu limite'}
        >
          {error.detail}
        </Refusal>
      );
    case 'too_many_unpaid_orders':
      return (
        <Refusal to="/conta/compras" label="Ver minhas compras">
          {error.detail}
        </Refusal>
      );
    case 'out_of_stock':
    case 'listing_unavailable':
      return (
        <Refusal to={!stock && similar && `${location.pathname}#parecidos`} replace label="Ver parecidos">
          {stock ? `${stockText(stock)} A compra ficou com ${quantity}: confira o total.` : error.detail}
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

/** Error data of a refused purchase. */
interface Meta {
  stock: number;
  totalCents: number;
  needs: string;
  /** The next account level, if any. */
  next: object | null;
}

interface RefusalProps {
  tone?: 'warning' | 'danger';
  /** Address of the remedy; undefined without one. */
  to?: string | false | null;
  label?: string;
  /** The remedy is on this page: going back does not reopen the sheet. */
  replace?: boolean;
  children: ReactNode;
}

function Refusal({ tone = 'warning', to, label, replace, children }: RefusalProps) {
  return (
    <Banner
      ref={scrollIntoSight}
      tone={tone}
      role="alert"
      action={
        to && (
          <Button asChild variant="quiet" size="sm">
            <Link to={to} replace={replace}>
              {label}
            </Link>
          </Button>
        )
      }
    >
      {children}
    </Banner>
  );
}

function stockText(stock: number): string {
  return stock === 1 ? 'Só resta 1 unidade.' : `Só restam ${stock} unidades.`;
}
