import { account } from "../account.ts";
import { readyVisit } from "../demo-site.ts";
import type { Journey } from "../journey.ts";
import { button, css, role } from "../target.ts";
import { showsPicture } from "../views.ts";
import { until } from "../wait-until.ts";

export const compare: Journey = {
  name: "compare and plan",
  async walk(walk) {
    const { t, site } = walk;
    const tab = await walk.open({ as: account });
    await tab.goto(`${site.origin}/viewer/${await readyVisit(site)}`);
    await showsPicture(tab, walk.facts);

    const plan = role("region", t("viewer.plan.label"));
    // Appears by itself where there is room for it, after the picture.
    await tab.see(plan);
    const here = () => tab.attached(css("[data-heading]", plan));
    const heading = Number((await here()).attributes["data-heading"]);
    await tab.drag({ x: 700, y: 420 }, { x: 500, y: 420 });
    await until("the cone on the plan turns along", async () => {
      const turned = Number((await here()).attributes["data-heading"]);
      return Math.abs(turned - heading) > 5;
    });
    await until("the drawing is there", () =>
      tab.call(() => {
        const drawn = [...document.querySelectorAll<HTMLImageElement>("[aria-label=Plan] img, .plan img")];
        return drawn.some((image) => image.complete && image.naturalWidth > 0);
      }),
    );
    await tab.shoot("plan");

    await tab.click(button(t("viewer.dates.compare")));
    await tab.see(role("toolbar", t("viewer.compare.tools")), 60_000);
    await tab.at(/compare=split/);
    await until("two pictures are drawn", async () => (await tab.look(css("canvas"))).visible === 2);
    await tab.still();
    await tab.shoot("split");
    await tab.click(button(t("viewer.compare.modes.wipe")));
    const divider = role("slider", t("viewer.compare.divider"));
    const { box, attributes } = await tab.see(divider);
    if (box === undefined) throw new Error("The divider has no place.");
    const grip = { x: box.x + box.width / 2, y: 420 };
    await tab.drag(grip, { x: grip.x + 200, y: 420 });
    await until("the divider follows the pointer", async () => {
      const now = (await tab.see(divider)).attributes["aria-valuenow"];
      return Number(now) > Number(attributes["aria-valuenow"]) + 10;
    });
    await tab.still();
    await tab.shoot("wipe");
    await tab.click(button(t("viewer.compare.modes.fade")));
    await tab.see(role("slider", t("viewer.compare.fade")));
    await tab.click(button(t("viewer.compare.close")));
    await until("one picture is left", async () => (await tab.look(css("canvas"))).count === 1);
  },
};
