import { isShellKept } from "../../kept-shell.ts";
import { account } from "../account.ts";
import { openLine } from "../cuttable-line.ts";
import { readyVisit } from "../demo-site.ts";
import type { Journey } from "../journey.ts";
import { noWorker } from "../skip-reasons.ts";
import { button, css, field, role, text } from "../target.ts";
import { showsPicture } from "../views.ts";
import { until } from "../wait-until.ts";

export const offline: Journey = {
  name: "offline and back",
  async walk(walk) {
    walk.needs("serviceWorker", noWorker);
    const { t, site, tag } = walk;
    const line = await openLine(site.origin);
    walk.after(line.end);
    const tab = await walk.open({ as: account, origin: line.origin });
    await tab.goto(`${line.origin}/projects`);
    const project = text(/Palm Court Villa/);
    await tab.see(project);
    await until("the worker keeps what the application needs", () => tab.call(isShellKept), 90_000);
    const visit = `${line.origin}/viewer/${await readyVisit(site)}`;
    await tab.goto(visit);
    await showsPicture(tab, walk.facts);
    await tab.goto(`${line.origin}/projects`);
    await tab.see(project);
    await tab.click(button(t("projects.new")));
    const name = field(t("projects.name"), role("dialog"));
    await tab.write(name, `Typed on the way down ${tag}`);

    await line.cut();
    const overlay = role("alertdialog", t("offline.title"));
    await tab.see(overlay, 60_000);
    await tab.shoot("cut");
    await tab.click(button(t("offline.continue"), overlay));
    await tab.seeNone(overlay);
    await line.mend();
    await tab.see(text(t("offline.back")), 60_000);
    await until("what was typed is still there", async () =>
      (await tab.look(name)).value.startsWith("Typed on the way down"),
    );
    await tab.click(button(t("projects.add"), role("dialog")));
    await tab.at(/\/project\/\d+/);
    await tab.see({ ...role("heading"), has: `Typed on the way down ${tag}` });

    await line.cut();
    await tab.goto(`${line.origin}/projects`);
    await tab.see(project, 60_000);
    await tab.shoot("without");
    await tab.goto(visit);
    await tab.attached(css("[data-picture]"), 60_000);
    await tab.shoot("viewer-without");
    await line.mend();
    await tab.goto(`${line.origin}/projects`);
    await tab.see(button(t("projects.new")), 60_000);
  },
};
