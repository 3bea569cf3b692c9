/** A frame of the protocol as text. The server encodes its data as a JSON string inside JSON. */
export function frame(
  event: string,
  data: unknown,
  channel?: string,
  extra?: Record<string, unknown>,
): string {
  return rawFrame(event, JSON.stringify(data), channel, extra);
}

/** The same for data that is JSON text already. */
export function rawFrame(
  event: string,
  data: string,
  channel?: string,
  extra?: Record<string, unknown>,
): string {
  return JSON.stringify({ event, ...(channel !== undefined && { channel }), data, ...extra });
}

/** An error's data is an object, not a string. */
export function errorFrame(code: number | null, message: string): string {
  return JSON.stringify({ event: 'pusher:error', data: { code, message } });
}

export interface ClientFrame {
  event: string;
  channel?: string;
  data: Record<string, unknown>;
}

/** Parses a client's frame; null when it is invalid. */
export function readFrame(text: string): ClientFrame | null {
  try {
    const { event, channel, data } = JSON.parse(text) as Record<string, unknown>;
    if (typeof event !== 'string' || event.length > 200) return null;
    if (channel !== undefined && typeof channel !== 'string') return null;
    const parsed: unknown = typeof data === 'string' && data.startsWith('{') ? JSON.parse(data) : data;
    const fields = typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : {};
    return { event, channel, data: fields };
  } catch {
    return null;
  }
}
