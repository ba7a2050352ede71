import { z } from "zod";
import type { ToolGrant, ToolTokens } from "#server/integrations/tools/tool-client.ts";
import type { AppKey } from "#server/platform/key.ts";

const purpose = "tool-connection";
const Kept = z.object({
  way: z.enum(["sign_in", "token"]),
  access: z.string(),
  refresh: z.string().optional(),
  key: z.string().optional(),
});

export const sealTokens = (key: AppKey, { way, access, refresh, key: appKey }: ToolTokens): string =>
  key.seal(
    purpose,
    JSON.stringify({
      way,
      access,
      ...(refresh !== undefined && { refresh }),
      ...(appKey !== undefined && { key: appKey }),
    }),
  );

/** Null when this installation's key is another one than when it was sealed. */
export function openTokens(key: AppKey, sealed: string): ToolTokens | null {
  const text = key.open(purpose, sealed);
  if (text === null) return null;
  const { way, access, refresh, key: appKey } = Kept.parse(JSON.parse(text));
  return {
    way,
    access,
    ...(refresh !== undefined && { refresh }),
    ...(appKey !== undefined && { key: appKey }),
  };
}

/** Before it is over: an answer takes its time, and clocks differ. */
const skew = 60_000;

export const isStale = (expiresAt: ToolGrant["expiresAt"], now: Date): boolean =>
  expiresAt !== null && expiresAt.getTime() - skew <= now.getTime();
