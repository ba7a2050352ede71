import type { LinkKind } from "./bearers.ts";
import type { AppKey } from "./key.ts";
import type { Guarded } from "./passes.ts";

/** Eight characters that change with the password of the linked item. */
export const linkMark = (key: AppKey, kind: LinkKind, { id, hash }: Guarded): string =>
  key.sign("media.link", `${kind} ${id} ${hash ?? ""}`).slice(0, 8);
