import { useFormat } from "#web/lib/format.ts";
import { type OfflineCopy, thisBuild } from "#web/lib/offline-copies.ts";
import { useText } from "#web/lib/use-text.ts";

/** Age, size and content of a saved project, and what is wrong with it. */
export function CopyFacts({ copy }: { copy: OfflineCopy }) {
  const t = useText();
  const format = useFormat();
  const { at, bytes, sheets, snags, rooms, failed, build } = copy;
  const facts = [
    t("offline.copies.saved_ago", { ago: format.ago(new Date(at)) }),
    format.bytes(bytes),
    ...(sheets > 0 ? [t("offline.copies.sheets", { count: sheets })] : []),
    ...(snags > 0 ? [t("offline.copies.snags", { count: snags })] : []),
    ...(rooms > 0 ? [t("offline.copies.rooms", { count: rooms })] : []),
  ];
  return (
    <div className="flex flex-col gap-1 text-sm">
      <p className="text-ink-muted tabular-nums">{facts.join(" · ")}</p>
      {failed > 0 && <p className="text-warn-text">{t("offline.copies.failed", { count: failed })}</p>}
      {build !== thisBuild() && <p className="text-warn-text">{t("offline.copies.other_version")}</p>}
    </div>
  );
}
