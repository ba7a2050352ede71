import type { CurrentUser } from "./auth.ts";
import type { AnswerPage } from "./crews.answers.ts";
import type { CrewLanguage } from "./crews.ts";
import type { Language } from "./languages.ts";
import type { PublicSettings, Settings } from "./settings.ts";
import type { Showcase } from "./showcase.ts";
import type { PublicProfile } from "./users.ts";
import type { ViewerVisit } from "./viewer.ts";

/** Data that the server embeds in the application's page, so that its first paint needs no request. */
export interface AppBoot {
  /** Null for a guest. */
  readonly user: CurrentUser | null;
  /** The settings visible to this user. */
  readonly settings: Settings;
  readonly lang: Language;
  readonly realtime: RealtimeBoot;
  /** Content of a public page; absent if the page needs none. */
  readonly content?: PublicContent;
  /** If absent, errors are not reported. */
  readonly reporting?: ReportingBoot;
}

/** Exactly one of these, depending on the address. */
export interface PublicContent {
  readonly showcase?: Showcase;
  readonly profile?: PublicProfile;
}

/** Data in the page that a browser caches for offline use: no user, and only public values. */
export type ShellBoot = {
  readonly settings: PublicSettings;
  readonly realtime: RealtimeBoot;
};

/**
 * Address for real-time connections. `key` alone: our own server, the page's origin. `cluster`: the hosted service,
 * always by TLS. `host` (with `port`, `tls`): another server that speaks the protocol.
 */
export interface RealtimeBoot {
  readonly key: string;
  readonly host?: string;
  /** Port of `host`; by default 443 with TLS and 80 without. */
  readonly port?: number;
  /** Name of the hosted service's cluster, such as `mt1`; ignored when there is a `host`. */
  readonly cluster?: string;
  /** Whether `host` uses TLS; by default like the page. */
  readonly tls?: boolean;
}

/** Address for a page's error reports, and the program version to report. */
export interface ReportingBoot {
  readonly dsn: string;
  readonly release?: string;
}

/** Data that the server embeds in the public viewer's page. */
export interface ViewerBoot {
  readonly visit: ViewerVisit;
  /** The initial room; null when the visit has none yet. */
  readonly room: number | null;
  readonly lang: Language;
  readonly settings: PublicSettings;
  /** For members of the visit's project. */
  readonly realtime?: RealtimeBoot;
  readonly reporting?: ReportingBoot;
}

/** Data that the server embeds in the page of a player: of a video, a channel or a camera. */
export interface PlayerBoot<Shown> {
  readonly shown: Shown;
  readonly lang: Language;
  readonly settings: PublicSettings;
  readonly reporting?: ReportingBoot;
}

/** Data that the server embeds in the page of a crew's link. */
export interface AnswerBoot {
  /** Null where the link opens nothing: it never existed, was revoked, or has ended. */
  readonly page: AnswerPage | null;
  readonly lang: CrewLanguage;
  /** When the page left the server, ISO 8601. */
  readonly at: string;
  readonly has_dark_mode: boolean;
  readonly reporting?: ReportingBoot;
}
