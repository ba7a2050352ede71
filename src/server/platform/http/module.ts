import type { FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import type { RecordAccess } from "#contract/endpoint.ts";
import type { Api, Route } from "#contract/index.ts";
import type { SubjectName } from "#contract/kinds.ts";
import type { Authorized, Subjects } from "../policy.ts";
import type { Session, SessionUser, TokenPass } from "../session.ts";
import type { Download } from "./download.ts";

type Schema = z.core.$ZodType;
type Parsed<E, K extends "params" | "query" | "body"> = E extends { [P in K]: infer S extends Schema }
  ? z.output<S>
  : undefined;

type SubjectOf<A> = A extends RecordAccess
  ? A["can"] extends `${infer S extends SubjectName}.${string}`
    ? S extends keyof Subjects
      ? Authorized<Subjects[S]>
      : never
    : never
  : undefined;

/** A file that has been received completely, within its limit; removed after the call unless it was kept. */
export interface UploadedFile {
  readonly path: string;
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** Files that the contract declares optional may be missing. */
type Files<E> = E extends { upload: infer U }
  ? { readonly [K in keyof U]: U[K] extends { optional: true } ? UploadedFile | undefined : UploadedFile }
  : undefined;

/** Context of a handler: everything already parsed, counted, authorised. */
export interface CallContext<R extends Route> {
  readonly params: Parsed<Api[R], "params">;
  readonly query: Parsed<Api[R], "query">;
  readonly body: Parsed<Api[R], "body">;
  readonly files: Files<Api[R]>;
  /** The record that the access rule named, loaded and allowed. */
  readonly subject: SubjectOf<Api[R]["access"]>;
  /** Never null where the contract asks for more than `public`. */
  readonly user: Api[R]["access"] extends "public" ? SessionUser | null : SessionUser;
  readonly session: Session | null;
  /** The token of a program, with its scopes; null for a browser. */
  readonly pass: TokenPass | null;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** A file where the contract says so, otherwise the type of its schema. */
type Answer<E extends { response: Schema }> = E extends { download: string }
  ? Download
  : z.input<E["response"]>;

export type Handler<R extends Route> = (context: CallContext<R>) => Promise<Answer<Api[R]>>;
export type Handlers<R extends Route> = { readonly [K in R]: Handler<K> };

/** A domain's calls: every key of its part of the contract must be present, with the correct reply type. */
export function handlers<const T extends Partial<Api>>(
  _api: T,
  table: Handlers<keyof T & Route>,
): Handlers<keyof T & Route> {
  return table;
}
