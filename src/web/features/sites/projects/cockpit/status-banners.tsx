import type { Project } from "#contract/projects.ts";
import { useText } from "#web/lib/use-text.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { buttonClass } from "#web/ui/button-style.ts";
import { useSetProjectStatus } from "./use-project-status.ts";

/** Why the project cannot be worked on, with the action that resolves it for permitted users. */
export function StatusBanners({ project }: { project: Project }) {
  const t = useText();
  const standing = useSetProjectStatus(project.id);
  const { active, validated, can } = project;
  const isVisitor = can["view_visits"] !== true;
  if (active && validated && !isVisitor) return null;
  return (
    <div className="mb-6 flex flex-col gap-3">
      {!validated && (
        <Banner
          tone="warn"
          title={t("projects.cockpit.waiting_title")}
          action={
            can["validate"] === true && (
              <Button size="sm" isPending={standing.isPending} onPress={() => standing.set("validate")}>
                {t("projects.cockpit.approve")}
              </Button>
            )
          }
        >
          {t("projects.cockpit.waiting_text")}
        </Banner>
      )}
      {!active && (
        <Banner
          tone="warn"
          title={t("projects.cockpit.inactive_title")}
          action={
            can["activate"] === true && (
              <Button size="sm" isPending={standing.isPending} onPress={() => standing.set("activate")}>
                {t("projects.cockpit.activate")}
              </Button>
            )
          }
        >
          {t("projects.cockpit.inactive_text")}
        </Banner>
      )}
      {isVisitor && (
        <Banner
          tone="info"
          action={
            project.is_public && (
              <a href={`/showcase/${project.code}`} className={buttonClass({ size: "sm" })}>
                {t("projects.cockpit.open_showcase")}
              </a>
            )
          }
        >
          {t("projects.cockpit.visitor_text")}
        </Banner>
      )}
    </div>
  );
}
