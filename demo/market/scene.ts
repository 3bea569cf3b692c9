/** An action of a person, and when it happens in the demo's past. */
export interface Scene {
  daysAgo: number;
  /** @returns what follows later, if anything */
  play: () => Promise<Scene[] | void>;
}

/** Plays scenes from the oldest on; what follows from one takes its place among the others. */
export async function playScenes(
  scenes: readonly Scene[],
  { goTo, progress }: { goTo: (daysAgo: number) => Promise<void>; progress: (percent: number) => void },
): Promise<void> {
  const queue = scenes.toSorted((a, b) => b.daysAgo - a.daysAgo);
  let reported = 0;
  for (let played = 0; played < queue.length; played += 1) {
    const { daysAgo, play } = queue[played]!;
    await goTo(daysAgo);
    for (const next of (await play()) ?? []) {
      const place = queue.findIndex((each, index) => index > played && each.daysAgo < next.daysAgo);
      queue.splice(place < 0 ? queue.length : place, 0, next);
    }
    const tenth = Math.floor((10 * (played + 1)) / queue.length);
    if (tenth > reported) progress(10 * (reported = tenth));
  }
}
