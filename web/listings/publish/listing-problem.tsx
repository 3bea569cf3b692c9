import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import type { SellerProof } from '#domain/accounts/verification.ts';
import { verificationPath, fullPath } from '#web/accounts/sign-in/return-path.ts';
import type { ApiError } from '#web/api/api.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';

export const verificationLabels: Record<SellerProof, string> = {
  email: 'Confirmar e-mail',
  phone: 'Confirmar celular',
};

/** A refusal of the form; one that requires a verification links to it and back to the form. */
export function ListingProblem({ problem }: { problem: ApiError | null }) {
  const returnPath = fullPath(useLocation());
  return <ProblemBanner problem={problem} action={verificationLink(problem, returnPath)} />;
}

function verificationLink(problem: ApiError | null, returnPath: string): ReactNode {
  const proof = requiredVerification(problem);
  if (proof === null) return null;
  if (proof === 'birth') return <SendDocument />;
  return (
    <Link
      to={verificationPath(returnPath, proof)}
      className="inline-flex min-h-11 items-center font-semibold underline"
    >
      {verificationLabels[proof]}
    </Link>
  );
}

/** Leads to the documents, which prove an age (F58). */
export const SendDocument = () => (
  <Link to="/conta/documentos" className="inline-flex min-h-11 items-center font-semibold underline">
    Enviar documento
  </Link>
);

function requiredVerification(problem: ApiError | null): SellerProof | 'birth' | null {
  if (problem?.code === 'email_not_verified') return 'email';
  if (problem?.code !== 'verification_required') return null;
  const { needs } = problem.meta;
  return needs === 'phone' || needs === 'birth' ? needs : null;
}
