/**
 * The one application registered at each of the providers. X's id and secret contain characters that Basic must not
 * encode, those of the company's own provider (`openid`) characters that it must.
 */
export const clients = {
  google: { id: "sitewalk.apps.example.org", secret: "google-secret" },
  facebook: { id: "1234567890", secret: "facebook-secret" },
  twitter: { id: "c2l0ZXdhbGs6MTpjaQ", secret: "x-secret_with-dashes~and_more" },
  openid: { id: "sitewalk:site office", secret: "a secret/with+signs:and%more" },
} as const;

export type ProviderName = keyof typeof clients;

/** Registered as in the providers' consoles: a path of ours, on this machine, whatever the port. */
export function isRedirectRegistered(provider: ProviderName, uri: string): boolean {
  const url = URL.parse(uri);
  return (
    url !== null &&
    (url.hostname === "localhost" || url.hostname === "127.0.0.1") &&
    url.pathname === `/auth/${provider}/callback` &&
    url.search === "" &&
    url.hash === ""
  );
}
