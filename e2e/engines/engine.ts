/** One step of a pointer with one button. Lengths in CSS pixels from the viewport's corner. */
export type PointerStep =
  | { readonly x: number; readonly y: number }
  | "down"
  | "up"
  | { readonly wait: number };

/** Operations that differ between engines' drivers; everything else is shared in `tab.ts`. */
export interface TabDriver {
  goto(address: string): Promise<void>;
  reload(): Promise<void>;
  address(): Promise<string>;
  /** Runs a complete script in the page. */
  run(script: string): Promise<void>;
  /** Calls a function, given by its text, with a JSON-serialisable argument; waits for a promise that it returns. */
  call(fn: string, given: unknown): Promise<unknown>;
  pointer(steps: readonly PointerStep[]): Promise<void>;
  /** Types characters into the focused element. */
  type(text: string): Promise<void>;
  /** Presses a key by its name (`KeyboardEvent.key`). */
  press(key: string): Promise<void>;
  /** Puts files into the input that the selector finds. */
  choose(selector: string, paths: readonly string[]): Promise<void>;
  /** PNG of the viewport. */
  screenshot(): Promise<Buffer>;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A running browser. */
export interface Engine {
  readonly name: string;
  readonly version: string;
  /** Opens a tab in a profile of its own, without cookies. */
  open(size: Size): Promise<OpenTab>;
  end(): Promise<void>;
}

export interface OpenTab {
  readonly driver: TabDriver;
  close(): Promise<void>;
}

export interface Launch {
  /** DISPLAY of a virtual screen. */
  readonly display: string;
  /** False simulates a machine whose browser has no WebGL. */
  readonly hasWebgl: boolean;
}
