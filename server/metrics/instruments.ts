import { createNoopMeter } from '@opentelemetry/api';
import type { Counter, Histogram, Meter } from '@opentelemetry/api';

/** Seconds: from a cached page to the limit of a statement. */
const requestBounds = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Seconds: from a short queue to the pool's time limit. */
const waitBounds = [0.005, 0.05, 0.25, 1, 2.5, 5];

/** What this process counts while it works. Every label has few values and says nothing of a person. */
interface Instruments {
  request: Histogram<{ route: string; method: string; status: string }>;
  refusal: Counter<{ code: string }>;
  unavailable: Counter<{ cause: string }>;
  connectionWait: Histogram;
  providerCall: Counter<{ service: string; outcome: 'ok' | 'failed' }>;
  sweepFailure: Counter<{ sweep: string }>;
}

/** Without a metrics port every instrument does nothing. */
let instruments = createInstruments(createNoopMeter());

let measuring = false;

/** Whether this process has a metrics port, so that callers may skip work for it. */
export const isMeasuring = () => measuring;

/** From now on everything is counted by this meter. */
export function useMeter(meter: Meter): void {
  instruments = createInstruments(meter);
  measuring = true;
}

function createInstruments(meter: Meter): Instruments {
  return {
    request: meter.createHistogram('http_request_duration_seconds', {
      description: 'Duration of a request until its last byte was handed over.',
      advice: { explicitBucketBoundaries: requestBounds },
    }),
    refusal: meter.createCounter('refusals', {
      description: 'Answers with an error, by its code.',
    }),
    unavailable: meter.createCounter('unavailable', {
      description: 'Answers with 503, by cause: an SQLSTATE, a system error, or the code of the error.',
    }),
    connectionWait: meter.createHistogram('database_wait_seconds', {
      description: 'Time that a query waited because every connection of the pool was in use.',
      advice: { explicitBucketBoundaries: waitBounds },
    }),
    providerCall: meter.createCounter('provider_calls', {
      description: 'Calls to providers of payments, mail, text messages, notices and freight, by outcome.',
    }),
    sweepFailure: meter.createCounter('sweep_failures', {
      description: 'Runs of a periodic task that failed.',
    }),
  };
}

/**
 * @param request.route the pattern of the address, never the address
 * @param request.ms the duration in milliseconds
 */
export function measureRequest(request: { route: string; method: string; status: number; ms: number }): void {
  if (!measuring) return;
  const { route, method, status, ms } = request;
  instruments.request.record(ms / 1_000, { route, method, status: `${Math.floor(status / 100)}xx` });
}

/** @param code a code of `errorTable` */
export function countRefusal(code: string): void {
  instruments.refusal.add(1, { code });
}

/** @param cause one of the codes that are answered with 503 */
export function countUnavailable(cause: string): void {
  instruments.unavailable.add(1, { cause });
}

export function measureConnectionWait(ms: number): void {
  instruments.connectionWait.record(ms / 1_000);
}

export function countProviderCall(service: string, outcome: 'ok' | 'failed'): void {
  instruments.providerCall.add(1, { service, outcome });
}

export function countSweepFailure(sweep: string): void {
  instruments.sweepFailure.add(1, { sweep });
}
