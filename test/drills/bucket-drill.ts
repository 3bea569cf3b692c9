import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { startS3Double } from '#test/files/s3-double.ts';
import { drillRounds, figuresOf, percentile } from './rounds.ts';
import type { Load } from './rounds.ts';
import { openDrillStage } from './stage.ts';
import type { DrillOptions, DrillStage } from './stage.ts';
import { openVisitors } from './visitors.ts';

const outages = ['parado', 'lento'] as const;
/** Past the time limit of a call that reads, 10 s. */
const slowMs = 20_000;
const normalMs = 15_000;
const outageMs = 30_000;
/** A person has the photo, or an explanation, by then. */
const mostMs = 20_000;
/** Purchases go on at this share of their pace or more; a busy machine is uneven. */
const leastPace = 1 / 3;

/**
 * The bucket of photos and files stops, and then answers late, under purchases, uploads and downloads of photos. Purchases
 * and visitors go on, an upload gets a 503 that says what to do, in time, and every acknowledged photo is there afterwards.
 * @returns what is wrong, one line each
 */
export async function drillBucket(options: DrillOptions): Promise<string[]> {
  const s3 = await startS3Double();
  const stage = await openDrillStage({ buyers: 3, stock: 3_000, settings: s3.settings });
  const photos = openPhotos(stage);
  const visitors = await openVisitors(stage);
  const faults: string[] = [];
  let isOver = false;
  const photographing = photos.run(() => isOver);

  async function strike(n: number, load: Load): Promise<{ what: string; tookMs: number }> {
    const what = outages[n % outages.length]!;
    if (n === 0) await visitors.begin();
    const before = await paceOf(load, normalMs);
    visitors.enter(what);
    if (what === 'parado') s3.setDown(true);
    else s3.slowDown(slowMs);
    const during = await paceOf(load, outageMs);
    s3.setDown(false);
    s3.slowDown(0);
    visitors.enter('depois');
    const since = performance.now();
    options.say(`${what}: antes ${textOf(before)}; durante ${textOf(during)}`);
    if (during.perSecond < before.perSecond * leastPace) faults.push(`${what}: purchases became slow`);
    await photos.untilNext();
    return { what, tookMs: performance.now() - since };
  }

  async function end(): Promise<void> {
    isOver = true;
    await Promise.all([photographing, visitors.stop()]);
  }

  try {
    faults.push(...(await drillRounds(options, { stage, strike, restore: photos.findMissing, end })));
    return [...faults, ...photos.judge(options.say), ...visitors.judge(options.say)];
  } finally {
    await end();
    await stage.close();
    await s3.close();
  }
}

interface Pace {
  perSecond: number;
  tookMs: number[];
}

async function paceOf({ acknowledged }: Load, forMs: number): Promise<Pace> {
  const from = acknowledged.length;
  await sleep(forMs);
  const tookMs = acknowledged.slice(from).map((each) => each.tookMs);
  return { perSecond: (tookMs.length * 1_000) / forMs, tookMs };
}

const textOf = ({ perSecond, tookMs }: Pace) =>
  `${perSecond.toFixed(1)} escritas por segundo, p95 ${Math.round(percentile(tookMs, 0.95))} ms`;

/** People who send photos, and people who look at them. */
function openPhotos(stage: DrillStage) {
  const stored: string[] = [];
  const tookMs: number[] = [];
  const faults: string[] = [];
  let refused = 0;

  /** @returns the reply's body where the photo was taken or shown; null for a 503 that explains itself in time */
  async function judged(what: string, ask: () => Promise<Response>): Promise<string | null> {
    const since = performance.now();
    const answer = await ask().catch((error: Error) => error);
    const ms = performance.now() - since;
    tookMs.push(ms);
    if (ms > mostMs) faults.push(`${what}: answered after ${Math.round(ms)} ms`);
    if (answer instanceof Error) {
      faults.push(`${what}: ${answer.message}`);
      return null;
    }
    const text = await answer.text();
    if (answer.ok) return text;
    refused += 1;
    if (answer.status !== 503 || !/Tente de novo/.test(text))
      faults.push(`${what}: ${answer.status} ${text}`);
    return null;
  }

  async function send(person: DrillStage['seller']): Promise<void> {
    const headers = { authorization: `Bearer ${person.token}`, 'content-type': 'image/jpeg' };
    const body = new Uint8Array(await photo());
    const signal = AbortSignal.timeout(60_000);
    const taken = await judged('photo', () =>
      fetch(`${stage.url}/api/v1/images`, { method: 'POST', headers, body, signal }),
    );
    if (taken !== null) stored.push((JSON.parse(taken) as { data: { key: string } }).data.key);
  }

  const show = (key: string) =>
    judged('picture', () =>
      fetch(`${stage.url}/imagens/${key}-320.webp`, { signal: AbortSignal.timeout(60_000) }),
    );

  return {
    run: (isOver: () => boolean) =>
      Promise.all([
        ...stage.people.slice(0, 2).map((person) => repeat(() => send(person), 1_500, isOver)),
        repeat(async () => stored.length > 0 && show(stored.at(-1)!), 250, isOver),
      ]),
    /** Resolves when the next photo is taken. */
    async untilNext(): Promise<void> {
      const before = stored.length;
      while (stored.length === before) await sleep(20);
    },
    async findMissing(): Promise<string[]> {
      const shown = await Promise.all(stored.map(show));
      return stored.filter((_, at) => shown[at] === null).map((key) => `the photo ${key} was lost`);
    },
    judge(say: (line: string) => void): string[] {
      say(`${stored.length} fotos guardadas, ${refused} respostas 503, ${figuresOf(tookMs)}`);
      if (refused === 0) faults.push('no photo was refused while the bucket was away');
      return faults.slice(0, 10);
    },
  };
}

async function photo(): Promise<Buffer> {
  const raw = { width: 24, height: 16, channels: 3 } as const;
  return sharp(randomBytes(24 * 16 * 3), { raw })
    .resize(480, 320)
    .jpeg()
    .toBuffer();
}

async function repeat(work: () => Promise<unknown>, pauseMs: number, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    await work();
    await sleep(pauseMs);
  }
}
