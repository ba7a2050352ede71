/** What a page tells the service worker. */
export type ToWorker =
  /** Somebody wants the new version now. */
  | { readonly type: "activate" }
  /** What one person saw has been deleted. */
  | { readonly type: "forget" }
  | {
      readonly type: "here";
      /** Of the application, which is then kept whole; a guest at a shared visit keeps that alone. */
      readonly isApplication: boolean;
      readonly language: string;
      /** Addresses of what the page has loaded without the worker. */
      readonly seen: readonly string[];
    };
