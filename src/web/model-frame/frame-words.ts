/**
 * Messages between the page and the frame of the viewer. The frame runs a third-party script: it has an opaque origin,
 * no access to our data, and receives a token that can view models and no more.
 */

export interface FrameToken {
  readonly token: string;
  /** Seconds. */
  readonly expires: number;
}

export interface OpenModel extends FrameToken {
  readonly say: "open";
  /** URLs of the viewer's script and styles. */
  readonly script: string;
  readonly styles: string;
  readonly urn: string;
  /** Region of the model, as Autodesk names it; empty for the United States. */
  readonly region: string;
  /** The view; empty for the model's default view. */
  readonly guid: string;
  readonly language: string;
  readonly isDark: boolean;
}

/** From the page to the frame. */
export type ToFrame =
  | OpenModel
  | { readonly say: "view"; readonly guid: string }
  | ({ readonly say: "token" } & FrameToken);

/** Why the viewer shows nothing: its script did not load, it did not start, or it could not open the model. */
export type FrameFailure = "script" | "start" | "model";

/** From the frame to the page. */
export type FromFrame =
  | { readonly say: "ready" | "shown" | "token-wanted" }
  | { readonly say: "failed"; readonly why: FrameFailure; readonly detail: string };

const failures: readonly string[] = ["script", "start", "model"] satisfies FrameFailure[];

/** Returns the message of the frame; null for everything that it cannot have sent. */
export function readFrame(data: unknown): FromFrame | null {
  if (typeof data !== "object" || data === null || !("say" in data)) return null;
  const { say, why, detail } = data as { say: unknown; why?: unknown; detail?: unknown };
  if (say === "ready" || say === "shown" || say === "token-wanted") return { say };
  if (say !== "failed" || typeof why !== "string" || !failures.includes(why)) return null;
  return { say, why: why as FrameFailure, detail: typeof detail === "string" ? detail.slice(0, 200) : "" };
}
