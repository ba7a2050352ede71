import { screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { ok, refuse } from "#test/web/api-server.ts";
import { type AtDoor, atDoor, type Door } from "#web/testing/at-door.tsx";
import { person } from "#web/testing/open-screen.tsx";
import { LoginScreen } from "./login-screen.tsx";

let door: Door;
afterEach(() => door.close());

async function open(options: AtDoor = {}, path = "/login") {
  door = await atDoor(path, LoginScreen, options);
  return door;
}
async function signIn({ user }: Door) {
  await user.type(screen.getByLabelText(/User name or e-mail/), "site-manager");
  await user.type(screen.getByLabelText(/^Password/), "a long walk on site{Enter}");
}

describe("what the sign-in page offers", () => {
  it("leads to registration only where it is open", async () => {
    await open({ settings: { enable_registration: true } });
    expect(screen.getByRole("link", { name: "Create one" }).getAttribute("href")).toBe("/register");
    await door.close();
    await open({ settings: { enable_registration: false } });
    expect(screen.queryByRole("link", { name: "Create one" })).toBeNull();
  });

  it("leads to recovery only where mail works", async () => {
    await open({ settings: { smtp_valid: true } });
    const link = screen.getByRole("link", { name: "Forgot your password?" });
    expect(link.getAttribute("href")).toBe("/recover");
    await door.close();
    await open({ settings: { smtp_valid: false } });
    expect(screen.queryByRole("link", { name: "Forgot your password?" })).toBeNull();
  });

  it("has the box of the puzzle only where the setting wants it", async () => {
    await open({ settings: { captcha_login: true } });
    expect(screen.getByRole("checkbox", { name: "I am not a robot" })).toBeDefined();
    await door.close();
    await open({ settings: { captcha_login: false } });
    expect(screen.queryByRole("checkbox", { name: "I am not a robot" })).toBeNull();
  });

  it.each([
    ["en", "Continue with Google"],
    ["ar", "المتابعة بحساب Google"],
  ] as const)(
    "leads to the page of a provider, and tells it whether to remember (%s)",
    async (language, name) => {
      const { user, api, gone } = await open({
        language,
        settings: { social_providers: ["google"] },
        answers: { "GET /api/auth/{provider}": () => ok({ auth_url: "https://accounts.example/o?x=1" }) },
      });
      await user.click(screen.getByRole("checkbox"));
      await user.click(await screen.findByRole("button", { name }));
      await waitFor(() => expect(gone).toEqual(["https://accounts.example/o?x=1"]));
      expect(api.calls("GET /api/auth/{provider}")[0]?.query.get("rememberMe")).toBe("true");
    },
  );

  it("names every provider by itself where there are several", async () => {
    await open({ settings: { social_providers: ["google", "facebook", "twitter"] } });
    for (const name of ["Google", "Facebook", "X"])
      expect(await screen.findByRole("button", { name: `Continue with ${name}` })).toBeDefined();
  });

  it.each([
    ["en", "Site Office", "Continue with Site Office"],
    ["en", "", "Continue with single sign-on"],
    ["ar", "Site Office", "المتابعة بحساب Site Office"],
    ["ar", "", "المتابعة بالدخول الموحّد"],
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
    ["SOCIAL_SILENT", 504, "The sign-in service is not responding. Try again later."],
    [
      "SOCIAL_SETUP",
      502,
      "The sign-in service is not set up correctly. Contact the administrator, or sign in another way.",
    ],
  ] as const)("says in words when the company's own provider refuses with %s", async (code, status, text) => {
    const { user, gone } = await open({
      settings: { social_providers: ["openid"] },
      answers: { "GET /api/auth/{provider}": () => refuse(status, code, "") },
    });
    await user.click(await screen.findByRole("button", { name: "Continue with single sign-on" }));
    expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
    expect(gone).toEqual([]);
  });

  it("offers passkeys only where the browser knows them, and never for a bare number of a machine", async () => {
    await open();
    expect(screen.queryByRole("button", { name: "Sign in with a passkey" })).toBeNull();
    await door.close();
    vi.stubGlobal("PublicKeyCredential", () => undefined);
    await open();
    expect(location.hostname).toBe("127.0.0.1");
    expect(screen.queryByRole("button", { name: "Sign in with a passkey" })).toBeNull();
    await door.close();
    vi.stubGlobal("PublicKeyCredential", () => undefined);
    door = await atDoor("/login", () => {
      location.hostname = "site.example";
      return <LoginScreen />;
    });
    expect(screen.getByRole("button", { name: "Sign in with a passkey" })).toBeDefined();
  });
});

describe("what the sign-in page says", () => {
  it.each([
    ["?logged_out=true", "en", "You are signed out."],
    ["?logged_out=true", "ar", "تم تسجيل خروجك."],
    ["?two_factor=expired", "en", "That sign-in took too long. Please sign in again."],
    ["?password=changed", "ar", "تم تغيير كلمة مرورك. سجّل الدخول بالكلمة الجديدة."],
    ["?social=denied", "en", "You did not let us see your account there. Try again, or sign in another way."],
    ["?social=denied", "ar", "لم تسمح لنا بالاطلاع على حسابك هناك. أعد المحاولة، أو سجّل الدخول بطريقة أخرى."],
    ["?social=failed", "en", "Signing in there did not work. Please try again."],
    ["?social=anything", "en", "Signing in there did not work. Please try again."],
  ] as const)("tells with %s in %s why one is here", async (query, language, text) => {
    await open({ language }, `/login${query}`);
    expect(screen.getByText(text)).toBeDefined();
  });

  it.each([
    "email_taken",
    "registration_off",
    "email_missing",
    "email_unconfirmed",
    "unreachable",
    "confirm_email",
  ])("has words for a return with %s", async (ending) => {
    await open({}, `/login?social=${ending}`);
    expect(screen.getByRole(ending === "confirm_email" ? "status" : "alert").textContent).not.toMatch(
      /social\.|did not work/,
    );
  });

  it.each([
    ["en", "Too many tries. You can try again in 2 minutes, 5 seconds."],
    ["ar", "محاولات كثيرة جدًا. المدة المتبقية قبل المحاولة التالية: دقيقتان و5 ثوان."],
  ] as const)("says in %s how long to wait, and sends nothing meanwhile", async (language, text) => {
    const refusal = {
      status: 429,
      body: { status: "error", code: "RATE_LIMITED", message: "Too many.", values: { seconds: 125 } },
    };
    const { user, api } = await open({ language, answers: { "POST /api/login": () => refusal } });
    const [name, password] = document.querySelectorAll<HTMLInputElement>("form input");
    if (name === undefined || password === undefined) throw new Error("Two fields were expected.");
    await user.type(name, "site-manager");
    await user.type(password, "wrong{Enter}");
    expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
    await user.click(screen.getByRole("button", { name: /^(Sign in|دخول)$/ }));
    expect(api.calls("POST /api/login")).toHaveLength(1);
  });

  it("counts down, and then lets one try again", async () => {
    const refusal = {
      status: 429,
      body: { status: "error", code: "RATE_LIMITED", message: "Too many.", values: { seconds: 1 } },
    };
    const opened = await open({ answers: { "POST /api/login": () => refusal } });
    await signIn(opened);
    expect(await screen.findByText("You can try again now.")).toBeDefined();
    opened.api.answers["POST /api/login"] = () => ok({ requires_2fa: false, user: person });
    await opened.user.click(screen.getByRole("button", { name: "Sign in" }));
    await waitFor(() => expect(opened.gone).toEqual(["/dashboard"]));
  });

  it("shows the way to another activation mail to whom the address is unconfirmed", async () => {
    const opened = await open({
      answers: { "POST /api/login": () => refuse(422, "EMAIL_UNCONFIRMED", "Confirm first.") },
    });
    await signIn(opened);
    expect((await screen.findByRole("link", { name: "No mail?" })).getAttribute("href")).toBe("/activate");
  });
});

it("asks for the second factor on a page of its own", async () => {
  const answer = { requires_2fa: true, user: null, methods: { code: true, passkey: false } };
  const opened = await open({ answers: { "POST /api/login": () => ok(answer) } });
  await signIn(opened);
  await waitFor(() => expect(opened.gone).toEqual(["/2fa"]));
});
