import type { SettingsReader } from './environment.ts';

/** Where spans are sent, and which share of the requests is traced, 0 to 1. */
export interface TraceSettings {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly share: number;
}

/** The names and shapes are OpenTelemetry's, which its collectors document. */
export function readTraces(read: SettingsReader, faults: string[]): TraceSettings | null {
  const endpoint = read.url('OTEL_EXPORTER_OTLP_ENDPOINT', ['http:', 'https:']);
  const given = read.text('OTEL_TRACES_SAMPLER_ARG') ?? '1';
  const share = Number(given);
  if (!(share >= 0 && share <= 1)) {
    faults.push(
      `OTEL_TRACES_SAMPLER_ARG: «${given}» não serve; use a parte dos pedidos, de 0 a 1, por exemplo 0.05.`,
    );
  }
  const pairs = (read.text('OTEL_EXPORTER_OTLP_HEADERS') ?? '').split(',').filter(Boolean);
  if (pairs.some((pair) => !/^[\w-]+=./.test(pair.trim()))) {
    faults.push('OTEL_EXPORTER_OTLP_HEADERS: use nome=valor, separados por vírgula.');
  }
  if (endpoint === null) return null;
  const headers = Object.fromEntries(
    pairs.map((pair) => {
      const [name, ...value] = pair.trim().split('=');
      return [name!, value.join('=')];
    }),
  );
  return { url: `${endpoint.replace(/\/+$/, '')}/v1/traces`, headers, share };
}
