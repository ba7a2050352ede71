import type { QueryClient } from "@tanstack/react-query";
import type { Project } from "#contract/projects.ts";
import { showToast } from "#web/lib/toasts.ts";
import { translate } from "#web/lib/words-on-screen.ts";
import { isOwnChange } from "../own-change.ts";
import { forgetProject } from "./forget-project.ts";
import { knownProject } from "./known-project.ts";
import { lose, regain } from "./lost.ts";

export interface RightsNews {
  readonly id_project: number;
  readonly is_member: boolean;
}

/** Milliseconds for which a message is shown that a user should read in the middle of typing. */
const LONG = 20_000;

/** Another user changed this user's permissions in a project: refetches every screen, and shows a message. */
export async function takeRights(client: QueryClient, news: RightsNews, path: string): Promise<void> {
  const before = knownProject(client, news.id_project);
  if (news.is_member) return refreshRights(client, news.id_project, before);
  if (isOwnChange(news.id_project)) return;
  const project = { id: news.id_project, code: before?.code ?? "", name: before?.name ?? "" };
  if (before?.role === null) return void client.invalidateQueries();
  lose(project);
  await forgetProject(client, project);
  tellLoss(client, project, path);
}

async function refreshRights(client: QueryClient, id: number, before: Project | undefined): Promise<void> {
  regain(id);
  await client.invalidateQueries();
  const after = knownProject(client, id);
  if (after === undefined || isOwnChange(id)) return;
  const t = translate.get();
  const project = after.name;
  if (before === undefined || before.role === null)
    return showToast({ tone: "ok", title: t("team.live.joined", { project }) });
  if (after.role !== null && after.role !== before.role) {
    const role = t(`team.roles.${after.role}`);
    return showToast({ tone: "info", title: t("team.live.role_changed", { project, role }) });
  }
  showToast({ tone: "info", title: t("team.live.rights_changed", { project }) });
}

type Lost = Parameters<typeof lose>[0];

function tellLoss(client: QueryClient, project: Lost, path: string): void {
  const t = translate.get();
  const [, screen = "", address = ""] = path.split("/");
  const isHere = address === String(project.id) || address === project.code;
  // The project's page shows it itself, unless it is still visible: public ones are.
  const isClosed = client.getQueryState(["projects", "one", address])?.status === "error";
  if (screen === "project" && isHere && isClosed) return;
  const name = project.name === "" ? t("team.live.a_project") : project.name;
  // The project's form shows it itself, too.
  const isEditing = screen === "editvisit" && isVisitOf(client, address, project.id);
  showToast(
    {
      tone: "warn",
      title: t("team.live.lost_title", { project: name }),
      ...(isEditing && { text: t("team.live.lost_editing") }),
    },
    LONG,
  );
}

const isVisitOf = (client: QueryClient, address: string, id_project: number): boolean =>
  client.getQueryData<{ id_project?: number }>(["visits", "one", address])?.id_project === id_project;
