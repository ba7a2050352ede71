import { act } from "@testing-library/react";
import type { CurrentUser } from "#contract/auth.ts";
import type { Language } from "#contract/languages.ts";
import type { PublicSettings } from "#contract/settings.ts";
import type { UserRecord } from "#contract/users.ts";
import { type Answers, ok } from "#test/web/api-server.ts";
import { session } from "#web/lib/session.ts";
import { openScreen, person, publicSettings } from "#web/testing/open-screen.tsx";

export interface OpenProfileOptions {
  readonly path?: string;
  readonly language?: Language;
  readonly user?: Partial<CurrentUser>;
  readonly settings?: Partial<PublicSettings>;
  readonly answers?: Answers;
}

/** A user with the names that the settings require. */
export const named: Partial<CurrentUser> = { first_name: "Site", last_name: "Manager" };

const emptyPage = ok({ items: [], total: 0, page: 1, per_page: 24 });

/** Opens an address for a user with a profile, against a server that stores what is saved. */
export async function openProfile({
  path = "/editprofile",
  language = "en",
  user,
  settings,
  answers,
}: OpenProfileOptions) {
  let current: CurrentUser = { ...person, ...named, ...user };
  const record = (change: Partial<CurrentUser>): UserRecord => {
    current = { ...current, ...change };
    const missing_fields = current.missing_fields.filter((field) => current[field as "city"] === "");
    const { remind_2fa: _, can: __, ...fields } = { ...current, missing_fields };
    current = { ...current, missing_fields };
    return {
      ...fields,
      state: "active",
      created_at: "2026-03-01T08:00:00.000Z",
      last_seen_at: null,
      can: { edit: true },
    };
  };
  const all = { ...publicSettings, ...settings };
  const opened = await openScreen(
    path,
    language,
    {
      "GET /api/user": () => ok(current),
      "GET /api/settings": () => ok(all),
      "PUT /api/users/{id}": ({ body }) => ok(record(body)),
      "GET /api/projects": () => emptyPage,
      "GET /api/visits": () => emptyPage,
      "GET /api/users/code/{code}": () =>
        ok({
          code: "person7code",
          name: "Site Manager",
          company: "",
          avatar: null,
          cover_image: null,
          member_since: "2026-03-01T08:00:00.000Z",
          tours: [],
        }),
      ...answers,
    },
    current,
  );
  act(() => session.setSettings(all));
  return { ...opened, record };
}
