import { QrCode as QrIcon, Trash2 } from "lucide-react";
import { useFormat } from "#web/lib/format.ts";
import { useText } from "#web/lib/use-text.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Link } from "#web/ui/link.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { dropCode, useKeptCodes } from "./kept-codes.ts";

/** Labels scanned without a connection, to be opened later. */
export function KeptCodes() {
  const t = useText();
  const format = useFormat();
  const kept = useKeptCodes();
  return (
    <>
      <PageHeader title={t("spot_codes.scan.kept_title")} note={t("spot_codes.scan.kept_text")} />
      {kept.length === 0 ? (
        <EmptyState
          icon={QrIcon}
          title={t("spot_codes.scan.kept_none_title")}
          text={t("spot_codes.scan.kept_none_text")}
        />
      ) : (
        <ul className="max-w-2xl divide-y divide-line rounded-lg bg-raised">
          {kept.map(({ code, name, at }) => (
            <li key={code} className="flex items-center gap-3 px-4 py-2.5">
              <div className="min-w-0 flex-1">
                <p className="own-direction truncate font-strong">{name || code}</p>
                <p className="text-sm text-ink-muted">
                  {t("spot_codes.scan.kept_at", { when: format.date(new Date(at), "moment") })}
                </p>
              </div>
              <Link href={`/q/${code}`} look={{ variant: "primary" }}>
                {t("spot_codes.scan.kept_open")}
              </Link>
              <IconButton
                icon={Trash2}
                label={t("spot_codes.scan.kept_remove")}
                onPress={() => dropCode(code)}
                className="size-11"
              />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
