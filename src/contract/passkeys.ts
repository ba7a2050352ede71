import { z } from "zod";
import { SignedIn } from "./auth.ts";
import { Empty, IdParams } from "./common.ts";
import { defineApi, endpoint } from "./endpoint.ts";
import { limits } from "./limits.ts";

export const Passkey = z.object({
  id: z.number(),
  name: z.string(),
  /** Synchronised by a provider and available on several devices, rather than bound to one. */
  synced: z.boolean(),
  created_at: z.string(),
  last_used_at: z.string().nullable(),
});
export type Passkey = z.output<typeof Passkey>;

const Name = z.string().trim().min(1, { error: "passkeys.name_required" }).max(limits.name);
/** Input and output of the browser's WebAuthn calls, as JSON (W3C WebAuthn Level 3, section 5.1.8 and 5.1.9). */
const WebAuthn = z.record(z.string(), z.unknown());

export const passkeysApi = defineApi({
  "GET /api/passkeys": endpoint({
    access: "user",
    summary: "List the caller's passkeys, newest first.",
    response: z.object({ items: z.array(Passkey) }),
  }),
  "POST /api/passkeys/options": endpoint({
    access: "user",
    whenOverdue: "open",
    summary: "Options for creating a passkey in the browser. Requires the password if the account has one.",
    body: z.object({ password: z.string().max(limits.password.max).optional() }),
    response: WebAuthn,
    perMinute: 30,
  }),
  "POST /api/passkeys": endpoint({
    access: "user",
    whenOverdue: "open",
    summary: "Save the passkey created by the browser.",
    body: z.object({ name: Name, credential: WebAuthn }),
    response: Passkey,
    status: 201,
    perMinute: 30,
  }),
  "PUT /api/passkeys/{id}": endpoint({
    access: { can: "passkey.edit", by: "id" },
    whenOverdue: "open",
    summary: "Rename a passkey.",
    params: IdParams,
    body: z.object({ name: Name }),
    response: Passkey,
  }),
  "DELETE /api/passkeys/{id}": endpoint({
    access: { can: "passkey.delete", by: "id" },
    whenOverdue: "open",
    summary: "Delete a passkey. It can no longer be used to sign in.",
    params: IdParams,
    response: Empty,
  }),
  "POST /api/passkeys/sign-in/options": endpoint({
    access: "public",
    summary: "Options for signing in with a passkey, or for using one as the second factor.",
    body: z
      .object({
        /** For the sign-in page: ignores a sign-in that waits for its second factor. */
        anew: z.boolean().optional(),
      })
      .optional(),
    response: WebAuthn,
    openToDemo: true,
    perMinute: 30,
  }),
  "POST /api/passkeys/sign-in": endpoint({
    access: "public",
    summary: "Sign in with a passkey, or complete a sign-in waiting for its second factor.",
    body: z.object({ credential: WebAuthn, rememberMe: z.boolean().default(false) }),
    response: SignedIn,
    openToDemo: true,
    perMinute: 30,
  }),
});
