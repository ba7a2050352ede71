import { account } from "../account.ts";
import { demoOf } from "../demo-site.ts";
import type { Journey } from "../journey.ts";
import { button, containing, css, field, role } from "../target.ts";
import { until } from "../wait-until.ts";

export const snag: Journey = {
  name: "snag, pinned and closed",
  async walk(walk) {
    const { t, site, tag } = walk;
    const { project } = await demoOf(site);
    const title = `Loose tile ${tag}`;
    const tab = await walk.open({ as: account, size: { width: 1440, height: 900 } });
    await tab.goto(`${site.origin}/snags?view=plan&id_project=${project.id}`);
    const plan = css("[data-plan]");
    await tab.see(plan);
    await until("the drawing is there", () =>
      tab.call(() => {
        const image = document.querySelector<HTMLImageElement>("[data-plan] img");
        return image !== null && image.complete && image.naturalWidth > 0;
      }),
    );
    // A position without a snag, from neither another engine nor an earlier attempt.
    const query = { id_project: project.id, per_page: 100 };
    const before = await site.client.call("GET /api/annotations", { query });
    const place = {
      x: 0.1 + 0.06 * before.items.filter(({ title }) => title.startsWith("Loose tile ")).length,
      y: 0.12,
    };
    await tab.click(plan, place);
    const dialog = role("dialog", t("snags.dialog.title"));
    await tab.write(field(t("snags.fields.title"), dialog), title);
    await tab.shoot("dialog");
    await tab.click(button(t("snags.dialog.create"), dialog));
    await tab.seeNone(dialog);
    await tab.see(button(containing(title), plan));
    await tab.shoot("pinned");
    const found = async () => {
      const { items } = await site.client.call("GET /api/annotations", { query: { search: title } });
      return items[0];
    };
    const made = await found();
    if (made === undefined || made.x === null || made.y === null) throw new Error("The snag has no place.");
    if (Math.abs(made.x - place.x) > 0.05 || Math.abs(made.y - place.y) > 0.05)
      throw new Error(`Pressed at ${place.x}, ${place.y}, it is pinned at ${made.x}, ${made.y}.`);

    // Dragged over the board by the pointer.
    await tab.goto(`${site.origin}/snags?view=board&id_project=${project.id}`);
    const card = { ...role("listitem", undefined, css("section[data-status=open]")), has: title };
    const closed = css("section[data-status=closed]");
    const from = (await tab.see(card)).box;
    const to = (await tab.see(closed)).box;
    if (from === undefined || to === undefined) throw new Error("The board is not on the screen.");
    await tab.reach(card, { x: 0.5, y: 0.9 });
    const grip = { x: from.x + from.width / 2, y: from.y + from.height - 8 };
    await tab.drag(grip, { x: to.x + to.width / 2, y: to.y + 60 });
    await tab.see({ ...role("listitem", undefined, closed), has: title });
    await until("it is closed for everybody", async () => (await found())?.status === "closed");
    await tab.shoot("closed");
  },
};
