import { useFormat } from "#web/lib/format.ts";
import { useSignedInUser } from "#web/lib/session.ts";
import { type TextKey, useText } from "#web/lib/use-text.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Link } from "#web/ui/link.tsx";
import { addressOf, type Section } from "./sections.ts";

/** Names the required fields that block the rest of the application. */
export function MissingBanner({ section }: { section: Section }) {
  const t = useText();
  const format = useFormat();
  const { missing_fields, is_demo } = useSignedInUser();
  if (missing_fields.length === 0 || is_demo) return null;
  const names = missing_fields.map((field) => t(`profile.fields.${field}` as TextKey));
  return (
    <Banner
      tone="warn"
      title={t("profile.missing_title")}
      className="mb-6"
      action={
        section !== "details" && (
          <Link href={addressOf("details")} className="mt-px shrink-0 font-strong">
            {t("profile.missing_action")}
          </Link>
        )
      }
    >
      {t("profile.missing_text", { fields: format.list(names) })}
    </Banner>
  );
}
