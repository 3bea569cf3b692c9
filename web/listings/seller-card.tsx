import { Link } from 'react-router';
import { FollowButton } from '#web/listings/follows/follow-button.tsx';
import { formatMonth } from '#web/ui/data/formats.ts';
import { UserTrustCard } from '#web/ui/cards/user-trust-card.tsx';
import type { UserTrustCardProps } from '#web/ui/cards/user-trust-card.tsx';
import type { Listing } from './purchase/use-purchase.ts';

interface SellerCardProps {
  seller: Listing['seller'];
  rating: UserTrustCardProps['rating'];
}

/** The seller with a summary of ratings and sales. */
export function SellerCard({ seller, rating }: SellerCardProps) {
  return (
    <UserTrustCard
      name={seller.username}
      photo={seller.image}
      link={<Link to={`/perfil/${seller.username}`}>@{seller.username}</Link>}
      since={`Membro desde ${formatMonth(seller.memberSince)}`}
      rating={rating}
      sales={seller.salesCount}
      lastSeen={seller.city || undefined}
      business={seller.business}
      verified={[
        { label: 'E-mail', done: seller.emailVerified },
        { label: 'Documento', done: seller.documentProven },
      ]}
      actions={<FollowButton username={seller.username} full />}
    />
  );
}
