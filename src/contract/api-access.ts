import { z } from "zod";
import { apiAreas } from "./choices.ts";
import { Can, Empty, IdParams } from "./common.ts";
import { defineApi, endpoint } from "./endpoint.ts";
import { limits } from "./limits.ts";

/** `projects:read`, `snags:write`; writing includes reading. */
export const scopes = apiAreas.flatMap((area) => [`${area}:read`, `${area}:write`] as const);
export type Scope = `${(typeof apiAreas)[number]}:${"read" | "write"}`;
export const Scope = z.enum(scopes as unknown as readonly [Scope, ...Scope[]]);

/** A key with which programs call this API as the user who created it. */
export const ApiToken = z.object({
  id: z.number(),
  name: z.string(),
  /** Its first characters, to distinguish tokens: `swk_3fA9…`. */
  hint: z.string(),
  scopes: z.array(Scope),
  created_at: z.string(),
  /** Null: never. */
  expires_at: z.string().nullable(),
  last_used_at: z.string().nullable(),
  last_address: z.string(),
  can: Can,
});
export type ApiToken = z.output<typeof ApiToken>;

const name = z
  .string({ error: "api_access.name_required" })
  .trim()
  .min(1, { error: "api_access.name_required" })
  .max(limits.name, { error: "api_access.name_long" });

export const apiAccessApi = defineApi({
  "GET /api/tokens": endpoint({
    access: "user",
    summary: "The caller's tokens, newest first.",
    response: z.object({
      items: z.array(ApiToken),
      /** False when the caller's plan does not include the API: no token can be created. */
      is_on: z.boolean(),
    }),
  }),
  "POST /api/tokens": endpoint({
    access: "user",
    summary: "Create a token. It is returned only once.",
    body: z.object({
      name,
      scopes: z.array(Scope).min(1, { error: "api_access.scopes_required" }).max(scopes.length),
      /** Null: never. */
      expires_in_days: z.number().int().min(1).max(limits.apiAccess.days).nullable().default(90),
      /** Password of the caller, if they have one. */
      password: z.string().max(limits.password.max).optional(),
    }),
    response: ApiToken.extend({ token: z.string() }),
    status: 201,
    perMinute: 20,
  }),
  "PUT /api/tokens/{id}": endpoint({
    access: { can: "api_token.edit", by: "id" },
    summary: "Rename a token.",
    params: IdParams,
    body: z.object({ name }),
    response: ApiToken,
  }),
  "DELETE /api/tokens/{id}": endpoint({
    access: { can: "api_token.delete", by: "id" },
    whenOverdue: "open",
    summary: "Revoke a token. It stops working immediately.",
    params: IdParams,
    response: Empty,
  }),
});
