import { useText } from "#web/lib/use-text.ts";
import { Button } from "#web/ui/button.tsx";
import { CodeBlock } from "#web/ui/code-block.tsx";
import { CopyButton } from "#web/ui/copy-button.tsx";
import { Modal } from "#web/ui/modal.tsx";
import type { MadeToken } from "../api-access.queries.ts";
import { areaAndLevel } from "../scopes.ts";

/** Simple reading calls, by the area that opens them. */
const tries = {
  projects: "/api/projects",
  visits: "/api/visits",
  snags: "/api/annotations",
  videos: "/api/three60videos",
  cameras: "/api/cctv-cameras",
  live: "/api/live-streaming/user",
  reports: "/api/dashboard",
  account: "/api/user",
} as const;

/** Shows a token the only time. */
export function CreatedTokenDialog({ made, onClose }: { made: MadeToken; onClose: () => void }) {
  const t = useText();
  const areas = made.scopes.map((scope) => areaAndLevel(scope).area);
  const tried = areas.flatMap((area) => (area in tries ? [tries[area as keyof typeof tries]] : []));
  const [path = "/api/health"] = tried;
  const command = [
    `SITEWALK_TOKEN='${made.token}'`,
    `curl -H "Authorization: Bearer $SITEWALK_TOKEN" \\`,
    `  ${location.origin}${path}`,
  ].join("\n");
  return (
    <Modal
      title={t("api_access.told.title")}
      isOpen
      onClose={onClose}
      // An accidental click outside would lose the token, which is shown only once.
      isDismissable={false}
      footer={
        <Button variant="primary" onPress={onClose}>
          {t("api_access.told.kept")}
        </Button>
      }
    >
      <p className="text-ink-muted">{t("api_access.told.text")}</p>
      <div className="mt-4 flex flex-wrap items-center gap-3">
        <code
          dir="ltr"
          aria-label={t("api_access.told.token")}
          className="min-w-0 flex-1 basis-60 rounded-md bg-sunken px-3 py-2.5 text-sm break-all select-all"
        >
          {made.token}
        </code>
        <CopyButton text={made.token} />
      </div>
      <h3 className="mt-6 font-strong">{t("api_access.told.try")}</h3>
      <p className="mb-2 text-ink-muted">{t("api_access.told.try_hint")}</p>
      <CodeBlock label={t("api_access.told.try")} text={command} />
    </Modal>
  );
}
