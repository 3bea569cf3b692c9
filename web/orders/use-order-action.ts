import { useLayoutEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { BodyInput, Endpoint, ParamsInput } from '#contract/endpoint.ts';
import type { WithProof } from '#web/accounts/proof/step-up.tsx';
import { api, ApiError } from '#web/api/api.ts';
import { useIdempotentAction } from '#web/api/idempotent-action.ts';
import { useRevalidateAfterRefusal } from '#web/api/revalidation.ts';
import { moveFocusToTitle } from '#web/ui/overlays/move-focus.ts';

/** Sends actions on this order. */
export function useOrderAction(hash: string) {
  const { send, ...rest } = useEndpointAction();
  return {
    ...rest,
    send: <E extends Endpoint>(endpoint: E, body?: BodyInput<E>) =>
      send(endpoint, { hash } as unknown as ParamsInput<E>, body),
  };
}

/**
 * Sends actions on something the page shows, with one idempotency key per intended action. A refusal stays on the
 * screen and the page reloads its data. If the pressed button disappears, the focus moves next to it.
 */
export function useEndpointAction() {
  const { revalidate } = useRevalidator();
  const [refusal, setRefusal] = useState<ApiError | null>(null);
  const [pending, setPending] = useState(false);
  const once = useIdempotentAction();
  const renew = useRevalidateAfterRefusal();
  const pressed = useRef<Element>(null);
  useLayoutEffect(() => () => moveFocusToTitle(pressed.current), []);

  /** Resolves to true when the action succeeded. */
  async function send<E extends Endpoint>(
    endpoint: E,
    params: ParamsInput<E>,
    body?: BodyInput<E>,
    withProof: WithProof = (action) => action(),
  ): Promise<boolean> {
    pressed.current = document.activeElement;
    setPending(true);
    setRefusal(null);
    try {
      await withProof(() =>
        once([endpoint.path, params, body], (idempotencyKey) =>
          api(endpoint, { params, body, idempotencyKey } as Parameters<typeof api<E>>[1]),
        ),
      );
      await revalidate();
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setRefusal(error);
      if (error.status === 409) await renew(error);
      return false;
    } finally {
      setPending(false);
    }
  }

  return { send, pending, refusal, forget: () => setRefusal(null) };
}
