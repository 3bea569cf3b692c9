import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';

/** A reference to the value of the latest render, for callbacks that outlive the render that created them. */
export function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}
