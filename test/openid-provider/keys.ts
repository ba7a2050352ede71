import { type CryptoKey, exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from "jose";

interface Key {
  readonly kid: string;
  readonly privateKey: CryptoKey;
  readonly jwk: JWK;
}

export interface SigningKeys {
  /** What is published: the key in use, and the one that comes next. */
  published(): { keys: JWK[] };
  /** Signs with the key in use. */
  sign(claims: JWTPayload): Promise<string>;
  /** With a key that was never published. */
  signUnpublished(claims: JWTPayload): Promise<string>;
  /** The next key comes into use, and a fresh one is published beside it. */
  rotate(): Promise<void>;
}

export async function createSigningKeys(): Promise<SigningKeys> {
  let count = 0;
  const make = async (): Promise<Key> => {
    count += 1;
    const kid = `key-${count}`;
    const { privateKey, publicKey } = await generateKeyPair("RS256", { extractable: true });
    return { kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: "RS256", use: "sig" } };
  };
  let current = await make();
  let next = await make();
  const sign = ({ privateKey, kid }: Key, claims: JWTPayload) =>
    new SignJWT(claims).setProtectedHeader({ alg: "RS256", kid, typ: "JWT" }).sign(privateKey);
  return {
    published: () => ({ keys: [current.jwk, next.jwk] }),
    sign: (claims) => sign(current, claims),
    signUnpublished: async (claims) => sign(await make(), claims),
    async rotate() {
      current = await make();
      next = await make();
    },
  };
}
