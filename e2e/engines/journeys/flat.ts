import { account } from "../account.ts";
import { readyVisit } from "../demo-site.ts";
import { type Journey, Skipped } from "../journey.ts";
import { button, role, text } from "../target.ts";
import { until } from "../wait-until.ts";

export const flat: Journey = {
  name: "viewer without WebGL",
  isWithoutWebgl: true,
  async walk(walk) {
    const { t, site } = walk;
    const code = await readyVisit(site);
    const { rooms } = await site.client.call("GET /api/viewer-visit", { query: { code } });
    const tab = await walk.open({ as: account });
    if (await tab.call(() => document.createElement("canvas").getContext("webgl") !== null))
      throw new Skipped("WebGL cannot be switched off in this engine");
    await tab.goto(`${site.origin}/viewer/${code}`);
    await tab.see(text(t("viewer.notice.no_webgl")));
    for (const [index, { id, name }] of rooms.slice(0, 2).entries()) {
      if (index > 0) {
        await tab.click(button(t("viewer.rooms.next")));
        await tab.at(`/viewer/${code}/${id}`);
      }
      await tab.see(role("img", name));
      await until(`the whole picture of ${name} is shown`, () =>
        tab.call(
          (alt) =>
            [...document.querySelectorAll("img")].some(
              (image) => image.alt === alt && image.complete && image.naturalWidth > 600,
            ),
          name,
        ),
      );
      await tab.shoot(`room-${index + 1}`);
    }
  },
};
