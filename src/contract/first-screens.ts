/**
 * Paths of the screens on which most sessions start. Their pages begin with the texts of these screens (`start`); all
 * others follow once the screen is shown. Server and browser must agree on them; this file imports nothing.
 */
export const firstScreens = ["/", "/dashboard", "/projects", "/visits", "/snags"] as const;
export type FirstScreen = (typeof firstScreens)[number];

export const isFirstScreen = (path: string): path is FirstScreen =>
  (firstScreens as readonly string[]).includes(path);
