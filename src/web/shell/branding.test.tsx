import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import type { Language } from "#contract/languages.ts";
import type { PublicSettings } from "#contract/settings.ts";
import { type Answers, ok, refuse } from "#test/web/api-server.ts";
import { call } from "#web/lib/client.ts";
import { session } from "#web/lib/session.ts";
import { forgetPersonal } from "#web/lib/storage.ts";
import { previewBranding } from "#web/lib/theme.ts";
import { openScreen, person, publicSettings } from "#web/testing/open-screen.tsx";
import { aProject, aVisit } from "#web/testing/records.ts";
import { say, saying, says } from "#web/testing/say.ts";

let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
afterEach(async () => {
  await opened?.close();
  opened = undefined;
  session.setSettings(null);
  localStorage.clear();
});

const answers: Answers = {
  "GET /api/projects": () => ok({ items: [aProject()], total: 1, page: 1, per_page: 24 }),
  "GET /api/projects/recent": () => ok([aProject()]),
  "GET /api/visits": () => ok({ items: [aVisit()], total: 1, page: 1, per_page: 24 }),
};

async function open(settings: Partial<PublicSettings> = {}, language: Language = "en", more: Answers = {}) {
  opened = await openScreen("/projects", language, { ...answers, ...more });
  set(settings);
  await screen.findByRole("contentinfo");
  return opened;
}
const set = (settings: Partial<PublicSettings>) =>
  act(() => session.setSettings({ ...publicSettings, ...settings }));
const footer = () => screen.getByRole("contentinfo");
const linkOf = (name: string) => within(footer()).getByRole("link", { name });

describe("the brand", () => {
  const own = { logo: "/media/logo.webp", small_logo: "/media/small.webp", website_name: "Harbour Works" };
  const pictures = () =>
    [...screen.getByRole("complementary").querySelectorAll("img")].map((image) => image.getAttribute("src"));

  it("is the logo while the menu is open, and the small one while it is collapsed", async () => {
    const { user } = await open(own);
    expect(pictures()).toContain("/media/logo.webp");
    expect(
      within(screen.getByRole("complementary")).getByRole("img", { name: "Harbour Works" }),
    ).toBeDefined();
    await user.click(screen.getByRole("button", { name: says("en")("shell.sidebar.collapse") }));
    expect(pictures()).toContain("/media/small.webp");
    expect(pictures()).not.toContain("/media/logo.webp");
    await user.click(screen.getByRole("button", { name: says("en")("shell.sidebar.expand") }));
  });

  it("is the product's mark and the platform's name where there is no logo", async () => {
    await open({ website_name: "Harbour Works" });
    const rail = screen.getByRole("complementary");
    expect(within(rail).getByText("Harbour Works")).toBeDefined();
    expect(pictures().filter((source) => source?.includes("logo"))).toEqual([]);
    await waitFor(() => expect(document.title).toBe("Projects | Harbour Works"));
    expect(footer().textContent).toContain("Harbour Works ©");
  });

  it("can be previewed before it is saved, and is restored afterwards", async () => {
    await open({ theme_color: "#2987f2" });
    const root = document.documentElement.style;
    let undo = () => {};
    act(() => {
      undo = previewBranding({
        ...own,
        theme_color: "#aa3300",
        fonts: { provider: "system", font: "Roboto" },
      });
    });
    expect(root.getPropertyValue("--brand")).toBe("#aa3300");
    expect(root.getPropertyValue("--typeface")).toBe("var(--typeface-system)");
    expect(pictures()).toContain("/media/logo.webp");
    act(() => undo());
    expect(root.getPropertyValue("--brand")).toBe("#2987f2");
    expect(root.getPropertyValue("--typeface")).toBe("var(--typeface-own)");
    expect(pictures()).not.toContain("/media/logo.webp");
  });
});

describe("the footer", () => {
  it("has the version, and nothing else that the settings do not enable", async () => {
    await open({ version: "2.1" });
    expect(footer().textContent).toContain("Version 2.1");
    expect(footer().textContent).toContain(`© ${new Date().getFullYear()}`);
    expect(within(footer()).getAllByRole("link")).toEqual([linkOf(say("shell.titles.licences"))]);
    expect(within(footer()).queryByRole("button")).toBeNull();
  });

  it("has the settings' own three links: external ones open in a new tab, internal ones in this tab", async () => {
    await open({
      footer_link_1: "https://www.help.example/start",
      footer_value_1: "Help",
      footer_link_2: "/viewer/k3x9wt72pq",
      footer_value_2: "Our site",
      footer_link_3: "https://www.help.example/start",
      footer_value_3: "",
    });
    expect(linkOf("Help").getAttribute("href")).toBe("https://www.help.example/start");
    expect(linkOf("Help").getAttribute("target")).toBe("_blank");
    expect(linkOf("Our site").getAttribute("href")).toBe("/viewer/k3x9wt72pq");
    expect(linkOf("Our site").getAttribute("target")).toBeNull();
    expect(linkOf("help.example/start")).toBeDefined();
  });

  it("links to terms and privacy: an external page when the setting begins with http, else the page with the text", async () => {
    await open({ terms_and_conditions: "https://legal.example/terms", privacy_policy: "We keep little." });
    expect(linkOf("Terms and Conditions").getAttribute("href")).toBe("https://legal.example/terms");
    expect(linkOf("Privacy Policy").getAttribute("href")).toBe("/privacy");
    for (const words of ["Be careful.", "https://legal.example/terms holds more of them."]) {
      set({ terms_and_conditions: words });
      expect(linkOf("Terms and Conditions").getAttribute("href")).toBe("/terms");
    }
    expect(within(footer()).queryByRole("link", { name: says("en")("shell.footer.privacy") })).toBeNull();
  });

  it("has Cookie Preferences where they are switched on; the choice is kept, also beyond the session", async () => {
    const { user } = await open({ cookie_consent: true });
    const ask = () =>
      user.click(within(footer()).getByRole("button", { name: says("en")("shell.footer.cookies") }));
    await ask();
    const statistics = () => screen.findByRole("switch", { name: says("en")("shell.cookies.statistics") });
    expect(((await statistics()) as HTMLInputElement).checked).toBe(false);
    await user.click(await statistics());
    await user.click(screen.getByRole("button", { name: says("en")("common.save") }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(localStorage.getItem("app-cookies")).toBe("statistics");
    forgetPersonal();
    await ask();
    expect(((await statistics()) as HTMLInputElement).checked).toBe(true);
    await user.keyboard("{Escape}");
    set({ cookie_consent: false });
    expect(within(footer()).queryByRole("button")).toBeNull();
  });

  it("is in Arabic on an Arabic page", async () => {
    await open({ privacy_policy: "x", cookie_consent: true }, "ar");
    expect(linkOf(says("ar")("shell.footer.privacy"))).toBeDefined();
    expect(within(footer()).getByRole("button", { name: says("ar")("shell.footer.cookies") })).toBeDefined();
  });
});

describe("the announcement", () => {
  it("is shown until it is closed, stays closed after a reload, and returns with another text", async () => {
    const { user } = await open({ announce_msg: "Crane moves at noon" });
    const banner = screen.getByText("Crane moves at noon").closest("[role=status]") as HTMLElement;
    await user.click(within(banner).getByRole("button", { name: says("en")("common.close") }));
    expect(screen.queryByText("Crane moves at noon")).toBeNull();
    await opened?.close();
    await open({ announce_msg: "Crane moves at noon" });
    expect(screen.queryByText("Crane moves at noon")).toBeNull();
    set({ announce_msg: "Crane moves at one" });
    expect(screen.getByText("Crane moves at one")).toBeDefined();
    set({ announce_msg: "" });
    expect(screen.queryByText("Crane moves at one")).toBeNull();
  });
});

describe("a platform in maintenance", () => {
  it("covers the page with the reason and a retry button; typed input is still there afterwards", async () => {
    let isClosed = true;
    const { user } = await open({ announce_msg: "Back at six." }, "en", {
      "GET /api/user": () => (isClosed ? refuse(503, "MAINTENANCE", "") : ok(person)),
      "GET /api/visits": () => refuse(503, "MAINTENANCE", ""),
    });
    const search = screen.getByRole("searchbox");
    await user.type(search, "slab");
    await act(async () => {
      await call("GET /api/user", {}).catch(() => undefined);
    });
    const screenOver = await screen.findByRole("alertdialog", {
      name: says("en")("shell.maintenance.title"),
    });
    expect(screenOver.textContent).toContain("Back at six.");
    expect(screen.getAllByRole("alertdialog"), "and no toast besides").toHaveLength(1);
    await user.click(within(screenOver).getByRole("button", { name: says("en")("shell.maintenance.retry") }));
    await within(screenOver).findByText(saying("en")("shell.maintenance.still"));
    isClosed = false;
    await user.click(within(screenOver).getByRole("button", { name: says("en")("shell.maintenance.retry") }));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(screen.getByRole<HTMLInputElement>("searchbox").value).toBe("slab");
  });

  it("reopens by itself with the next successful poll", async () => {
    let isClosed = true;
    await open({}, "en", {
      "GET /api/user": () => (isClosed ? refuse(503, "MAINTENANCE", "") : ok(person)),
    });
    const ask = () => act(async () => void (await call("GET /api/user").catch(() => undefined)));
    await ask();
    await screen.findByRole("alertdialog");
    isClosed = false;
    await ask();
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  });
});
