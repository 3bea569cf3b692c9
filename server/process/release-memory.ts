/**
 * Returns the garbage of a start to the system: it is a third of the memory, and V8 would keep it until the heap has
 * doubled. Does nothing without `--expose-gc`.
 */
export function releaseMemory(): void {
  globalThis.gc?.({ type: 'major', execution: 'async', flavor: 'last-resort' });
}
