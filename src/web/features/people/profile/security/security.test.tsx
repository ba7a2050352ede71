import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect } from "vitest";
import type { Language } from "#contract/languages.ts";
import { type Answers, ok, refuse } from "#test/web/api-server.ts";
import { session } from "#web/lib/session.ts";
import type { TextKey } from "#web/lib/translate.ts";
import { inTurns } from "#web/testing/in-turns.ts";
import { saying, says } from "#web/testing/say.ts";
import { type OpenProfileOptions, openProfile } from "../testing.ts";

let opened: Awaited<ReturnType<typeof openProfile>> | undefined;
afterEach(async () => {
  await opened?.close();
  opened = undefined;
  Reflect.deleteProperty(globalThis, "PublicKeyCredential");
});

const codes = Array.from({ length: 10 }, (_, index) => `abcd-${index}fgh`);
const key = {
  id: 5,
  name: "Work phone",
  synced: true,
  created_at: "2026-11-01T08:00:00.000Z",
  last_used_at: null,
};

const answers: Answers = {
  "GET /api/two-factor": () => ok({ enabled: true, recovery_codes_left: 2, passkeys: 1 }),
  "GET /api/passkeys": () => ok({ items: [key] }),
  "GET /api/social-accounts": () =>
    ok({
      items: [{ provider: "google", label: "site@mail.example", linked_at: "2026-11-01T08:00:00.000Z" }],
      available: ["google", "facebook"],
    }),
  "POST /api/two-factor/setup": ({ body }) =>
    body["password"] === "right"
      ? ok({ secret: "JBSW Y3DP EHPK 3PXP", uri: "otpauth://totp/Site:me?secret=JBSWY3DPEHPK3PXP" })
      : refuse(422, "PASSWORD_WRONG", ""),
  "POST /api/two-factor/confirm": ({ body }) =>
    body["code"] === "123456" ? ok({ recovery_codes: codes }) : refuse(422, "TWO_FACTOR_WRONG", ""),
  "POST /api/two-factor/disable": () => ok({}),
  "POST /api/two-factor/recovery-codes": () => ok({ recovery_codes: codes }),
  "PUT /api/passkeys/{id}": ({ body }) => ok({ ...key, ...body }),
  "DELETE /api/passkeys/{id}": () => ok({}),
  "POST /api/auth/{provider}/link": () => ok({ auth_url: "#away" }),
  "POST /api/auth/{provider}/unlink": () => ok({}),
  "PUT /api/users/{id}/change-password": ({ body }) =>
    body["current_password"] === "right"
      ? body["new_password"] === "password123"
        ? refuse(422, "PASSWORD_COMMON", "")
        : ok({})
      : refuse(422, "PASSWORD_WRONG", ""),
};

const wordsIn = (language: Language) => {
  const text = says(language);
  const part = saying(language);
  const begins = (key: TextKey) => new RegExp(`^${text(key)}`);
  const google = { provider: text("profile.security.providers.google") };
  const facebook = { provider: text("profile.security.providers.facebook") };
  const own = { provider: "Site Office" };
  const phone = { name: key.name };
  return {
    change: text("profile.security.change_password"),
    current: begins("profile.security.current_password"),
    next: begins("profile.security.new_password"),
    repeat: begins("profile.security.repeat_password"),
    wrong: text("errors.code.PASSWORD_WRONG"),
    common: text("errors.code.PASSWORD_COMMON"),
    differ: text("profile.security.password_mismatch"),
    setPassword: text("profile.security.set_password"),
    strong: { en: /Strong/, ar: /قوية/ }[language],
    on: text("profile.security.enable"),
    off: text("profile.security.disable"),
    go: text("common.next"),
    qr: text("profile.security.qr"),
    code: begins("profile.security.code"),
    codeWrong: text("errors.code.TWO_FACTOR_WRONG"),
    codesTitle: text("profile.security.codes_title"),
    kept: text("profile.security.codes_kept"),
    done: text("profile.security.codes_done"),
    left: text("profile.security.codes_left", { count: 2 }),
    renew: text("profile.security.renew_codes"),
    twoFactor: text("profile.security.two_factor"),
    rename: text("profile.security.rename_passkey", phone),
    remove: text("profile.security.remove_passkey", phone),
    removeIt: text("common.remove"),
    name: begins("profile.security.passkey_name"),
    save: text("common.save"),
    unlink: text("profile.security.unlink_named", google),
    unlinkIt: text("profile.security.unlink"),
    link: text("profile.security.link_named", facebook),
    linkIt: text("profile.security.link"),
    linked: part("profile.security.social.linked"),
    taken: part("profile.security.social.taken"),
    unreachable: part("profile.security.social.unreachable"),
    linkOwn: text("profile.security.link_named", own),
    linkOwnTitle: text("profile.security.link_title", own),
  };
};

describe.each(["en", "ar"] as const)("the protection of the user's account in %s", (language) => {
  const it = inTurns(language);
  const text = wordsIn(language);

  async function open(place: Omit<OpenProfileOptions, "language"> = {}) {
    Object.defineProperty(globalThis, "PublicKeyCredential", { configurable: true, value: Object });
    opened = await openProfile({
      path: "/editprofile?section=security",
      language,
      ...place,
      answers: { ...answers, ...place.answers },
    });
    return opened;
  }

  it("changes the password, and shows errors at their fields", async () => {
    const { user, api } = await open();
    await user.click(await screen.findByRole("button", { name: text.change }));
    await user.type(screen.getByLabelText(text.current), "wrong");
    await user.type(screen.getByLabelText(text.next), "short");
    const send = () => user.click(screen.getByRole("button", { name: text.change }));
    await send();
    expect(screen.getByLabelText(text.next).getAttribute("aria-invalid")).toBe("true");
    expect(api.calls("PUT /api/users/{id}/change-password")).toHaveLength(0);
    await user.type(screen.getByLabelText(text.next), " but a long sentence now");
    expect(screen.getByText(text.strong)).toBeTruthy();
    await send();
    expect(await screen.findByText(text.wrong)).toBeTruthy();
    expect(screen.getByLabelText(text.current).getAttribute("aria-invalid")).toBe("true");
    await user.clear(screen.getByLabelText(text.current));
    await user.type(screen.getByLabelText(text.current), "right");
    await user.clear(screen.getByLabelText(text.next));
    await user.type(screen.getByLabelText(text.next), "password123");
    await send();
    expect(await screen.findByText(text.common)).toBeTruthy();
    expect(screen.getByLabelText(text.next).getAttribute("aria-invalid")).toBe("true");
    await user.type(screen.getByLabelText(text.next), " on the scaffold");
    await send();
    await waitFor(() => expect(screen.queryByLabelText(text.next)).toBeNull());
    expect(api.calls("PUT /api/users/{id}/change-password").at(-1)?.body).toEqual({
      current_password: "right",
      new_password: "password123 on the scaffold",
    });
  });

  it("sets the first password of an account created by a provider", async () => {
    const { user, api } = await open({
      user: { has_password: false },
      answers: {
        "POST /api/set-social-password": () => {
          opened?.record({ has_password: true });
          return ok({});
        },
      },
    });
    await user.click(await screen.findByRole("button", { name: text.setPassword }));
    expect(screen.queryByLabelText(text.current)).toBeNull();
    await user.type(screen.getByLabelText(text.next), "a quiet harbour");
    await user.type(screen.getByLabelText(text.repeat), "a quiet harbor");
    await user.click(screen.getByRole("button", { name: text.setPassword }));
    expect(await screen.findByText(text.differ)).toBeTruthy();
    await user.clear(screen.getByLabelText(text.repeat));
    await user.type(screen.getByLabelText(text.repeat), "a quiet harbour");
    await user.click(screen.getByRole("button", { name: text.setPassword }));
    await waitFor(() =>
      expect(api.calls("POST /api/set-social-password").map(({ body }) => body)).toEqual([
        { password: "a quiet harbour", password_confirmation: "a quiet harbour" },
      ]),
    );
    expect(await screen.findByRole("button", { name: text.change })).toBeTruthy();
    expect(screen.queryByLabelText(text.repeat)).toBeNull();
  });

  it("turns two-factor sign-in on: password, QR code, first code, recovery codes that must be stored", async () => {
    const { user } = await open({ settings: { "2fa_enable": true } });
    await user.click(await screen.findByRole("button", { name: text.on }));
    await user.type(await screen.findByLabelText(text.current), "wrong");
    await user.click(screen.getByRole("button", { name: text.go }));
    expect(await screen.findByText(text.wrong)).toBeTruthy();
    await user.clear(screen.getByLabelText(text.current));
    await user.type(screen.getByLabelText(text.current), "right");
    await user.click(screen.getByRole("button", { name: text.go }));
    expect(await screen.findByRole("img", { name: text.qr })).toBeTruthy();
    expect(screen.getByText("JBSW Y3DP EHPK 3PXP")).toBeTruthy();
    await user.type(screen.getByRole("textbox", { name: text.code }), "000000");
    const confirm = () => within(screen.getByRole("dialog")).getByRole("button", { name: text.on });
    await user.click(confirm());
    expect((await screen.findAllByText(text.codeWrong)).length).toBeGreaterThan(0);
    await user.clear(screen.getByRole("textbox", { name: text.code }));
    await user.type(screen.getByRole("textbox", { name: text.code }), "123 456");
    await user.click(confirm());
    const list = await screen.findByRole("list", { name: text.codesTitle });
    expect(within(list).getAllByRole("listitem")).toHaveLength(10);
    expect(session.user()?.["2fa_enabled"]).toBe(true);
    const done = screen.getByRole("button", { name: text.done });
    expect(done.matches(":disabled")).toBe(true);
    await user.keyboard("{Escape}");
    expect(screen.getByRole("list", { name: text.codesTitle })).toBeTruthy();
    await user.click(screen.getByRole("checkbox", { name: text.kept }));
    await user.click(screen.getByRole("button", { name: text.done }));
    await waitFor(() => expect(screen.queryByRole("list", { name: text.codesTitle })).toBeNull());
  });

  it("counts the remaining recovery codes, creates new ones, and turns the second factor off with the password", async () => {
    const { user, api } = await open({ user: { "2fa_enabled": true } });
    expect(await screen.findByText(text.left)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: text.renew }));
    await user.type(await screen.findByLabelText(text.current), "right");
    const question = screen.getByRole("alertdialog");
    await user.click(within(question).getByRole("button", { name: text.renew }));
    await screen.findByRole("list", { name: text.codesTitle });
    await user.click(screen.getByRole("checkbox", { name: text.kept }));
    await user.click(screen.getByRole("button", { name: text.done }));
    await user.click(await screen.findByRole("button", { name: text.off }));
    await user.type(await screen.findByLabelText(text.current), "right");
    await user.click(within(screen.getByRole("alertdialog")).getByRole("button", { name: text.off }));
    await waitFor(() => expect(session.user()?.["2fa_enabled"]).toBe(false));
    expect(api.calls("POST /api/two-factor/disable").map(({ body }) => body)).toEqual([
      { password: "right" },
    ]);
  });

  it("hides the second factor where the settings do not offer it, and asks an account without a password for a code", async () => {
    await open({ settings: { "2fa_enable": false } });
    await screen.findByRole("button", { name: text.change });
    expect(screen.queryByRole("heading", { name: text.twoFactor })).toBeNull();
    await opened?.close();
    const { user, api } = await open({ user: { "2fa_enabled": true, has_password: false } });
    await user.click(await screen.findByRole("button", { name: text.off }));
    await user.type(await screen.findByRole("textbox", { name: text.code }), "123456");
    await user.click(within(screen.getByRole("alertdialog")).getByRole("button", { name: text.off }));
    await waitFor(() => expect(api.calls("POST /api/two-factor/disable")).toHaveLength(1));
    expect(api.calls("POST /api/two-factor/disable")[0]?.body).toEqual({ code: "123456" });
  });

  it("renames a passkey and removes it after a confirmation", async () => {
    const { user, api } = await open();
    await user.click(await screen.findByRole("button", { name: text.rename }));
    const name = await screen.findByRole("textbox", { name: text.name });
    await user.clear(name);
    await user.type(name, "Tablet");
    await user.click(screen.getByRole("button", { name: text.save }));
    await waitFor(() =>
      expect(api.calls("PUT /api/passkeys/{id}").map(({ body }) => body)).toEqual([{ name: "Tablet" }]),
    );
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await user.click(screen.getByRole("button", { name: text.remove }));
    const question = await screen.findByRole("alertdialog");
    expect(api.calls("DELETE /api/passkeys/{id}")).toHaveLength(0);
    await user.click(within(question).getByRole("button", { name: text.removeIt }));
    await waitFor(() => expect(api.calls("DELETE /api/passkeys/{id}")).toHaveLength(1));
  });

  it("lists linked accounts, offers the others, and unlinks with the password", async () => {
    const { user, api } = await open();
    expect(await screen.findByText("site@mail.example")).toBeTruthy();
    expect(screen.getByRole("button", { name: text.link })).toBeTruthy();
    await user.click(screen.getByRole("button", { name: text.unlink }));
    await user.type(await screen.findByLabelText(text.current), "right");
    await user.click(within(screen.getByRole("alertdialog")).getByRole("button", { name: text.unlinkIt }));
    await waitFor(() =>
      expect(api.calls("POST /api/auth/{provider}/unlink").map(({ body }) => body)).toEqual([
        { password: "right" },
      ]),
    );
  });

  it("links another one with only the password", async () => {
    const { user, api } = await open();
    await user.click(await screen.findByRole("button", { name: text.link }));
    await user.type(await screen.findByLabelText(text.current), "right");
    await user.click(within(screen.getByRole("alertdialog")).getByRole("button", { name: text.linkIt }));
    await waitFor(() =>
      expect(api.calls("POST /api/auth/{provider}/link").map(({ body }) => body)).toEqual([
        { password: "right" },
      ]),
    );
  });

  it("shows the company's own provider under its name from the settings", async () => {
    const { user, api } = await open({
      settings: { openid_name: "Site Office" },
      answers: {
        "GET /api/social-accounts": () => ok({ items: [], available: ["google", "openid"] }),
      },
    });
    await user.click(await screen.findByRole("button", { name: text.linkOwn }));
    const dialog = within(screen.getByRole("alertdialog"));
    expect(dialog.getByRole("heading", { name: text.linkOwnTitle })).toBeTruthy();
    await user.type(screen.getByLabelText(text.current), "right");
    await user.click(dialog.getByRole("button", { name: text.linkIt }));
    await waitFor(() =>
      expect(api.calls("POST /api/auth/{provider}/link").map(({ body }) => body)).toEqual([
        { password: "right" },
      ]),
    );
  });

  it("shows the result after a return from a provider", async () => {
    await open({ path: "/editprofile?social=linked" });
    expect(await screen.findByText(text.linked)).toBeTruthy();
    await opened?.close();
    await open({ path: "/editprofile?social=taken#security" });
    expect(await screen.findByText(text.taken)).toBeTruthy();
    await opened?.close();
    await open({ path: "/editprofile?social=unreachable#security" });
    expect(await screen.findByText(text.unreachable)).toBeTruthy();
  });
});
