import { type Configuration, getJwksCache, setJwksCache } from "openid-client";

/**
 * Caches a provider's keys for five minutes, those of one address at a time. The library fetches keys again for an
 * unknown key id, but only when its copy is a minute old: cached keys count as that old, so that a key rotation never
 * refuses a sign-in, and each sign-in fetches at most once more.
 */
export function createKeyCache() {
  const minute = 60;
  let kept:
    | { jwks: NonNullable<ReturnType<typeof getJwksCache>>["jwks"]; uat: number; of: string }
    | undefined;
  return async <T>(config: Configuration, work: () => Promise<T>): Promise<T> => {
    const of = config.serverMetadata().jwks_uri ?? "";
    const held = kept?.of === of ? kept : undefined;
    if (held !== undefined) setJwksCache(config, { jwks: held.jwks, uat: held.uat - minute });
    try {
      return await work();
    } finally {
      const now = getJwksCache(config);
      if (now !== undefined && now.uat !== (held?.uat ?? 0) - minute)
        kept = { jwks: now.jwks, uat: now.uat, of };
    }
  };
}
