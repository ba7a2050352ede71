/** What goes wrong, on purpose. All at rest: the service behaves. */
export interface Knobs {
  /** Nobody is answered: connections are cut as they come. */
  isDown: boolean;
  /** Milliseconds before every answer. */
  slow: number;
  /** Every so manieth call goes wrong inside the service, with nothing done; 0: none. */
  brokenEvery: number;
  /** Every so manieth call that carries an object is cut in the middle of its bytes, in either direction; 0: none. */
  cutEvery: number;
  /** Every so manieth answer to a change never arrives, although it was made; 0: none. */
  lostEvery: number;
  /** Writing is not allowed to this account. */
  isReadOnly: boolean;
  /** There is no room for another object. */
  isFull: boolean;
  /** A lesser service: it cannot list uploads in parts. */
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

/** Those named in a text of JSON, over those given; throws for what is no knob. */
export function turned(knobs: Knobs, text: string): Knobs {
  const wanted = JSON.parse(text) as Record<string, unknown>;
  for (const [name, value] of Object.entries(wanted))
    if (!(name in calm) || typeof value !== typeof calm[name as keyof Knobs])
      throw new Error(`no such knob: ${name}`);
  return { ...knobs, ...wanted };
}
