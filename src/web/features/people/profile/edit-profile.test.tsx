import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import type { CurrentUser } from "#contract/auth.ts";
import type { Language } from "#contract/languages.ts";
import type { PublicSettings } from "#contract/settings.ts";
import { ok, refuse } from "#test/web/api-server.ts";
import { session } from "#web/lib/session.ts";
import { recall, storageKeys } from "#web/lib/storage.ts";
import type { TextKey } from "#web/lib/translate.ts";
import { inTurns } from "#web/testing/in-turns.ts";
import { say, says } from "#web/testing/say.ts";
import { type OpenProfileOptions, openProfile } from "./testing.ts";

let opened: Awaited<ReturnType<typeof openProfile>> | undefined;
afterEach(async () => {
  await opened?.close();
  opened = undefined;
});

/** Texts that are not translated: the specification's own sentences, and a country as a user types it. */
const fixed = {
  en: {
    firstRequired: "First name is required",
    emailRequired: "Email is required",
    emailInvalid: "Invalid email format",
    failed: "Profile update failed",
    noId: "No user ID available",
    list: (...fields: readonly string[]) => fields.join(" and "),
    typed: "Arab Emir",
    emirates: "United Arab Emirates",
  },
  ar: {
    firstRequired: says("ar")("users.first_name_required"),
    emailRequired: says("ar")("users.email_required"),
    emailInvalid: says("ar")("users.email_invalid"),
    failed: says("ar")("errors.failed.profile_update"),
    noId: says("ar")("errors.failed.no_user_id"),
    list: (...fields: readonly string[]) => fields.join(" و"),
    typed: "الإمارات",
    emirates: "الإمارات العربية المتحدة",
  },
} as const;

const wordsIn = (language: Language) => {
  const text = says(language);
  const begins = (key: TextKey) => new RegExp(`^${text(key)}`);
  return {
    ...fixed[language],
    first: begins("profile.fields.first_name"),
    last: begins("profile.fields.last_name"),
    email: begins("profile.fields.email"),
    company: begins("profile.fields.company"),
    tax: begins("profile.fields.tax_id"),
    city: begins("profile.fields.city"),
    country: begins("profile.fields.country"),
    password: begins("profile.security.current_password"),
    save: text("common.save"),
    changed: text("common.changes", { count: 1 }),
    lastRequired: text("profile.required", { field: text("profile.fields.last_name") }),
    wrong: text("errors.code.PASSWORD_WRONG"),
    awaited: text("profile.email_awaited", { email: "new@site.example" }),
    missing: text("profile.missing_title"),
    missingText: text("profile.missing_text", {
      fields: fixed[language].list(text("profile.fields.last_name"), text("profile.fields.city")),
    }),
    demo: text("profile.demo"),
  };
};
const english = wordsIn("en");

describe.each(["en", "ar"] as const)("the details of the user's own profile in %s", (language) => {
  const it = inTurns(language);
  const text = wordsIn(language);

  async function open(place: Omit<OpenProfileOptions, "language"> = {}) {
    opened = await openProfile({ ...place, language });
    const first = await screen.findByLabelText<HTMLInputElement>(text.first);
    return { ...opened, first };
  }

  const puts = () => opened?.api.calls("PUT /api/users/{id}").map(({ body }) => body);

  it("sends only changed fields, and the name changes everywhere", async () => {
    const { user, first } = await open();
    expect(screen.queryByRole("button", { name: text.save })).toBeNull();
    await user.clear(first);
    await user.type(first, "Mariam");
    expect(screen.getByText(text.changed)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: text.save }));
    await waitFor(() => expect(screen.queryByRole("button", { name: text.save })).toBeNull());
    expect(puts()).toEqual([{ first_name: "Mariam" }]);
    expect(session.user()?.first_name).toBe("Mariam");
  });

  it("rejects a blank first name before the request", async () => {
    const { user, first } = await open();
    await user.clear(first);
    await user.type(first, "   ");
    await user.click(screen.getByRole("button", { name: text.save }));
    expect(await screen.findByText(text.firstRequired)).toBeTruthy();
    expect(first.getAttribute("aria-invalid")).toBe("true");
    expect(puts()).toEqual([]);
  });

  it("says that an email address is missing or invalid", async () => {
    const { user } = await open();
    const email = screen.getByLabelText(text.email);
    await user.clear(email);
    await user.click(screen.getByRole("button", { name: text.save }));
    expect(await screen.findByText(text.emailRequired)).toBeTruthy();
    await user.type(email, "abc");
    await user.click(screen.getByRole("button", { name: text.save }));
    expect(await screen.findByText(text.emailInvalid)).toBeTruthy();
    expect(puts()).toEqual([]);
  });

  it("asks for the password when the email address changes, and says where the confirmation was sent", async () => {
    const { user, api } = await open();
    expect(screen.queryByLabelText(text.password)).toBeNull();
    const email = screen.getByLabelText(text.email);
    await user.clear(email);
    await user.type(email, "new@site.example");
    const password = await screen.findByLabelText(text.password);
    await user.type(password, "not mine");
    api.answers["PUT /api/users/{id}"] = () => refuse(422, "PASSWORD_WRONG", "");
    await user.click(screen.getByRole("button", { name: text.save }));
    expect(await screen.findByText(text.wrong)).toBeTruthy();
    expect(screen.getByLabelText(text.password).getAttribute("aria-invalid")).toBe("true");
    // Needs confirmation first: the answer still has the old address.
    api.answers["PUT /api/users/{id}"] = () => ok(opened?.record({}));
    await user.click(screen.getByRole("button", { name: text.save }));
    expect(await screen.findByText(text.awaited)).toBeTruthy();
    expect(puts()?.[1]).toEqual({ email: "new@site.example", current_password: "not mine" });
  });

  it("shows the specified message when the server fails without one", async () => {
    const { user, api, first } = await open();
    api.answers["PUT /api/users/{id}"] = () => ({ status: 500, body: {} });
    await user.type(first, "x");
    await user.click(screen.getByRole("button", { name: text.save }));
    expect(await screen.findByText(text.failed)).toBeTruthy();
    expect(first.value).toBe("Sitex");
  });

  it("says so when the account no longer exists on saving", async () => {
    const { user, first } = await open();
    await user.type(first, "x");
    const id = session.user() as CurrentUser;
    act(() => session.setUser({ ...id, id: undefined as unknown as number }));
    await user.click(screen.getByRole("button", { name: text.save }));
    expect(await screen.findByText(text.noId)).toBeTruthy();
    expect(puts()).toEqual([]);
  });

  it("has neither company nor tax number on a fresh installation, and both when the settings offer them", async () => {
    await open();
    expect(screen.queryByLabelText(text.company)).toBeNull();
    expect(screen.queryByLabelText(text.tax)).toBeNull();
    await opened?.close();
    await open({ settings: { company_enable: true, tax_id_enable: true } });
    expect(screen.getByLabelText(text.company)).toBeTruthy();
    expect(screen.getByLabelText(text.tax)).toBeTruthy();
  });

  it("finds a country by a part of its name in the user's language", async () => {
    const { user } = await open();
    const country = screen.getByRole("combobox", { name: text.country });
    await user.type(country, text.typed);
    await user.click(await screen.findByRole("option", { name: text.emirates }));
    await user.click(screen.getByRole("button", { name: text.save }));
    await waitFor(() => expect(puts()).toEqual([{ country: "AE" }]));
  });

  it("holds the user until required fields are filled in, then continues to the requested page", async () => {
    const { user, path } = await open({
      path: "/projects?search=tower",
      user: { last_name: "", city: "", missing_fields: ["last_name", "city"] },
      settings: { city_mandatory: true },
    });
    expect(path()).toBe("/editprofile");
    expect(screen.getByText(text.missing)).toBeTruthy();
    expect(screen.getByText(text.missingText)).toBeTruthy();
    const city = screen.getByLabelText(text.city);
    await user.type(city, "Sharjah");
    await user.click(screen.getByRole("button", { name: text.save }));
    expect(await screen.findByText(text.lastRequired)).toBeTruthy();
    await user.type(screen.getByLabelText(text.last), "Haddad");
    await user.click(screen.getByRole("button", { name: text.save }));
    await waitFor(() => expect(path()).toBe("/projects"));
    expect(location.search).toBe("?search=tower");
    expect(puts()).toEqual([{ city: "Sharjah", last_name: "Haddad" }]);
  });

  it("is read-only for the demo account, which nothing is required of", async () => {
    const { path } = await open({ user: { is_demo: true, missing_fields: ["last_name"] } });
    expect(path()).toBe("/editprofile");
    expect(screen.getByText(text.demo)).toBeTruthy();
    expect(screen.getByLabelText(text.first).matches(":disabled")).toBe(true);
    expect(screen.queryByText(text.missing)).toBeNull();
  });
});

describe("every screen after sign-in", () => {
  it.each(["/dashboard", "/projects", "/visits", "/profile", "/saved", "/settings"])(
    "waits for the required details: %s",
    async (wanted) => {
      opened = await openProfile({ path: wanted, user: { last_name: "", missing_fields: ["last_name"] } });
      await waitFor(() => expect(opened?.path()).toBe("/editprofile"));
      expect(recall(storageKeys.redirect)).toBe(wanted);
    },
  );

  it("is not delayed on a public page", async () => {
    opened = await openProfile({
      path: "/user/person7code",
      user: { last_name: "", missing_fields: ["last_name"] },
    });
    expect(await screen.findByRole("heading", { level: 1, name: "Site Manager" })).toBeTruthy();
    expect(opened.path()).toBe("/user/person7code");
  });
});

describe("the parts of the profile page", () => {
  it("have their own addresses, and keep input while another part is open", async () => {
    opened = await openProfile({});
    const { user } = opened;
    await user.type(await screen.findByLabelText(english.first), "x");
    const parts = screen.getByRole("navigation", { name: say("profile.sections_label") });
    await user.click(within(parts).getByRole("link", { name: say("profile.sections.preferences") }));
    await screen.findByRole("heading", { name: say("profile.sections.preferences") });
    expect(location.search).toBe("?section=preferences");
    await user.click(within(parts).getByRole("link", { name: say("profile.sections.details") }));
    expect((await screen.findByLabelText<HTMLInputElement>(english.first)).value).toBe("Sitex");
  });

  it("ask before input is discarded", async () => {
    opened = await openProfile({});
    const { user, path } = opened;
    await user.type(await screen.findByLabelText(english.first), "x");
    const menu = screen.getByRole("navigation", { name: say("shell.sidebar.label") });
    await user.click(within(menu).getByRole("link", { name: "Projects" }));
    expect(await screen.findByRole("alertdialog", { name: say("common.leave_title") })).toBeTruthy();
    await user.click(screen.getByRole("button", { name: say("common.leave") }));
    await waitFor(() => expect(path()).toBe("/projects"));
  });
});

type Flags = Partial<PublicSettings>;
const demanded: [string, Flags][] = (
  ["company", "tax_id", "street", "city", "postal_code", "province", "country", "tel"] as const
).map((field) => [field, { [`${field}_enable`]: true, [`${field}_mandatory`]: true }]);

it.each(demanded)("A mandatory %s cannot be left empty.", async (_, settings) => {
  opened = await openProfile({ settings });
  await opened.user.type(await screen.findByLabelText(english.first), "x");
  await opened.user.click(screen.getByRole("button", { name: english.save }));
  expect(await screen.findByText(/^(?!First name).* is required$/)).toBeTruthy();
  expect(opened.api.calls("PUT /api/users/{id}")).toEqual([]);
});
