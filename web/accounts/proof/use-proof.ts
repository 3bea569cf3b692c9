import { useState } from 'react';
import type { BodyInput, Reply } from '#contract/endpoint.ts';
import { createProof, createProofChallenge, getCurrentSession } from '#contract/accounts/sessions.ts';
import { api, ApiError } from '#web/api/api.ts';
import { requestPasskey, passkeyFailureText, wasCancelled } from '#web/accounts/passkeys.ts';

type GivenProof = BodyInput<typeof createProof>;
export type Proved = Reply<typeof createProof>;

export interface ProofHandlers {
  onProved: (proved: Proved) => Promise<void>;
  /** Called when the session has ended: too many wrong codes, or it was ended elsewhere. */
  onEnded: () => void;
}

export interface Proving {
  pending: boolean;
  /** The error of the typed value. */
  inputError: ApiError | null;
  /** Any other API error. */
  problem: ApiError | null;
  /** Why the browser could not use a passkey. */
  failure: string | null;
  /** Resolves to null when the proof was accepted, else to the error. */
  prove: (proof: GivenProof) => Promise<ApiError | null>;
  proveByPasskey: (trustDevice: boolean | undefined) => Promise<void>;
}

const inputErrorCodes = ['wrong_code', 'wrong_credentials', 'code_expired', 'invalid_request'];
const idle = { pending: false, inputError: null, problem: null, failure: null };

/** Sends a proof of identity and classifies the result. */
export function useProof({ onProved, onEnded }: ProofHandlers): Proving {
  const [state, setState] = useState<Pick<Proving, 'pending' | 'inputError' | 'problem' | 'failure'>>(idle);

  async function prove(proof: GivenProof): Promise<ApiError | null> {
    setState({ ...idle, pending: true });
    try {
      await onProved(await api(createProof, { body: proof }));
      setState(idle);
      return null;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const isInputError = inputErrorCodes.includes(error.code);
      setState({ ...idle, inputError: isInputError ? error : null, problem: isInputError ? null : error });
      if (await hasEnded(error)) onEnded();
      return error;
    }
  }

  async function proveByPasskey(trustDevice: boolean | undefined): Promise<void> {
    setState({ ...idle, pending: true });
    try {
      const { challengeId, options } = await api(createProofChallenge, { body: { method: 'passkey' } });
      const response = await requestPasskey(options ?? {});
      await prove({ method: 'passkey', challengeId: challengeId ?? 0, response, trustDevice });
    } catch (error) {
      if (error instanceof ApiError) {
        setState({ ...idle, problem: error });
        if (await hasEnded(error)) onEnded();
      } else setState({ ...idle, failure: wasCancelled(error) ? null : passkeyFailureText });
    }
  }

  return { ...state, prove, proveByPasskey };
}

/** After «too many requests» the session's own state says whether it has ended. */
async function hasEnded(error: ApiError): Promise<boolean> {
  if (error.code !== 'too_many_requests') return error.code === 'unauthenticated';
  return api(getCurrentSession).then(
    () => false,
    (answer: unknown) => answer instanceof ApiError && answer.code === 'unauthenticated',
  );
}
