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

/** Null when they were encrypted with another key of the installation. */
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

/** Margin before expiry: a response takes time, and clocks differ. */
const skew = 60_000;

export const isStale = (expiresAt: ToolGrant["expiresAt"], now: Date): boolean =>
  expiresAt !== null && expiresAt.getTime() - skew <= now.getTime();
