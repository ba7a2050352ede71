import { addressList } from "#server/platform/http/addresses.ts";
import type { IsClosed } from "#server/platform/http/maintenance.ts";
import type { SettingsService } from "./settings.service.ts";

/** Super admins and the listed addresses pass; for everyone else a part is closed while its setting says so. */
export function maintenance(settings: Pick<SettingsService, "get">): IsClosed {
  let entries: readonly string[] = [];
  let isListed = addressList(entries);
  return (part, { user, address }) => {
    const { maintenance_backend, maintenance_viewer, maintenance_ip } = settings.get();
    if (!(part === "app" ? maintenance_backend : maintenance_viewer)) return false;
    if (user?.super_admin === true) return false;
    if (entries !== maintenance_ip) {
      entries = maintenance_ip;
      isListed = addressList(entries);
    }
    return !isListed(address);
  };
}
