import type { CurrentUser } from "./auth.ts";
import type { Language } from "./languages.ts";
import type { PublicSettings, Settings } from "./settings.ts";
import type { Showcase } from "./showcase.ts";
import type { PublicProfile } from "./users.ts";
import type { ViewerVisit } from "./viewer.ts";

/** What the server writes into the application's page, so that its first paint asks nothing. */
export interface AppBoot {
  /** Null for a guest. */
  readonly user: CurrentUser | null;
  /** As many as this person may know. */
  readonly settings: Settings;
  readonly lang: Language;
  readonly realtime: RealtimeBoot;
  /** What a public page shows; absent where it shows nothing that would have to be asked for. */
  readonly content?: PublicContent;
  /** Absent: errors are told to nobody. */
  readonly reporting?: ReportingBoot;
}

/** One of them: what the address leads to. */
export interface PublicContent {
  readonly showcase?: Showcase;
  readonly profile?: PublicProfile;
}

/** What stands in the page that a browser keeps for when there is no connection: nobody, and what everybody may know. */
export type ShellBoot = {
  readonly settings: PublicSettings;
  readonly realtime: RealtimeBoot;
};

/**
 * Where a page connects for real time. `key` alone: our own server, where the page came from. `cluster`: the hosted
 * service, always by TLS. `host` (with `port`, `tls`): another server that speaks the protocol.
 */
export interface RealtimeBoot {
  readonly key: string;
  readonly host?: string;
  /** Of `host`; 443 by TLS and 80 without, unless said. */
  readonly port?: number;
  /** Name of the hosted service's cluster, such as `mt1`; of no use when there is a `host`. */
  readonly cluster?: string;
  /** Whether `host` is spoken to by TLS; unless said, as the page was. */
  readonly tls?: boolean;
}

/** Where a page reports its errors, and as what version of the program. */
export interface ReportingBoot {
  readonly dsn: string;
  readonly release?: string;
}

/** What the server writes into the public viewer's page. */
export interface ViewerBoot {
  readonly visit: ViewerVisit;
  /** The room to begin with; null when the visit has none yet. */
  readonly room: number | null;
  readonly lang: Language;
  readonly settings: PublicSettings;
  /** For members of the visit's project. */
  readonly realtime?: RealtimeBoot;
  readonly reporting?: ReportingBoot;
}

/** What the server writes into the page of a player: of a video, a channel or a camera. */
export interface PlayerBoot<Shown> {
  readonly shown: Shown;
  readonly lang: Language;
  readonly settings: PublicSettings;
  readonly reporting?: ReportingBoot;
}
