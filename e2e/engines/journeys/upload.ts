import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { panorama } from "#test/pictures.ts";
import { account } from "../account.ts";
import type { Journey } from "../journey.ts";
import { button, css, field, role, text } from "../target.ts";
import { showsPicture } from "../views.ts";
import { until } from "../wait-until.ts";

export const upload: Journey = {
  name: "upload to shared link",
  async walk(walk) {
    const { t, site, tag } = walk;
    const folder = await mkdtemp(join(tmpdir(), "sitewalk-engines-"));
    walk.after(() => rm(folder, { recursive: true, force: true }));
    const paths: string[] = [];
    for (const [index, name] of ["entrance.jpg", "stairs.jpg"].entries()) {
      const path = join(folder, name);
      await writeFile(path, await panorama({ seed: index + 1 }));
      paths.push(path);
    }

    const tab = await walk.open({ as: account });
    const project = `Quay ${tag}`;
    await tab.goto(`${site.origin}/projects`);
    await tab.click(button(t("projects.new")));
    const dialog = role("dialog");
    await tab.write(field(t("projects.name"), dialog), project);
    await tab.click(button(t("projects.add"), dialog));
    await tab.at(/\/project\/\d+/);

    await tab.click({ ...button(t("shell.top_bar.create")), nth: 0 });
    await tab.click(role("menuitem", t("visits.new")));
    await tab.write({ ...field(t("visits.name"), dialog), nth: 0 }, "After the pour");
    await tab.choose(css("input[type=file]", dialog), paths);
    await until("both pictures are read", async () => {
      const { visible } = await tab.look(
        role("img", new RegExp(t("visits.preview_of", { name: "" }).trim()), dialog),
      );
      return visible === paths.length;
    });
    const chooser = role("combobox", new RegExp(`^${t("visits.project")}`), dialog);
    await until(
      "the dialog proposes the open project",
      async () => (await tab.look(chooser)).value === project,
    );
    await tab.shoot("filled");
    await tab.click(button(t("visits.add"), dialog));
    await tab.at(/\/editvisit\/\d+/, 90_000);
    await tab.seeNone(text(t("visits.room_processing")), 120_000);
    await tab.click(button(t("visits.share")));
    const { value } = await tab.see(field(t("sharing.links.link"), dialog));
    await tab.shoot("shared");

    const guest = await walk.open();
    await guest.goto(value);
    await showsPicture(guest, walk.facts);
    await guest.shoot("guest");
  },
};
