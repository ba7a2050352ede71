import { z } from "zod";
import type { AutodeskTokens } from "#server/integrations/autodesk/authentication.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { AppKey } from "#server/platform/key.ts";

const Token = z.object({
  access: z.string(),
  /** Milliseconds since 1970: when it was issued, and until when it is used. */
  since: z.number(),
  until: z.number(),
});
const Secrets = z.object({
  refresh: z.string(),
  read: Token.optional(),
  export: Token.optional(),
  viewer: Token.optional(),
});
type Secrets = z.output<typeof Secrets>;
export type Token = z.output<typeof Token>;

const purposeOfSeal = "autodesk-tokens";
/** Lifetime of a refresh token in days, used or not. */
const connectionDays = 15;
/** Tokens are replaced this many milliseconds before they expire: calls need time to arrive. */
const skew = 60_000;
/** A token issued within this many milliseconds is fresh enough for another refresh request. */
const justNow = 10_000;

/** Stored form of tokens, and their lifetimes. */
export function createTokenSeal(clock: Clock, key: AppKey) {
  const now = () => clock.now().getTime();
  const seal = (secrets: Secrets) => key.seal(purposeOfSeal, JSON.stringify(secrets));
  /** Null when they were encrypted with another secret of the installation. */
  const open = (sealed: string): Secrets | null => {
    const text = key.open(purposeOfSeal, sealed);
    return text === null ? null : Secrets.parse(JSON.parse(text));
  };
  const tokenOf = ({ access, expiresIn }: AutodeskTokens): Token => ({
    access,
    since: now(),
    until: now() + expiresIn * 1000 - skew,
  });
  const refreshUntil = () => new Date(now() + connectionDays * 86_400_000);
  const isGood = (token: Token | undefined, isForced: boolean, refused: string | undefined): token is Token =>
    token !== undefined &&
    token.until > now() &&
    token.access !== refused &&
    (!isForced || now() - token.since < justNow);
  return { seal, open, tokenOf, refreshUntil, isGood };
}

export type TokenSeal = ReturnType<typeof createTokenSeal>;
