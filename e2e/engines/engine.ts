/** One step of a pointer with one button. Lengths in CSS pixels from the viewport's corner. */
export type PointerStep =
  | { readonly x: number; readonly y: number }
  | "down"
  | "up"
  | { readonly wait: number };

/** What each engine's driver does in its own way; everything else is `tab.ts`, once for all. */
export interface TabDriver {
  goto(address: string): Promise<void>;
  reload(): Promise<void>;
  address(): Promise<string>;
  /** Runs a whole script in the page. */
  run(script: string): Promise<void>;
  /** Calls a function, given by its text, with what can be written as JSON; waits for a promise that it returns. */
  call(fn: string, given: unknown): Promise<unknown>;
  pointer(steps: readonly PointerStep[]): Promise<void>;
  /** Characters as somebody types them into what has the focus. */
  type(text: string): Promise<void>;
  /** A key by its name (`KeyboardEvent.key`). */
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

/** A browser that is running. */
export interface Engine {
  readonly name: string;
  readonly version: string;
  /** A tab of a profile of its own, without cookies. */
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
  /** False: as on a machine whose browser has no WebGL. */
  readonly hasWebgl: boolean;
}
