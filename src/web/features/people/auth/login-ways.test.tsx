import { screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type Answer, ok, refuse } from "#test/web/api-server.ts";
import { type AtDoor, atDoor, type Door } from "#web/testing/at-door.tsx";
import { person } from "#web/testing/open-screen.tsx";
import { say, saying, says } from "#web/testing/say.ts";
import { LoginScreen } from "./login-screen.tsx";

let door: Door;
afterEach(() => door.close());

async function open(options: AtDoor = {}, path = "/login") {
  door = await atDoor(path, LoginScreen, options);
  return door;
}
async function signIn({ user }: Door) {
  await user.type(screen.getByLabelText(saying("en")("auth.name")), "site-manager");
  await user.type(
    screen.getByLabelText(new RegExp(`^${say("auth.password")}`)),
    "a long walk on site{Enter}",
  );
}

describe("the sign-in form", () => {
  it("links to registration only where it is open", async () => {
    await open({ settings: { enable_registration: true } });
    expect(screen.getByRole("link", { name: say("auth.to_register") }).getAttribute("href")).toBe(
      "/register",
    );
    await door.close();
    await open({ settings: { enable_registration: false } });
    expect(screen.queryByRole("link", { name: say("auth.to_register") })).toBeNull();
  });

  it("links to recovery only where email works", async () => {
    await open({ settings: { smtp_valid: true } });
    const link = screen.getByRole("link", { name: say("auth.forgot") });
    expect(link.getAttribute("href")).toBe("/recover");
    await door.close();
    await open({ settings: { smtp_valid: false } });
    expect(screen.queryByRole("link", { name: say("auth.forgot") })).toBeNull();
  });

  it("has the puzzle's box only where the setting requires it", async () => {
    await open({ settings: { captcha_login: true } });
    expect(screen.getByRole("checkbox", { name: say("auth.captcha.label") })).toBeDefined();
    await door.close();
    await open({ settings: { captcha_login: false } });
    expect(screen.queryByRole("checkbox", { name: say("auth.captcha.label") })).toBeNull();
  });

  it.each(["en", "ar"] as const)(
    "leads to a provider's page, with the choice whether to remember (%s)",
    async (language) => {
      const { user, api, gone } = await open({
        language,
        settings: { social_providers: ["google"] },
        answers: { "GET /api/auth/{provider}": () => ok({ auth_url: "https://accounts.example/o?x=1" }) },
      });
      await user.click(screen.getByRole("checkbox"));
      await user.click(
        await screen.findByRole("button", { name: say("social.continue", { provider: "Google" }) }),
      );
      await waitFor(() => expect(gone).toEqual(["https://accounts.example/o?x=1"]));
      expect(api.calls("GET /api/auth/{provider}")[0]?.query.get("rememberMe")).toBe("true");
    },
  );

  it("names every provider separately where there are several", async () => {
    await open({ settings: { social_providers: ["google", "facebook", "twitter"] } });
    for (const provider of ["Google", "Facebook", "X"])
      expect(await screen.findByRole("button", { name: say("social.continue", { provider }) })).toBeDefined();
  });

  it.each([
    ["en", "Site Office", says("en")("social.continue", { provider: "Site Office" })],
    ["en", "", says("en")("social.continue_openid")],
    ["ar", "Site Office", says("ar")("social.continue", { provider: "Site Office" })],
    ["ar", "", says("ar")("social.continue_openid")],
  ] as const)(
    "offers the company's own provider in %s under the name “%s”, below the others",
    async (language, openid_name, name) => {
      const { user, gone } = await open({
        language,
        settings: { social_providers: ["google", "facebook", "twitter", "openid"], openid_name },
        answers: { "GET /api/auth/openid": () => ok({ auth_url: "https://id.example/o?x=1" }) },
      });
      const own = await screen.findByRole("button", { name });
      const google = screen.getByRole("button", { name: /Google/ });
      expect(google.compareDocumentPosition(own)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
      await user.click(own);
      await waitFor(() => expect(gone).toEqual(["https://id.example/o?x=1"]));
    },
  );

  it.each([
    ["SOCIAL_SILENT", 504],
    ["SOCIAL_SETUP", 502],
  ] as const)("explains a refusal of the company's own provider with %s", async (code, status) => {
    const { user, gone } = await open({
      settings: { social_providers: ["openid"] },
      answers: { "GET /api/auth/{provider}": () => refuse(status, code, "") },
    });
    await user.click(await screen.findByRole("button", { name: say("social.continue_openid") }));
    expect((await screen.findAllByText(say(`errors.code.${code}`))).length).toBeGreaterThan(0);
    expect(gone).toEqual([]);
  });

  it("offers passkeys only where the browser supports them, and never for a bare IP address", async () => {
    await open();
    expect(screen.queryByRole("button", { name: say("auth.passkey") })).toBeNull();
    await door.close();
    vi.stubGlobal("PublicKeyCredential", () => undefined);
    await open();
    expect(location.hostname).toBe("127.0.0.1");
    expect(screen.queryByRole("button", { name: say("auth.passkey") })).toBeNull();
    await door.close();
    vi.stubGlobal("PublicKeyCredential", () => undefined);
    door = await atDoor("/login", () => {
      location.hostname = "site.example";
      return <LoginScreen />;
    });
    expect(screen.getByRole("button", { name: say("auth.passkey") })).toBeDefined();
  });

  it("does not ask for passkeys to suggest while a password is checked, and asks again after a refusal", async () => {
    vi.stubGlobal(
      "PublicKeyCredential",
      Object.assign(() => undefined, { isConditionalMediationAvailable: async () => true }),
    );
    const options = "POST /api/passkeys/sign-in/options";
    const check = Promise.withResolvers<Answer>();
    door = await atDoor(
      "/login",
      () => {
        location.hostname = "site.example";
        return <LoginScreen />;
      },
      { answers: { [options]: () => new Promise(() => undefined), "POST /api/login": () => check.promise } },
    );
    const signals: (AbortSignal | null | undefined)[] = [];
    const ask = globalThis.fetch;
    vi.stubGlobal("fetch", (input: string, init?: RequestInit) => {
      if (options.endsWith(input)) signals.push(init?.signal);
      return ask(input, init);
    });
    await waitFor(() => expect(signals).toHaveLength(1));
    await signIn(door);
    await waitFor(() => expect(door.api.calls("POST /api/login")).toHaveLength(1));
    expect(signals[0]?.aborted).toBe(true);
    check.resolve(refuse(422, "EMAIL_UNCONFIRMED", "Confirm first."));
    await waitFor(() => expect(signals).toHaveLength(2));
    expect(signals[1]?.aborted).toBe(false);
  });
});

describe("the messages of the sign-in page", () => {
  it.each([
    ["?logged_out=true", "en", "auth.logged_out"],
    ["?logged_out=true", "ar", "auth.logged_out"],
    ["?two_factor=expired", "en", "auth.two_factor_expired"],
    ["?password=changed", "ar", "auth.password_changed"],
    ["?social=denied", "en", "social.refused.denied"],
    ["?social=denied", "ar", "social.refused.denied"],
    ["?social=failed", "en", "social.refused.failed"],
    ["?social=anything", "en", "social.refused.failed"],
  ] as const)("explain with %s in %s why the page is shown", async (query, language, key) => {
    await open({ language }, `/login${query}`);
    expect(screen.getByText(say(key))).toBeDefined();
  });

  it.each([
    "email_taken",
    "registration_off",
    "email_missing",
    "email_unconfirmed",
    "unreachable",
    "confirm_email",
  ])("explain a return with %s", async (ending) => {
    await open({}, `/login?social=${ending}`);
    const said = screen.getByRole(ending === "confirm_email" ? "status" : "alert").textContent;
    expect(said).not.toContain("social.");
    expect(said).not.toContain(say("social.refused.failed"));
  });

  it.each([
    ["en", "2 minutes, 5 seconds"],
    ["ar", "دقيقتان و5 ثوان"],
  ] as const)("say in %s how long to wait, while nothing is sent", async (language, time) => {
    const refusal = {
      status: 429,
      body: { status: "error", code: "RATE_LIMITED", message: "Too many.", values: { seconds: 125 } },
    };
    const { user, api } = await open({ language, answers: { "POST /api/login": () => refusal } });
    const [name, password] = document.querySelectorAll<HTMLInputElement>("form input");
    if (name === undefined || password === undefined) throw new Error("Two fields were expected.");
    await user.type(name, "site-manager");
    await user.type(password, "wrong{Enter}");
    expect((await screen.findAllByText(say("auth.wait", { time }))).length).toBeGreaterThan(0);
    await user.click(screen.getByRole("button", { name: say("auth.submit") }));
    expect(api.calls("POST /api/login")).toHaveLength(1);
  });

  it("count down, and then allow another try", async () => {
    const refusal = {
      status: 429,
      body: { status: "error", code: "RATE_LIMITED", message: "Too many.", values: { seconds: 1 } },
    };
    const opened = await open({ answers: { "POST /api/login": () => refusal } });
    await signIn(opened);
    expect(await screen.findByText(say("auth.wait_over"))).toBeDefined();
    opened.api.answers["POST /api/login"] = () => ok({ requires_2fa: false, user: person });
    await opened.user.click(screen.getByRole("button", { name: say("auth.submit") }));
    await waitFor(() => expect(opened.gone).toEqual(["/dashboard"]));
  });

  it("offer another activation email for an unconfirmed address", async () => {
    const opened = await open({
      answers: { "POST /api/login": () => refuse(422, "EMAIL_UNCONFIRMED", "Confirm first.") },
    });
    await signIn(opened);
    expect(
      (await screen.findByRole("link", { name: say("auth.activate.resend_title") })).getAttribute("href"),
    ).toBe("/activate");
  });
});

it("ask for the second factor on a separate page", async () => {
  const answer = { requires_2fa: true, user: null, methods: { code: true, passkey: false } };
  const opened = await open({ answers: { "POST /api/login": () => ok(answer) } });
  await signIn(opened);
  await waitFor(() => expect(opened.gone).toEqual(["/2fa"]));
});
