import type { FieldErrors } from "#contract/errors.ts";
import { profileFields } from "#contract/profile.ts";
import { isAddressEntry } from "#server/platform/http/addresses.ts";
import type { KeptValues, SettingChanges } from "./settings.repository.ts";

/** Errors of a change combined with the stored values: by the field that was sent, as a text's key. */
export function settingErrors(changes: SettingChanges, kept: KeptValues): FieldErrors {
  const after = { ...kept, ...changes };
  const found: Record<string, string[]> = {};
  for (const field of profileFields) {
    if (!after[`${field}_mandatory`] || after[`${field}_enable`]) continue;
    const sent = [`${field}_mandatory`, `${field}_enable`].find((key) => key in changes);
    if (sent !== undefined) found[sent] = ["settings.mandatory_needs_enable"];
  }
  for (const map of ["basemap", "satellite"] as const) {
    const address = after[`${map}_url`];
    const [url, subdomains] = [`${map}_url`, `${map}_subdomains`] as const;
    if (url in changes && address !== "" && !(address.includes("{x}") && address.includes("{y}")))
      found[url] = ["settings.tiles_invalid"];
    else if ((url in changes || subdomains in changes) && address.includes("{s}") && after[subdomains] === "")
      found[subdomains] = ["settings.subdomains_required"];
  }
  for (const list of ["maintenance_ip", "camera_networks"] as const)
    changes[list]?.forEach((entry, index) => {
      if (!isAddressEntry(entry)) found[`${list}.${index}`] = ["settings.ip_invalid"];
    });
  return found;
}
