import { ExternalLink } from "lucide-react";
import { useText } from "#web/lib/use-text.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Link } from "#web/ui/link.tsx";
import { CallbackAddress } from "./callback-address.tsx";
import type { OutsidePart } from "./groups.ts";

/** Pages on which the keys of a service are created; none for a service without keys. */
const keyPages: Readonly<Partial<Record<OutsidePart, string>>> = {
  autodesk: "https://aps.autodesk.com/myapps/",
  trello: "https://trello.com/power-ups/admin",
  monday: "https://monday.com/developers/apps",
  clickup: "https://app.clickup.com/settings/apps",
};

/** Heading of one service: its name, and how to register this site there. */
export function OutsideHead({ part }: { part: OutsidePart }) {
  const t = useText();
  const page = keyPages[part];
  return (
    <header className="mt-3 border-t border-line pt-6 first:mt-0 first:border-t-0 first:pt-0">
      <h3 className="text-base font-strong">{t(`settings.outside.${part}.title`)}</h3>
      <p className="mt-0.5 text-sm text-ink-muted">{t(`settings.outside.${part}.about`)}</p>
      {page !== undefined && (
        <Link
          href={page}
          target="_blank"
          rel="noopener noreferrer"
          className="mt-1 inline-flex items-center gap-1.5 text-sm"
        >
          {t("settings.outside_keys")}
          <Icon of={ExternalLink} size="sm" className="size-3.5" />
          <span className="sr-only">{t("settings.outside_new_tab")}</span>
        </Link>
      )}
    </header>
  );
}

/** Addresses of this site to enter at the service, character by character. */
export function ReturnAddresses({ part, site }: { part: OutsidePart; site: string | undefined }) {
  const t = useText();
  const path = part === "autodesk" ? "/api/autodesk/callback" : `/auth/tools/${part}/callback`;
  return (
    <div className="flex flex-col gap-5">
      <CallbackAddress path={path} site={site} />
      {part === "trello" && <CallbackAddress path="" site={site} label={t("settings.outside_origin")} />}
    </div>
  );
}
