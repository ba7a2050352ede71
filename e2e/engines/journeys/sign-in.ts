import { admin } from "../../admin.ts";
import type { Journey } from "../journey.ts";
import { button, css, field, role, text } from "../target.ts";
import { until } from "../wait-until.ts";

/** A password field has no role, and its label is shared with the button that reveals the password. */
const password = css("input[type=password]");

export const signIn: Journey = {
  name: "sign-in, password and demo",
  async walk(walk) {
    const { t, site } = walk;
    const tab = await walk.open();
    await tab.goto(`${site.origin}/visits?search=walk`);
    await tab.at(/\/login/);
    await tab.write(field(t("auth.name")), admin.email);
    await tab.write(password, "not the password");
    // The image beside the form is an `img`, in whichever format the engine supports.
    await until("the picture of the sign-in page is shown", () =>
      tab.call(() => {
        const image = document.querySelector<HTMLImageElement>("picture img");
        return image !== null && image.complete && image.naturalWidth > 0;
      }),
    );
    await tab.shoot("form");
    await tab.click(button(t("auth.submit")));
    await tab.see(text("The user name or the password is wrong."));
    await tab.write(password, admin.password);
    await tab.press("Enter");
    await tab.at(/\/visits\?search=walk$/);
    await tab.see(role("heading", t("visits.title")));

    const visitor = await walk.open();
    await visitor.goto(`${site.origin}/login`);
    await visitor.click(button(t("auth.demo")));
    await visitor.at(/\/dashboard$/);
    await visitor.see(text(t("shell.demo_banner")));
    await visitor.shoot("demo");
  },
};
