import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect } from "vitest";
import { type Settings, settingDefaults } from "#contract/settings.ts";
import { freshSettings } from "#test/settings.ts";
import { type Answers, ok, refuse } from "#test/web/api-server.ts";
import type { TextKey } from "#web/lib/translate.ts";
import { inTurns } from "#web/testing/in-turns.ts";
import { openScreen, superAdmin } from "#web/testing/open-screen.tsx";
import { saying, says } from "#web/testing/say.ts";

let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
afterEach(() => opened?.close());

const kept: Settings = {
  ...settingDefaults,
  ...freshSettings(),
  smtp_host: "mail.example.org",
  secrets_set: ["smtp_password"],
};

/** Texts that stay the same in either language: names of the test and user input. */
const typed = {
  en: { dinar: "kuwai", dinarName: "Kuwaiti Dinar (KWD)" },
  ar: { dinar: "كويتي", dinarName: "دينار كويتي (KWD)" },
} as const;

describe.each(["en", "ar"] as const)("settings in %s", (language) => {
  const it = inTurns(language);
  const text = typed[language];
  const shown = says(language);
  const starts = (key: TextKey) => new RegExp(`^${saying(language)(key).source}`);
  const containing = saying(language);
  const open = async (address = "/settings", more: Answers = {}) => {
    const answers: Answers = {
      "GET /api/settings": () => ok(kept),
      "PUT /api/settings": ({ body }) => ok({ ...kept, ...body }),
      ...more,
    };
    opened = await openScreen(address, language, answers, superAdmin);
    await screen.findByRole("searchbox", { name: shown("settings.search") });
    return opened;
  };
  const sent = () => opened?.api.calls("PUT /api/settings").map(({ body }) => body);

  it("send only what was changed", async () => {
    const { user } = await open();
    const name = await screen.findByRole("textbox", { name: shown("settings.labels.website_name") });
    await user.clear(name);
    await user.type(name, "Palm Court");
    await user.click(screen.getByRole("button", { name: shown("common.save") }));
    await waitFor(() => expect(sent()).toEqual([{ website_name: "Palm Court" }]));
    await waitFor(() => expect(screen.queryByRole("button", { name: shown("common.save") })).toBeNull());
  });

  it("never show a secret; a stored one is replaced or removed", async () => {
    const { user } = await open("/settings?group=mail");
    const password = await screen.findByLabelText<HTMLInputElement>(starts("settings.labels.smtp_password"));
    expect(password.value).toBe("");
    await user.click(screen.getByRole("button", { name: shown("settings.secret_forget") }));
    await user.click(screen.getByRole("button", { name: shown("common.save") }));
    await waitFor(() => expect(sent()).toEqual([{ smtp_password: null }]));
  });

  it("are searchable across all groups", async () => {
    const { user } = await open();
    const search = screen.getByRole("searchbox", { name: shown("settings.search") });
    await user.type(search, shown("settings.labels.smtp_security"));
    expect(
      await screen.findByRole("button", { name: containing("settings.labels.smtp_security") }),
    ).toBeTruthy();
    expect(screen.queryByRole("textbox", { name: shown("settings.labels.website_name") })).toBeNull();
    await user.clear(search);
    await user.type(search, "qqqq");
    expect(await screen.findByText(shown("settings.nothing_found"))).toBeTruthy();
  });

  it("of invoices are searchable; the tax is typed in percent and stored in hundredths", async () => {
    const { user } = await open();
    await user.type(
      screen.getByRole("searchbox", { name: shown("settings.search") }),
      shown("settings.hints.tax_rate"),
    );
    const rate = await screen.findByRole<HTMLInputElement>("textbox", {
      name: starts("settings.labels.tax_rate"),
    });
    expect(rate.value).toBe("0");
    await user.clear(rate);
    await user.type(rate, "5.25");
    await user.tab();
    await user.click(screen.getByRole("button", { name: shown("common.save") }));
    await waitFor(() => expect(sent()).toEqual([{ tax_rate: 525 }]));
  });

  it("offer every currency by its name and send its code", async () => {
    const { user } = await open("/settings?group=billing");
    const currency = await screen.findByRole("combobox", { name: starts("settings.labels.currency") });
    await user.clear(currency);
    await user.type(currency, text.dinar);
    await user.click(await screen.findByRole("option", { name: text.dinarName }));
    await user.click(screen.getByRole("button", { name: shown("common.save") }));
    await waitFor(() => expect(sent()).toEqual([{ currency: "KWD" }]));
  });

  it("make a field of the profile optional when it is no longer offered", async () => {
    const { user } = await open("/settings?group=profile", {
      "GET /api/settings": () => ok({ ...kept, tax_id_enable: true, tax_id_mandatory: true }),
    });
    await user.click(
      await screen.findByRole("checkbox", {
        name: `${shown("settings.fields.tax_id")}: ${shown("settings.offered")}`,
      }),
    );
    const mandatory = screen.getByRole<HTMLInputElement>("checkbox", {
      name: `${shown("settings.fields.tax_id")}: ${shown("settings.mandatory")}`,
    });
    expect([mandatory.checked, mandatory.disabled]).toEqual([false, true]);
    await user.click(screen.getByRole("button", { name: shown("common.save") }));
    await waitFor(() => expect(sent()).toEqual([{ tax_id_enable: false, tax_id_mandatory: false }]));
  });

  it("focus the refused field, in any group", async () => {
    const refusal = refuse(422, "VALIDATION", "", { theme_color: ["settings.color_invalid"] });
    const { user } = await open("/settings?group=access", { "PUT /api/settings": () => refusal });
    await user.click(
      await screen.findByRole("switch", { name: shown("settings.labels.enable_registration") }),
    );
    await user.click(screen.getByRole("button", { name: shown("common.save") }));
    expect(await screen.findByText(shown("settings.color_invalid"))).toBeTruthy();
    expect(location.search).toContain("group=branding");
  });

  it("test email with the stored settings, and not while there are unsaved changes", async () => {
    const { user, api } = await open("/settings?group=mail", {
      "POST /api/settings/test-mail": () => ok({ message_id: "<1@example.org>" }),
    });
    const button = await screen.findByRole("button", { name: shown("settings.test_mail.button") });
    await user.click(button);
    await waitFor(() =>
      expect(api.calls("POST /api/settings/test-mail").map(({ body }) => body)).toEqual([
        { to: superAdmin.email },
      ]),
    );
    await user.type(screen.getByRole("textbox", { name: shown("settings.labels.smtp_host") }), "x");
    expect(button.hasAttribute("disabled")).toBe(true);
  });

  it("separate the outside tools: keys once a tool is on, and the addresses to enter there", async () => {
    const { user } = await open("/settings?group=integrations", {
      "GET /api/settings": () => ok({ ...kept, site_address: "https://site.example.org" }),
    });
    await screen.findByRole("heading", { name: "Trello", level: 3 });
    expect(screen.queryByRole("textbox", { name: starts("settings.labels.trello_key") })).toBeNull();
    await user.click(screen.getByRole("switch", { name: /^Trello/ }));
    await screen.findByRole("textbox", { name: starts("settings.labels.trello_key") });
    screen.getByDisplayValue("https://site.example.org/auth/tools/trello/callback");
    screen.getByDisplayValue("https://site.example.org");
    screen.getByDisplayValue("https://site.example.org/api/autodesk/callback");
    expect(screen.queryByDisplayValue(/clickup\/callback/)).toBeNull();
  });

  it("describe the company's own provider once it is on, with the address to enter there", async () => {
    const { user } = await open("/settings?group=social", {
      "GET /api/settings": () => ok({ ...kept, site_address: "https://site.example.org" }),
      "PUT /api/settings": ({ body }) =>
        body["openid_issuer"] === "id.example.org"
          ? refuse(422, "VALIDATION", "", { openid_issuer: ["settings.issuer_invalid"] })
          : ok({ ...kept, ...body }),
    });
    const own = await screen.findByRole("switch", { name: shown("settings.labels.openid_enable") });
    expect(screen.queryByRole("textbox", { name: starts("settings.labels.openid_issuer") })).toBeNull();
    await user.click(own);
    screen.getByDisplayValue("https://site.example.org/auth/openid/callback");
    expect(
      screen.getByRole<HTMLInputElement>("textbox", { name: starts("settings.labels.openid_scopes") }).value,
    ).toBe("openid email profile");
    const issuer = screen.getByRole("textbox", { name: starts("settings.labels.openid_issuer") });
    await user.type(issuer, "id.example.org");
    await user.click(screen.getByRole("button", { name: shown("common.save") }));
    expect(await screen.findByText(shown("settings.issuer_invalid"))).toBeTruthy();
    await user.clear(issuer);
    await user.type(issuer, "https://id.example.org");
    await user.type(
      screen.getByRole("textbox", { name: starts("settings.labels.openid_name") }),
      "Site Office",
    );
    await user.type(screen.getByLabelText(starts("settings.labels.openid_secret")), "s3cret");
    await user.click(screen.getByRole("button", { name: shown("common.save") }));
    await waitFor(() =>
      expect(sent()?.at(-1)).toEqual({
        openid_enable: true,
        openid_issuer: "https://id.example.org",
        openid_name: "Site Office",
        openid_secret: "s3cret",
      }),
    );
  });

  it("explain what is wrong with the company's own provider", async () => {
    const detail = "The document names another issuer, “https://id.example.org/”.";
    const { user, api } = await open("/settings?group=social", {
      "GET /api/settings": () => ok({ ...kept, google_enable: false, openid_enable: true }),
      "POST /api/settings/test-connection": () => ok({ ok: false, detail, milliseconds: 12 }),
    });
    await user.click(await screen.findByRole("button", { name: shown("settings.test.button") }));
    expect(await screen.findByText(/another issuer/)).toBeTruthy();
    expect(api.calls("POST /api/settings/test-connection").map(({ body }) => body)).toEqual([
      { service: "openid", lang: language },
    ]);
  });

  it("preview a colour on the page while it is being picked, and restore the former one on cancel", async () => {
    const { user } = await open();
    const brand = () => document.documentElement.style.getPropertyValue("--brand");
    await screen.findByRole("textbox", { name: shown("settings.labels.website_name") });
    const code = document.querySelector<HTMLInputElement>("fieldset input[dir=ltr]") as HTMLInputElement;
    fireEvent.change(code, { target: { value: "#0f766e" } });
    await waitFor(() => expect(brand()).toBe("#0f766e"));
    const form = document.querySelector("form") as HTMLFormElement;
    await user.click(within(form).getAllByRole("button").at(-2) as HTMLElement);
    await waitFor(() => expect(brand()).toBe(kept.theme_color));
  });
});
