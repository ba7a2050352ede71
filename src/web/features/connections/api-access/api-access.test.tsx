import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import type { ApiToken } from "#contract/api-access.ts";
import { type Answers, ok, refuse } from "#test/web/api-server.ts";
import { openScreen, person } from "#web/testing/open-screen.tsx";
import { saying, says } from "#web/testing/say.ts";
import type { OpenApi } from "./reference/calls.ts";
import { readCalls, searchCalls } from "./reference/calls.ts";
import { curlOf } from "./reference/curl.ts";
import { fieldRows } from "./reference/fields.ts";

const en = says("en");
const ar = says("ar");

let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
afterEach(async () => {
  await opened?.close();
  opened = undefined;
});

const token: ApiToken = {
  id: 7,
  name: "Weekly report",
  hint: "swk_T0k2…",
  scopes: ["projects:read", "snags:write"],
  created_at: "2026-11-01T08:00:00Z",
  expires_at: null,
  last_used_at: null,
  last_address: "",
  can: { edit: true, delete: true },
};
const secret = `swk_${"a".repeat(49)}`;

const document = {
  tags: [{ name: "snags" }, { name: "session" }],
  paths: {
    "/api/annotations/{id}/comments": {
      post: {
        operationId: "post_comment",
        summary: "Say something about a snag.",
        description: "Requires the right `snag.comment` on the record named by `id`.",
        tags: ["snags"],
        security: [{ token: ["snags:write"] }, { session: [] }],
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" }, example: 42 }],
        requestBody: {
          content: {
            "application/json": {
              schema: {
                type: "object",
                required: ["text"],
                properties: { text: { type: "string", minLength: 1, maxLength: 4000 } },
              },
              example: { text: "It's dry" },
            },
          },
        },
        responses: {
          "201": {
            content: {
              "application/json": {
                schema: {
                  type: "object",
                  properties: {
                    data: {
                      type: "object",
                      required: ["id", "by"],
                      properties: {
                        id: { type: "number" },
                        by: {
                          anyOf: [
                            { type: "object", properties: { name: { type: "string" } } },
                            { type: "null" },
                          ],
                        },
                      },
                    },
                  },
                },
              },
            },
          },
        },
      },
    },
    "/api/tokens": {
      get: {
        operationId: "get_tokens",
        summary: "The caller's tokens.",
        tags: ["session"],
        security: [{ session: [] }],
        responses: { "200": {} },
      },
    },
  },
  components: {
    schemas: {
      Error: {
        properties: {
          code: { oneOf: [{ const: "TOKEN_SCOPE", description: "403: It needs {scope}." }] },
        },
      },
    },
  },
} satisfies OpenApi;

const answers = (items: ApiToken[], more: Answers = {}): Answers => ({
  "GET /api/tokens": () => ok({ items, is_on: true }),
  "GET /api/openapi.json": () => ({ status: 200, body: document }),
  ...more,
});
const open = async (path: string, language: "en" | "ar", more: Answers, whose = person) => {
  opened = await openScreen(path, language, more, whose);
  return opened;
};

describe("a user's tokens", () => {
  it("are created with a name, areas and the password, and shown once", async () => {
    let sent: unknown;
    const { user } = await open(
      "/developers",
      "en",
      answers([], {
        "POST /api/tokens": ({ body }) => {
          sent = body;
          const { password } = body as { password?: string };
          if (password !== "right") return refuse(422, "PASSWORD_WRONG", "Wrong.");
          return ok({ ...token, token: secret });
        },
      }),
    );
    await user.click(await screen.findByRole("button", { name: en("api_access.tokens.new") }));
    const dialog = await screen.findByRole("dialog", { name: en("api_access.tokens.new") });
    await user.click(within(dialog).getByRole("button", { name: en("api_access.make.do") }));
    expect(within(dialog).getByText(en("api_access.name_required"))).toBeDefined();
    expect(within(dialog).getByText(en("api_access.scopes_required"))).toBeDefined();
    expect(sent).toBeUndefined();

    await user.type(
      within(dialog).getByRole("textbox", { name: saying("en")("api_access.make.name") }),
      "Weekly report",
    );
    const choose = (area: string, level: string) =>
      user.click(
        within(within(dialog).getByRole("radiogroup", { name: area })).getByRole("radio", { name: level }),
      );
    await choose(en("api_access.areas.projects"), en("api_access.make.level.read"));
    await choose(en("api_access.areas.snags"), en("api_access.make.level.write"));
    await user.type(within(dialog).getByLabelText(saying("en")("api_access.make.password")), "wrong");
    await user.click(within(dialog).getByRole("button", { name: en("api_access.make.do") }));
    expect(await within(dialog).findByText(en("errors.code.PASSWORD_WRONG"))).toBeDefined();
    await user.type(
      within(dialog).getByLabelText(saying("en")("api_access.make.password")),
      "{Backspace>5}right",
    );
    await user.click(within(dialog).getByRole("button", { name: en("api_access.make.do") }));

    const told = await screen.findByRole("dialog", { name: en("api_access.told.title") });
    expect(within(told).getByText(secret)).toBeDefined();
    expect(sent).toEqual({
      name: "Weekly report",
      scopes: ["projects:read", "snags:write"],
      expires_in_days: 90,
      password: "right",
    });
    expect(within(told).getByText(/curl -H/).textContent).toContain(`${location.origin}/api/projects`);
    await user.click(within(told).getByRole("button", { name: en("api_access.told.kept") }));
    await waitFor(() => expect(screen.queryByText(secret)).toBeNull());
  });

  it("are revoked after a confirmation, and say when they were used", async () => {
    let isThere = true;
    const used = { ...token, last_used_at: new Date().toISOString(), last_address: "192.0.2.7" };
    const { user } = await open(
      "/developers",
      "ar",
      answers([], {
        "GET /api/tokens": () => ok({ items: isThere ? [used] : [], is_on: true }),
        "DELETE /api/tokens/{id}": () => {
          isThere = false;
          return ok({});
        },
      }),
    );
    const list = await screen.findByRole("list", { name: ar("api_access.tokens.list") });
    expect(within(list).getByText(/192\.0\.2\.7/)).toBeDefined();
    expect(
      within(list).getByText(ar("api_access.holds.write", { area: ar("api_access.areas.snags") })),
    ).toBeDefined();
    await user.click(
      within(list).getByRole("button", { name: ar("api_access.tokens.revoke", { name: "Weekly report" }) }),
    );
    const question = await screen.findByRole("alertdialog");
    await user.click(within(question).getByRole("button", { name: ar("api_access.tokens.revoke_do") }));
    expect(await screen.findByText(ar("api_access.tokens.none_title"))).toBeDefined();
  });

  it("cannot be created where the plan does not include the API", async () => {
    await open(
      "/developers",
      "en",
      answers([token], {
        "GET /api/tokens": () => ok({ items: [token], is_on: false }),
      }),
    );
    expect(await screen.findByText(en("api_access.tokens.off"))).toBeDefined();
    const add = screen.getByRole("button", { name: en("api_access.tokens.new") });
    expect(add.hasAttribute("disabled")).toBe(true);
  });
});

describe("API reference", () => {
  it("finds a call by its words and shows input and output, at an address of its own", async () => {
    const { user, path } = await open("/developers/reference", "en", answers([]));
    expect(await screen.findByText(en("api_access.reference.calls", { count: 2 }))).toBeDefined();
    expect(screen.getByRole("cell", { name: /TOKEN_SCOPE/ })).toBeDefined();
    await user.type(screen.getByRole("searchbox", { name: en("api_access.reference.search") }), "post snag");
    expect(screen.getByText(en("api_access.reference.calls", { count: 1 }))).toBeDefined();
    await user.click(screen.getByRole("link", { name: /comments/ }));
    expect(await screen.findByRole("heading", { name: /POST.*comments/ })).toBeDefined();
    await waitFor(() => expect(path()).toBe("/developers/reference/post_comment"));
    expect(
      within(screen.getByRole("table", { name: en("api_access.reference.body") })).getByText(
        "up to 4000 characters",
        {
          exact: false,
        },
      ),
    ).toBeDefined();
    expect(
      within(screen.getByRole("table", { name: en("api_access.reference.reply") })).getByText("by.name"),
    ).toBeDefined();
    expect(screen.getByText("snags:write")).toBeDefined();
  });

  it("opens at a call in Arabic, with the contract's texts marked as English", async () => {
    await open("/developers/reference/post_comment", "ar", answers([]));
    const sentence = await screen.findByText("Say something about a snag.");
    expect(sentence.getAttribute("lang")).toBe("en");
    expect(sentence.getAttribute("dir")).toBe("ltr");
    expect(screen.getByRole("table", { name: ar("api_access.reference.body") })).toBeDefined();
  });

  it("says for a call that accepts no token that none opens it", async () => {
    await open("/developers/reference/get_tokens", "en", answers([]));
    expect(await screen.findByText(en("api_access.reference.needs_none"))).toBeDefined();
  });
});

describe("parts derived from the document", () => {
  const { groups } = readCalls(document);
  const [comment] = groups[0]?.calls ?? [];

  it("include a command for the shell, with safely escaped quotes", () => {
    if (comment === undefined) throw new Error("the call is there");
    expect(curlOf(comment, "https://site.example").split(" \\\n  ")).toEqual([
      "curl -X POST",
      `-H "Authorization: Bearer $SITEWALK_TOKEN"`,
      `-H "Content-Type: application/json"`,
      `-d '{"text":"It'\\''s dry"}'`,
      `"https://site.example/api/annotations/42/comments"`,
    ]);
  });

  it("are found by every word, in any order", () => {
    expect(searchCalls(groups, "comments POST").map(({ name }) => name)).toEqual(["snags"]);
    expect(searchCalls(groups, "comments GET")).toEqual([]);
  });

  it("describe fields within lists and nullable fields", () => {
    const rows = fieldRows({
      required: ["items"],
      properties: {
        items: {
          type: "array",
          items: { type: "object", properties: { state: { type: "string", enum: ["open", "closed"] } } },
        },
        note: { type: ["string", "null"], default: null },
        starred: { anyOf: [{ type: "boolean" }, { enum: [1, 0, "1", "0", "true", "false"] }] },
      },
    });
    expect(rows.map(({ path, type }) => `${path}: ${type}`)).toEqual([
      "items: object[]",
      "items[].state: string",
      "note: string | null",
      "starred: boolean",
    ]);
    expect(rows[1]?.meaning).toBe('"open", "closed"');
    expect(rows[0]?.isRequired).toBe(true);
  });
});
