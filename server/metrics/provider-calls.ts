import { isRefusal } from '#server/adapters/payments/failures.ts';
import { inSpan, isTracing } from '#server/tracing/spans.ts';
import { countProviderCall, isMeasuring } from './instruments.ts';

/**
 * The same adapter, with each of its calls counted by outcome and traced. A refusal is an answer: the provider works, and
 * said no.
 * @param service the name in metrics and traces, such as `payments`
 */
export function followCalls<T extends object>(service: string, adapter: T): T {
  if (!isMeasuring() && !isTracing()) return adapter;
  return new Proxy(adapter, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return (...args: unknown[]): unknown => {
        const answer = inSpan<unknown>(`${service} ${String(name)}`, {}, () =>
          Reflect.apply(member, target, args),
        );
        if (answer instanceof Promise) void answer.then(succeeded, failed);
        return answer;
      };
    },
  });

  function succeeded(): void {
    countProviderCall(service, 'ok');
  }

  function failed(error: unknown): void {
    countProviderCall(service, isRefusal(error) ? 'ok' : 'failed');
  }
}
