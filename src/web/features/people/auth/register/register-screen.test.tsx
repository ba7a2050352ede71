import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { ok, refuse } from "#test/web/api-server.ts";
import { type AtDoor, atDoor, type Door } from "#web/testing/at-door.tsx";
import { person } from "#web/testing/open-screen.tsx";
import { RegisterScreen } from "./register-screen.tsx";

let door: Door;
afterEach(() => door.close());

async function open(options: AtDoor = {}) {
  door = await atDoor("/register", RegisterScreen, options);
  return door;
}
const box = (name: string) => screen.getByRole("textbox", { name });

async function fill({ user }: Door) {
  await user.type(box("First name"), "Site");
  await user.type(box("Last name"), "Office");
  await user.type(box("User name"), "site-office");
  await user.type(box("E-mail"), "office@site.example");
  await user.type(screen.getByLabelText(/^Password/), "a long walk on site");
}
const submit = ({ user }: Door) => user.click(screen.getByRole("button", { name: "Create account" }));

describe("registering", () => {
  it("sends what was filled in, with the language on screen, and lets one in where no mail is needed", async () => {
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

  it.each([
    ["en", "First name is required", "User name is required", "Password is required"],
    ["ar", "يلزم إدخال الاسم الأول", "اسم المستخدم مطلوب", "كلمة المرور مطلوبة"],
  ] as const)("names in %s what is missing and sends nothing", async (language, ...texts) => {
    const { user, api } = await open({ language });
    await user.click(screen.getByRole("button", { name: /Create account|إنشاء الحساب/ }));
    for (const text of texts) expect(screen.getByText(text)).toBeDefined();
    expect(api.calls("POST /api/register")).toEqual([]);
    await waitFor(() => expect(document.activeElement?.getAttribute("name")).toBe("first_name"));
  });

  it("asks for what the settings make mandatory, offers what they enable, and leaves out the rest", async () => {
    await open({ settings: { company_enable: true, company_mandatory: true, tel_enable: false } });
    expect(box("Company").getAttribute("aria-required")).toBe("true");
    const more = screen.getByText("More about you (optional)").closest("details");
    expect(more?.contains(box("Company"))).toBe(false);
    expect(within(more as HTMLElement).getByRole("textbox", { name: "City" })).toBeDefined();
    expect(within(more as HTMLElement).getByRole("combobox", { name: "Country" })).toBeDefined();
    expect(screen.queryByRole("textbox", { name: "Telephone" })).toBeNull();
    expect(screen.queryByRole("textbox", { name: "Tax number" })).toBeNull();
  });

  it("puts what the server refuses at its field", async () => {
    const taken = { username: ["users.username_invalid"] };
    const opened = await open({
      answers: { "POST /api/register": () => refuse(422, "VALIDATION", "Please check.", taken) },
    });
    await fill(opened);
    await submit(opened);
    await waitFor(() => expect(box("User name").getAttribute("aria-invalid")).toBe("true"));
    opened.api.answers["POST /api/register"] = () => refuse(422, "PASSWORD_COMMON", "Too common.");
    await submit(opened);
    expect(await screen.findByText("This password is too common. Please choose another.")).toBeDefined();
    expect(screen.getByLabelText(/^Password/).getAttribute("aria-invalid")).toBe("true");
  });

  it("wants the terms accepted where there are any, and lets one read them", async () => {
    const opened = await open({
      settings: { terms_and_conditions: "Wear a helmet.", privacy_policy: "https://example.org/privacy" },
      answers: { "POST /api/register": () => ok({ activation: "mailed", email: "office@site.example" }) },
    });
    expect(screen.getByRole("link", { name: "Privacy Policy" }).getAttribute("href")).toBe(
      "https://example.org/privacy",
    );
    expect(screen.getByText("Wear a helmet.")).toBeDefined();
    await fill(opened);
    await submit(opened);
    expect(screen.getByText("Please accept them to go on")).toBeDefined();
    expect(opened.api.calls("POST /api/register")).toEqual([]);
    await opened.user.click(screen.getByRole("checkbox", { name: /I accept/ }));
    await submit(opened);
    expect(await screen.findByText("Look into your mail")).toBeDefined();
    expect(opened.api.calls("POST /api/register")[0]?.body).toMatchObject({ consent: true });
  });

  it("has the box of the puzzle only where the setting wants it", async () => {
    await open({ settings: { captcha_register: true } });
    expect(screen.getByRole("checkbox", { name: "I am not a robot" })).toBeDefined();
    await door.close();
    await open({ settings: { captcha_register: false } });
    expect(screen.queryByRole("checkbox", { name: "I am not a robot" })).toBeNull();
  });

  it("says to look into the mail, and sends it again after a while", async () => {
    const opened = await open({
      answers: {
        "POST /api/register": () => ok({ activation: "mailed", email: "office@site.example" }),
        "POST /api/activation/resend": () => ok({}),
      },
    });
    await fill(opened);
    await submit(opened);
    expect(await screen.findByText(/We have sent a link to office@site.example/)).toBeDefined();
    const again = screen.getByRole("button", { name: /^Send again in (1 minute|59 seconds)$/ });
    await opened.user.click(again);
    expect(opened.api.calls("POST /api/activation/resend")).toEqual([]);
  });
});
