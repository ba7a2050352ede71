import { createHash, randomBytes } from "node:crypto";
import type { AppKey } from "#server/platform/key.ts";

const PURPOSE = "answer-link";

/** A link as far as its code depends on it. */
export interface CodedLink {
  readonly id: number;
  readonly nonce: string;
}

/** 128 bits. Another nonce is another code: the one before opens nothing any more. */
export const newNonce = (): string => randomBytes(16).toString("base64url");

/**
 * The code of a link: a signature by the key of the installation, so that emails can name it again although the database
 * holds its hash alone.
 */
export const codeOf = (key: AppKey, { id, nonce }: CodedLink): string => key.sign(PURPOSE, `${id} ${nonce}`);

export const hashOfCode = (code: string): Buffer => createHash("sha256").update(code).digest();

/** Path of the answer page, and of the one-click address for mail programs. */
export const answerPath = (code: string): string => `/answer/${code}`;
export const unsubscribePath = (code: string): string => `/answer/${code}/unsubscribe`;
