import { act, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Language } from "#contract/languages.ts";
import { session } from "#web/lib/session.ts";
import { renderIn } from "#web/testing/in-language.tsx";
import { person, publicSettings } from "#web/testing/open-screen.tsx";
import { say, saying } from "#web/testing/say.ts";
import { LoginScreen } from "./login-screen.tsx";

const refusal = { status: "error", code: "INVALID_CREDENTIALS", message: "Not the server's own sentence." };
let answer: () => Response;
let sent: { url: string; body: unknown }[] = [];
let gone: string[] = [];

beforeEach(() => {
  [sent, gone] = [[], []];
  // The puzzle has its own tests.
  session.setSettings({ ...publicSettings, captcha_login: false });
  vi.stubGlobal("location", { pathname: "/login", search: "", assign: (path: string) => gone.push(path) });
  vi.spyOn(globalThis, "fetch").mockImplementation(async (url, init) => {
    sent.push({
      url: url as string,
      body: JSON.parse((init?.body as string | undefined) ?? "null") as unknown,
    });
    return answer();
  });
  answer = () => Response.json({ status: "success", data: { user: person, requires_2fa: false } });
});
afterEach(() => {
  session.setUser(undefined);
  session.setSettings(null);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const open = async (language: Language = "en") => {
  await renderIn(language, <LoginScreen />);
  return userEvent.setup();
};

/** By the `name` that password managers use, independent of the label's language. */
function field(name: string): HTMLInputElement {
  const input = document.querySelector<HTMLInputElement>(`input[name="${name}"]`);
  if (input === null) throw new Error(`There is no field ${name}.`);
  return input;
}

describe("the sign-in page", () => {
  it("sends name, password and whether to remember, notifies the other tabs, and goes on to the dashboard", async () => {
    const user = await open();
    await user.type(screen.getByLabelText(saying("en")("auth.name")), " site-manager ");
    await user.type(screen.getByLabelText(new RegExp(`^${say("auth.password")}`)), " spaces count ");
    await user.click(screen.getByRole("checkbox", { name: say("auth.remember") }));
    await user.click(screen.getByRole("button", { name: say("auth.submit") }));
    await waitFor(() => expect(gone).toEqual(["/dashboard"]));
    // The puzzle for the device is loaded meanwhile, and not waited for.
    expect(sent.filter(({ url }) => url === "/api/login")).toEqual([
      {
        url: "/api/login",
        body: { username_l: "site-manager", password_l: " spaces count ", rememberMe: true },
      },
    ]);
    expect(JSON.parse(localStorage.getItem("auth_event") ?? "")).toMatchObject({ type: "login" });
    expect(localStorage.getItem("rememberMe")).toBe("true");
    expect(session.user()).toMatchObject({ username: "site-manager" });
  });

  it("goes on to the page that was requested", async () => {
    localStorage.setItem("redirectAfterLogin", "/visits?search=slab");
    const user = await open();
    await user.type(screen.getByLabelText(saying("en")("auth.name")), "a");
    await user.type(screen.getByLabelText(new RegExp(`^${say("auth.password")}`)), "b{Enter}");
    await waitFor(() => expect(gone).toEqual(["/visits?search=slab"]));
  });

  it("names missing fields and sends nothing", async () => {
    const user = await open();
    await user.click(screen.getByRole("button", { name: say("auth.submit") }));
    expect(screen.getByText(say("auth.name_required"))).toBeDefined();
    expect(screen.getByText(say("auth.password_required"))).toBeDefined();
    expect(document.activeElement).toBe(screen.getByLabelText(saying("en")("auth.name")));
    expect(sent).toEqual([]);
  });

  it.each(["en", "ar"] as const)(
    "says in %s why it was refused, and allows another try",
    async (language) => {
      answer = () => Response.json(refusal, { status: 422 });
      const user = await open(language);
      const [name, password] = [field("username_l"), field("password_l")];
      await user.type(name, "site-manager");
      await user.type(password, "wrong{Enter}");
      expect(await screen.findByText(say("errors.code.INVALID_CREDENTIALS"))).toBeDefined();
      expect(gone).toEqual([]);
      expect(name.value).toBe("site-manager");
      answer = () => Response.json({ status: "success", data: { user: person, requires_2fa: false } });
      await user.type(password, "{Enter}");
      await waitFor(() => expect(gone).toEqual(["/dashboard"]));
    },
  );

  it("offers the demo only where the server does", async () => {
    const user = await open();
    expect(screen.queryByRole("button", { name: say("auth.demo") })).toBeNull();
    act(() => session.setSettings({ ...publicSettings, demo_enabled: true }));
    await user.click(screen.getByRole("button", { name: say("auth.demo") }));
    await waitFor(() => expect(gone).toEqual(["/dashboard"]));
    expect(sent.map(({ url }) => url)).toEqual(["/api/demo-login"]);
  });

  it("says 'Failed to login' when the server fails without a message", async () => {
    answer = () => new Response("", { status: 502 });
    const user = await open();
    await user.type(screen.getByLabelText(saying("en")("auth.name")), "site-manager");
    await user.type(screen.getByLabelText(new RegExp(`^${say("auth.password")}`)), "spaces count");
    await user.click(screen.getByRole("button", { name: say("auth.submit") }));
    expect(await screen.findByText("Failed to login")).toBeDefined();
  });
});
