/**
 * Host name by which cameras reach this server: the setting's, that of PUBLIC_URL, or that of the present request,
 * which works at least from the caller's network.
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
