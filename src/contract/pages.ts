import type { CurrentUser } from "./auth.ts";
import type { Language } from "./languages.ts";
import type { PublicSettings } from "./settings.ts";
import type { ViewerVisit } from "./viewer.ts";

/** What the server writes into the application's page, so that its first paint asks nothing. */
export interface AppBoot {
  /** Null for a guest. */
  readonly user: CurrentUser | null;
  readonly settings: PublicSettings;
  readonly lang: Language;
  readonly realtime: { readonly key: string };
}

/** What the server writes into the public viewer's page. */
export interface ViewerBoot {
  readonly visit: ViewerVisit;
  /** The room to begin with; null when the visit has none yet. */
  readonly room: number | null;
  readonly lang: Language;
  readonly settings: PublicSettings;
}
