/** Messages from a page to the service worker. */
export type ToWorker =
  /** The user requests the new version now. */
  | { readonly type: "activate" }
  /** The persisted data of one user has been deleted. */
  | { readonly type: "forget" }
  | {
      readonly type: "here";
      /**
       * Sent by a page of the application, which is then cached whole; for a guest at a shared visit only that visit is
       * cached.
       */
      readonly isApplication: boolean;
      readonly language: string;
      /** URLs of the files the page has loaded without the worker. */
      readonly seen: readonly string[];
    };
