import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { ok, refuse } from "#test/web/api-server.ts";
import type { TextKey } from "#web/lib/translate.ts";
import { type AtDoor, atDoor, type Door } from "#web/testing/at-door.tsx";
import { person } from "#web/testing/open-screen.tsx";
import { say, saying } from "#web/testing/say.ts";
import { RegisterScreen } from "./register-screen.tsx";

let door: Door;
afterEach(() => door.close());

async function open(options: AtDoor = {}) {
  door = await atDoor("/register", RegisterScreen, options);
  return door;
}
const box = (key: TextKey) => screen.getByRole("textbox", { name: say(key) });

async function fill({ user }: Door) {
  await user.type(box("auth.fields.first_name"), "Site");
  await user.type(box("auth.fields.last_name"), "Office");
  await user.type(box("auth.username"), "site-office");
  await user.type(box("auth.email"), "office@site.example");
  await user.type(screen.getByLabelText(new RegExp(`^${say("auth.password")}`)), "a long walk on site");
}
const submit = ({ user }: Door) =>
  user.click(screen.getByRole("button", { name: say("auth.register.submit") }));

describe("registering", () => {
  it("sends the filled fields, with the language on screen, and signs in where no email is needed", async () => {
    const made = { activation: "none", signed_in: { requires_2fa: false, user: person } };
    const opened = await open({ answers: { "POST /api/register": () => ok(made) } });
    await fill(opened);
    await submit(opened);
    await waitFor(() => expect(opened.gone).toEqual(["/dashboard"]));
    expect(opened.api.calls("POST /api/register")[0]?.body).toMatchObject({
      username: "site-office",
      email: "office@site.example",
      password: "a long walk on site",
      first_name: "Site",
      language: "en",
      consent: false,
    });
  });

  it.each(["en", "ar"] as const)("names in %s the missing fields and sends nothing", async (language) => {
    const { user, api } = await open({ language });
    await user.click(screen.getByRole("button", { name: say("auth.register.submit") }));
    for (const text of [
      say("auth.field_required", { name: say("auth.fields.first_name") }),
      say("users.username_required"),
      say("auth.password_required"),
    ])
      expect(screen.getByText(text)).toBeDefined();
    expect(api.calls("POST /api/register")).toEqual([]);
    await waitFor(() => expect(document.activeElement?.getAttribute("name")).toBe("first_name"));
  });

  it("requires the fields that are mandatory by the settings, offers optional ones, and leaves out the rest", async () => {
    await open({ settings: { company_enable: true, company_mandatory: true, tel_enable: false } });
    expect(box("auth.fields.company").getAttribute("aria-required")).toBe("true");
    const more = screen.getByText(say("auth.register.more")).closest("details");
    expect(more?.contains(box("auth.fields.company"))).toBe(false);
    expect(within(more as HTMLElement).getByRole("textbox", { name: say("auth.fields.city") })).toBeDefined();
    expect(
      within(more as HTMLElement).getByRole("combobox", { name: say("auth.fields.country") }),
    ).toBeDefined();
    expect(screen.queryByRole("textbox", { name: say("auth.fields.tel") })).toBeNull();
    expect(screen.queryByRole("textbox", { name: say("auth.fields.tax_id") })).toBeNull();
  });

  it("shows the server's errors at their fields", async () => {
    const taken = { username: ["users.username_invalid"] };
    const opened = await open({
      answers: { "POST /api/register": () => refuse(422, "VALIDATION", "Please check.", taken) },
    });
    await fill(opened);
    await submit(opened);
    await waitFor(() => expect(box("auth.username").getAttribute("aria-invalid")).toBe("true"));
    opened.api.answers["POST /api/register"] = () => refuse(422, "PASSWORD_COMMON", "Too common.");
    await submit(opened);
    expect(await screen.findByText(say("errors.code.PASSWORD_COMMON"))).toBeDefined();
    expect(screen.getByLabelText(new RegExp(`^${say("auth.password")}`)).getAttribute("aria-invalid")).toBe(
      "true",
    );
  });

  it("requires accepted terms where there are any, and shows them", async () => {
    const opened = await open({
      settings: { terms_and_conditions: "Wear a helmet.", privacy_policy: "https://example.org/privacy" },
      answers: { "POST /api/register": () => ok({ activation: "mailed", email: "office@site.example" }) },
    });
    // The footer has one with the same name, once its script has loaded.
    const [link] = screen.getAllByRole("link", { name: say("auth.register.privacy") });
    expect(link?.getAttribute("href")).toBe("https://example.org/privacy");
    expect(screen.getByText("Wear a helmet.")).toBeDefined();
    await fill(opened);
    await submit(opened);
    expect(screen.getByText(say("auth.register.consent_required"))).toBeDefined();
    expect(opened.api.calls("POST /api/register")).toEqual([]);
    await opened.user.click(screen.getByRole("checkbox", { name: saying("en")("auth.register.consent") }));
    await submit(opened);
    expect(await screen.findByText(say("auth.register.mailed_title"))).toBeDefined();
    expect(opened.api.calls("POST /api/register")[0]?.body).toMatchObject({ consent: true });
  });

  it("has the puzzle's box only where the setting requires it", async () => {
    await open({ settings: { captcha_register: true } });
    expect(screen.getByRole("checkbox", { name: say("auth.captcha.label") })).toBeDefined();
    await door.close();
    await open({ settings: { captcha_register: false } });
    expect(screen.queryByRole("checkbox", { name: say("auth.captcha.label") })).toBeNull();
  });

  it("asks to check the inbox, and sends the email again after a while", async () => {
    const opened = await open({
      answers: {
        "POST /api/register": () => ok({ activation: "mailed", email: "office@site.example" }),
        "POST /api/activation/resend": () => ok({}),
      },
    });
    await fill(opened);
    await submit(opened);
    expect(
      await screen.findByText(say("auth.register.mailed", { email: "office@site.example" })),
    ).toBeDefined();
    const again = screen.getByRole("button", {
      name: (name) => ["1 minute", "59 seconds"].some((time) => name === say("auth.again_in", { time })),
    });
    await opened.user.click(again);
    expect(opened.api.calls("POST /api/activation/resend")).toEqual([]);
  });
});
