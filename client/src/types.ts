// Types of the app itself. Only types are imported from there: no code of the product runs in a client.
import type { z } from "zod";
import type { Endpoint } from "../../src/contract/endpoint.ts";
import type { Api, Route } from "../../src/contract/index.ts";

export type { Scope } from "../../src/contract/api-access.ts";
export type { ErrorCode, FieldErrors } from "../../src/contract/errors.ts";
export type { Route } from "../../src/contract/index.ts";

type Schema = z.core.$ZodType;
type Part<E, K extends "params" | "query" | "body"> = E extends { [P in K]: infer S extends Schema }
  ? undefined extends z.input<S>
    ? { [P in K]?: z.input<S> }
    : Record<never, never> extends z.input<S>
      ? { [P in K]?: z.input<S> }
      : { [P in K]: z.input<S> }
  : { [P in K]?: never };
type InputOf<E> = E extends unknown ? Part<E, "params"> & Part<E, "query"> & Part<E, "body"> : never;
/**
 * Mapped per route: over all routes at once, three unions would be multiplied with each other, which no compiler
 * survives.
 */
type Inputs = { [R in Route]: InputOf<Api[R]> };
type Outputs = { [R in Route]: z.output<Api[R]["response"]> };

/** Input of a call: `params` of the path, `query`, `body`. */
export type Input<R extends Route> = Inputs[R];
/** The `data` of its reply. */
export type Output<R extends Route> = Outputs[R];

/** Omitted if the route needs no input. */
export type Arguments = {
  [R in Route]: Record<never, never> extends Inputs[R]
    ? [input?: Inputs[R], options?: CallOptions]
    : [input: Inputs[R], options?: CallOptions];
};

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Milliseconds for one attempt, overriding the client's own. */
  readonly timeout?: number;
}

type Items = {
  [R in Route]: Outputs[R] extends { items: readonly (infer T)[]; total: number } ? T : never;
};
/** Routes of paginated lists. */
export type PagedRoute = { [R in Route]: [Items[R]] extends [never] ? never : R }[Route];
/** A row of such a list. */
export type Item<R extends PagedRoute> = Items[R];

/** Routes that return a file. */
export type DownloadRoute = {
  [R in Route]: Api[R] extends Endpoint & { download: string } ? R : never;
}[Route];
