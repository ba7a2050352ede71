import type { Output } from "#web/lib/client.ts";
import { translateMaybe } from "#web/lib/error-text.ts";
import { useText } from "#web/lib/use-text.ts";
import { Banner } from "#web/ui/banner.tsx";

/** The result of an import: counts, data kept but not shown, and each topic that could not be read. */
export function ImportOutcome({ result }: { result: Output<"POST /api/annotations/import"> }) {
  const t = useText();
  const { created, updated, unchanged, skipped, photos, kept, left } = result;
  return (
    <output className="flex flex-col gap-4">
      <p className="font-strong">{t("snags.import.done")}</p>
      <ul className="flex flex-col gap-1 tabular-nums">
        <li>{t("snags.import.created", { count: created })}</li>
        <li>{t("snags.import.updated", { count: updated })}</li>
        <li className="text-ink-muted">{t("snags.import.unchanged", { count: unchanged })}</li>
        {photos > 0 && <li>{t("snags.import.photos", { count: photos })}</li>}
      </ul>
      {kept.length > 0 && (
        <Banner tone="info">
          <p>{t("snags.import.kept")}</p>
          <ul className="mt-1 list-disc ps-5">
            {kept.map(({ kind, topics }) => (
              <li key={kind}>
                {t("snags.import.kept_topics", { kind: t(`snags.import.kinds.${kind}`), n: topics })}
              </li>
            ))}
          </ul>
        </Banner>
      )}
      {left > 0 && <Banner tone="warn">{t("snags.import.left", { count: left })}</Banner>}
      {skipped.length > 0 && (
        <Banner tone="warn">
          <p>{t("snags.import.skipped", { count: skipped.length })}</p>
          <ul className="mt-1 list-disc ps-5">
            {skipped.map(({ topic, reason }, at) => (
              <li key={at}>
                <bdi>{topic}</bdi>: {translateMaybe(reason, t)}
              </li>
            ))}
          </ul>
        </Banner>
      )}
    </output>
  );
}
