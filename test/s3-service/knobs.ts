/** Deliberate faults. All off: the service behaves correctly. */
export interface Knobs {
  /** No response: connections are cut when they open. */
  isDown: boolean;
  /** Milliseconds before every response. */
  slow: number;
  /** Every n-th call fails inside the service, without effect; 0: none. */
  brokenEvery: number;
  /** Every n-th call that carries an object is cut in the middle of its bytes, in either direction; 0: none. */
  cutEvery: number;
  /** Every n-th response to a change is lost, although the change was made; 0: none. */
  lostEvery: number;
  /** This account may not write. */
  isReadOnly: boolean;
  /** There is no space for another object. */
  isFull: boolean;
  /** A limited service: it cannot list multipart uploads. */
  isPlain: boolean;
}

export const calm: Readonly<Knobs> = {
  isDown: false,
  slow: 0,
  brokenEvery: 0,
  cutEvery: 0,
  lostEvery: 0,
  isReadOnly: false,
  isFull: false,
  isPlain: false,
};

/** Applies the knobs of a JSON text over the given ones; throws for unknown knobs. */
export function turned(knobs: Knobs, text: string): Knobs {
  const wanted = JSON.parse(text) as Record<string, unknown>;
  for (const [name, value] of Object.entries(wanted))
    if (!(name in calm) || typeof value !== typeof calm[name as keyof Knobs])
      throw new Error(`no such knob: ${name}`);
  return { ...knobs, ...wanted };
}
