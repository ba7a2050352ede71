import { clients } from "./clients.ts";
import { facebook } from "./facebook.ts";
import { google } from "./google.ts";
import { createGrants } from "./grants.ts";
import { createSigningKeys } from "./keys.ts";
import { calm, type Knobs } from "./knobs.ts";
import { openid } from "./openid.ts";
import { type Person, somebodyElsewhere } from "./people.ts";
import { listen, NotInContract } from "./server.ts";
import type { State } from "./state.ts";
import { x } from "./x.ts";

export type { Knobs } from "./knobs.ts";
export type { Person } from "./people.ts";

export interface OpenIdProvider {
  readonly origin: string;
  /** For the server's environment, before it starts. */
  readonly environment: { readonly SOCIAL_ENDPOINTS: string };
  /** For `PUT /api/settings`: all four switched on, with their keys. */
  readonly settings: Readonly<Record<string, string | boolean>>;
  /** Changes the user of the browser from now on. */
  signInAs(person?: Partial<Person>): Person;
  /** Changes knobs; those not named stay as they are. */
  turn(knobs: Partial<Knobs>): void;
  /** Resets all knobs. */
  calm(): void;
  rotateKeys(): Promise<void>;
  /** Calls so far, as `METHOD /path`; `501 …` marks those outside the contract. */
  readonly calls: readonly string[];
  close(): Promise<void>;
}

const parts = { google, facebook, x, openid } as const;

/**
 * Google, Facebook, X and a company's own provider on the loopback, as strict as their published interfaces: see
 * CONTRACT.md.
 */
export async function startOpenIdProvider(): Promise<OpenIdProvider> {
  const state: State = {
    grants: createGrants(),
    keys: await createSigningKeys(),
    knobs: { ...calm },
    person: somebodyElsewhere(),
  };
  const calls: string[] = [];
  const { origin, close } = await listen(async (call) => {
    // Browsers request it on their own.
    if (call.url.pathname === "/favicon.ico") return { status: 404, html: "" };
    const line = `${call.method} ${call.url.pathname}`;
    const [, name = ""] = call.url.pathname.split("/");
    try {
      if (!Object.hasOwn(parts, name)) throw new NotInContract(line);
      const answer = await parts[name as keyof typeof parts](call, state);
      calls.push(line);
      return answer;
    } catch (error) {
      calls.push(`501 ${line}: ${String(error)}`);
      throw error;
    }
  });
  return {
    origin,
    environment: { SOCIAL_ENDPOINTS: JSON.stringify(endpointsAt(origin)) },
    settings: { ...settings(), openid_issuer: `${origin}/openid`, openid_name: "Site Office" },
    signInAs(person) {
      state.person = somebodyElsewhere(person);
      return state.person;
    },
    turn(knobs) {
      state.knobs = { ...state.knobs, ...knobs };
    },
    calm() {
      state.knobs = { ...calm };
    },
    rotateKeys: () => state.keys.rotate(),
    calls,
    close,
  };
}

const endpointsAt = (origin: string) => ({
  google: {
    issuer: `${origin}/google`,
    authorization: `${origin}/google/authorize`,
    token: `${origin}/google/token`,
    keys: `${origin}/google/keys`,
  },
  facebook: {
    authorization: `${origin}/facebook/{version}/dialog/oauth`,
    token: `${origin}/facebook/{version}/oauth/access_token`,
    account: `${origin}/facebook/{version}/me`,
  },
  twitter: {
    authorization: `${origin}/x/i/oauth2/authorize`,
    token: `${origin}/x/2/oauth2/token`,
    account: `${origin}/x/2/users/me`,
  },
});

const settings = () =>
  Object.fromEntries(
    Object.entries(clients).flatMap(([name, { id, secret }]) => [
      [`${name}_enable`, true],
      [`${name}_id`, id],
      [`${name}_secret`, secret],
    ]),
  );
