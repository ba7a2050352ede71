import type { SpherePart } from "#contract/gpano.ts";
import { serveOrders } from "./decoding-child.ts";
import { makeVariants } from "./variants.ts";

/* Order for the child process that makes the variants of panoramas, forked by workers.ts. */
export interface WorkOrder {
  readonly source: string;
  /** An empty folder; on success it holds the whole set. */
  readonly directory: string;
  /** The whole, level sphere by default. */
  readonly part?: SpherePart;
}

// Of all the formats the library supports, panoramas only ever have this one.
serveOrders(["VipsForeignLoadJpegFile"], ({ source, directory, part }: WorkOrder, onPreviews) =>
  makeVariants(source, directory, onPreviews, part),
);
