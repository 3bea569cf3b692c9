import { useState } from 'react';
import type { BodyInput, Reply } from '#contract/endpoint.ts';
import { createProof, createProofChallenge, getCurrentSession } from '#contract/accounts/sessions.ts';
import { api, ApiError } from '#web/api/api.ts';
import { askPasskey, passkeyFailed, wasCancelled } from '#web/accounts/passkeys.ts';

type GivenProof = BodyInput<typeof createProof>;
export type Proved = Reply<typeof createProof>;

export interface ProofHandlers {
  onProved: (proved: Proved) => Promise<void>;
  /** The session is no more: too many wrong codes, or it was ended elsewhere. */
  onEnded: () => void;
}

export interface Proving {
  pending: boolean;
  /** The refusal that belongs to what was typed. */
  fault: ApiError | null;
  /** Any other refusal. */
  problem: ApiError | null;
  /** Why the browser could not use a passkey. */
  failure: string | null;
  /** Null when the proof was taken, else the refusal. */
  prove: (proof: GivenProof) => Promise<ApiError | null>;
  proveByPasskey: (trustDevice: boolean | undefined) => Promise<void>;
}

const faults = ['wrong_code', 'wrong_credentials', 'code_expired', 'invalid_request'];
const idle = { pending: false, fault: null, problem: null, failure: null };

/** Sends a proof of the person and sorts what comes back. */
export function useProof({ onProved, onEnded }: ProofHandlers): Proving {
  const [state, setState] = useState<Pick<Proving, 'pending' | 'fault' | 'problem' | 'failure'>>(idle);

  async function prove(proof: GivenProof): Promise<ApiError | null> {
    setState({ ...idle, pending: true });
    try {
      await onProved(await api(createProof, { body: proof }));
      setState(idle);
      return null;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const fault = faults.includes(error.code);
      setState({ ...idle, fault: fault ? error : null, problem: fault ? null : error });
      if (await isOver(error)) onEnded();
      return error;
    }
  }

  async function proveByPasskey(trustDevice: boolean | undefined): Promise<void> {
    setState({ ...idle, pending: true });
    try {
      const { challengeId, options } = await api(createProofChallenge, { body: { method: 'passkey' } });
      const response = await askPasskey(options ?? {});
      await prove({ method: 'passkey', challengeId: challengeId ?? 0, response, trustDevice });
    } catch (error) {
      if (error instanceof ApiError) {
        setState({ ...idle, problem: error });
        if (await isOver(error)) onEnded();
      } else setState({ ...idle, failure: wasCancelled(error) ? null : passkeyFailed });
    }
  }

  return { ...state, prove, proveByPasskey };
}

/** After «too many» the session itself says whether it outlived the tries. */
async function isOver(error: ApiError): Promise<boolean> {
  if (error.code !== 'too_many_requests') return error.code === 'unauthenticated';
  return api(getCurrentSession).then(
    () => false,
    (answer: unknown) => answer instanceof ApiError && answer.code === 'unauthenticated',
  );
}
