import type { SocialProvider } from "#contract/social.ts";
import type { SettingsService } from "#server/domains/installation/settings/settings.service.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { createSocialRepository, isOfIssuer } from "./social.repository.ts";

interface Linked {
  readonly provider: SocialProvider;
  readonly subject: string;
}

/** Usability of linked accounts under the present settings. */
export function linkedAccountsIn(settings: Pick<SettingsService, "get" | "public">) {
  const isOn = (provider: SocialProvider) => settings.public().social_providers.includes(provider);
  /** Links made with a former issuer of the settings are inactive until it is the issuer again. */
  const isCurrent = ({ provider, subject }: Linked) =>
    provider !== "openid" || isOfIssuer(subject, settings.get().openid_issuer);
  return { isOn, isCurrent, opens: (account: Linked) => isOn(account.provider) && isCurrent(account) };
}

/** Whether a user can sign in with a linked account at present. */
export function createSocialWay(db: Database, settings: Pick<SettingsService, "get" | "public">) {
  const social = createSocialRepository(db);
  const { opens } = linkedAccountsIn(settings);
  return async (trx: Trx, userId: number): Promise<boolean> => (await social.list(userId, trx)).some(opens);
}
