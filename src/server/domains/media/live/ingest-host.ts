/**
 * By which name cameras reach this server: the setting's, that of PUBLIC_URL, or the one by which the caller did, who
 * is at least somewhere from where that works.
 */
export function hostReader({
  settings,
  publicUrl,
}: {
  readonly settings: { get(): { readonly live_host: string } };
  readonly publicUrl: string;
}): (called: string) => string {
  return (called) =>
    settings.get().live_host || (URL.canParse(publicUrl) ? new URL(publicUrl).hostname : called);
}
