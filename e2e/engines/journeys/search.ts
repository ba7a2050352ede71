import { account } from "../account.ts";
import type { Journey } from "../journey.ts";
import { role, text } from "../target.ts";
import { until } from "../wait-until.ts";

export const search: Journey = {
  name: "search",
  async walk(walk) {
    const { t, site, tag } = walk;
    const name = `Quarry ${tag}`;
    const { id } = await site.client.call("POST /api/projects", { body: { name } });
    const tab = await walk.open({ as: account });
    await tab.goto(`${site.origin}/dashboard`);
    await tab.see(role("heading"));
    const box = role("combobox", t("search.label"));
    await tab.see(box);
    // The page appears before its key handlers are attached.
    await until("the slash leads into the box", async () => {
      const hasFocus = () => tab.call(() => document.activeElement?.getAttribute("role") === "combobox");
      if (await hasFocus()) return true;
      await tab.press("/");
      return hasFocus();
    });
    await tab.driver.type(name.toLowerCase());
    const option = { ...role("option"), has: name };
    await tab.see(option);
    await tab.shoot("found");
    await tab.press("ArrowDown");
    await until(
      "the arrow chooses it",
      async () => (await tab.look(option)).attributes["aria-selected"] === "true",
    );
    await tab.press("Enter");
    await tab.at(new RegExp(`/project/${id}$`));

    await tab.press("/");
    await tab.driver.type("zzqq zzqq");
    await tab.see(text(t("search.none")));
    await tab.press("Escape");
  },
};
