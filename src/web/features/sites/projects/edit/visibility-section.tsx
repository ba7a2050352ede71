import { ExternalLink } from "lucide-react";
import { limits } from "#contract/limits.ts";
import type { Project } from "#contract/projects.ts";
import { showFailure } from "#web/lib/failure-toast.ts";
import { showToast } from "#web/lib/toasts.ts";
import { useText } from "#web/lib/use-text.ts";
import { Banner } from "#web/ui/banner.tsx";
import { CopyButton } from "#web/ui/copy-button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Link } from "#web/ui/link.tsx";
import { QrCode } from "#web/ui/qr-code.tsx";
import { Switch } from "#web/ui/switch.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { useEditProject } from "../projects.changes.ts";
import { Section } from "./section.tsx";

/** Whether the project is public, and its public address. */
export function VisibilitySection({ project }: { project: Project }) {
  const t = useText();
  const edit = useEditProject();
  const isPublic = edit.isPending ? edit.variables.body.is_public === true : project.is_public;

  async function publish(is_public: boolean): Promise<void> {
    try {
      const saved = await edit.mutateAsync({ id: project.id, body: { is_public } });
      const said = saved.is_public ? "projects.form.made_public" : "projects.form.made_private";
      showToast({ tone: "ok", title: t(said, { name: saved.name }) }, limits.toast.form);
    } catch (error) {
      showFailure(error, t);
    }
  }

  return (
    <Section title={t("projects.form.visibility")} text={t("projects.form.visibility_text")}>
      <Switch
        isSelected={isPublic}
        isDisabled={edit.isPending}
        onChange={(is_public) => void publish(is_public)}
      >
        <span className="font-strong">{t("projects.form.public_switch")}</span>
      </Switch>
      <p className="mt-2 text-sm text-ink-muted">
        {t(isPublic ? "projects.form.public_on" : "projects.form.public_off")}
      </p>
      {project.is_public && <PublicPage project={project} />}
    </Section>
  );
}

function PublicPage({ project }: { project: Project }) {
  const t = useText();
  const url = `${location.origin}/showcase/${project.code}`;
  const isShown = project.active && project.validated;
  return (
    <div className="mt-5 flex flex-col gap-4">
      {!isShown && <Banner tone="warn">{t("projects.form.public_waits")}</Banner>}
      <div className="flex flex-wrap items-start gap-x-6 gap-y-4">
        <div className="flex min-w-0 flex-1 basis-72 flex-col gap-3">
          <TextField label={t("projects.form.public_link")} value={url} isReadOnly dir="ltr" />
          <div className="flex flex-wrap gap-2">
            <CopyButton text={url} />
            {isShown && (
              <Link href={url} target="_blank" rel="noopener" look={{ variant: "secondary" }}>
                <Icon of={ExternalLink} size="sm" points />
                {t("projects.form.public_open")}
              </Link>
            )}
          </div>
        </div>
        <QrCode text={url} label={t("projects.form.public_code")} className="size-32" />
      </div>
    </div>
  );
}
