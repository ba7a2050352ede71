/** A stand-in for Autodesk Platform Services on the loopback; its sources are in CONTRACT.md. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type Answer, type Call, exactly, NotInContract, readCall, writeAnswer } from "./answer.ts";
import { authenticate } from "./authentication.ts";
import { browse, denied } from "./data.ts";
import { manifest, sheets, storage } from "./drawings.ts";
import { buildSite } from "./site.ts";
import { type Knobs, type Service, usual } from "./state.ts";
import { createTokens } from "./tokens.ts";
import { viewerScript, viewerStyles } from "./viewer.ts";

export { application } from "./authentication.ts";
export { urns } from "./site.ts";
export type { Knobs } from "./state.ts";

export interface LoggedCall {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** Grant type of a token call. */
  readonly grant: string;
}

/** Listens on a free port. `now` is the clock for the expiry of tokens. */
export async function startAutodeskService({ now = () => Date.now() }: { now?: () => number } = {}) {
  const knobs: Knobs = { ...usual };
  const log: LoggedCall[] = [];
  const tokens = createTokens(now, () => knobs.tokenSeconds);
  const site = await buildSite();
  let service: Service = { origin: "", knobs, tokens, site, polls: new Map(), exports: new Map() };

  const server = createServer((request, response) => {
    const { method = "", url = "" } = request;
    const path = url.split("?")[0] ?? "";
    let grant = "";
    const about = knobs.about === "" ? !path.startsWith("/authentication/") : path.includes(knobs.about);
    if (about && knobs.drop > 0) {
      knobs.drop -= 1;
      log.push({ method, path, status: 0, grant });
      request.socket.destroy();
      return;
    }
    const reply = async (): Promise<Answer> => {
      const call = await readCall(request, service.origin);
      grant = call.form.get("grant_type") ?? "";
      if (knobs.slow > 0 && about) await new Promise((resolve) => setTimeout(resolve, knobs.slow));
      return (about ? troubled(knobs) : undefined) ?? answer(call, service);
    };
    const send = (answered: Answer): void => {
      log.push({ method, path, status: answered.status, grant });
      writeAnswer(response, answered);
    };
    void reply().then(send, (error: unknown) =>
      send({
        status: error instanceof NotInContract ? 501 : 500,
        json: { not_in_contract: String(error) },
      }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  service = { ...service, origin };

  return {
    origin,
    /** For `INTEGRATION_ENDPOINTS`. */
    endpoints: {
      api: origin,
      profile: `${origin}/userinfo`,
      viewer: `${origin}/modelderivative/v2/viewers/7.*`,
    },
    knobs,
    tokens,
    site,
    log,
    /** Calls of a method whose path contains `part`. */
    calls: (part: string, method = "") =>
      log.filter((one) => one.path.includes(part) && (method === "" || one.method === method)),
    /** Number of refreshes so far. */
    refreshes: () => log.filter(({ grant }) => grant === "refresh_token").length,
    /** Issues a sheet anew: another id and set, the same number. */
    issue(project: string, number: string, pdf: Uint8Array): void {
      const sheet = site.sheets.get(project)?.find((one) => one.number === number);
      if (sheet === undefined) throw new Error(`no drawing ${number}`);
      sheet.id = `${sheet.id}-next`;
      sheet.versionSet = { id: "set-2", name: "Construction", issuanceDate: "2026-03-01" };
      sheet.pdf = pdf;
    },
    /** Resets everything to the state after the start, except tokens and the log. */
    calm(): void {
      Object.assign(knobs, usual);
      service.polls.clear();
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
export type AutodeskService = Awaited<ReturnType<typeof startAutodeskService>>;

function troubled(knobs: Knobs): Answer | undefined {
  if (knobs.busy > 0) {
    knobs.busy -= 1;
    return {
      status: 429,
      headers: { "retry-after": String(knobs.retryAfter) },
      json: { developerMessage: "Quota limit exceeded.", moreInfo: "" },
    };
  }
  if (knobs.broken > 0) {
    knobs.broken -= 1;
    return { status: 503, json: { developerMessage: "The service is not available." } };
  }
  return undefined;
}

/** Scopes that a path requires. */
function neededScope({ method, path }: Call): string {
  const [api, , kind] = path;
  if (api === "construction" && kind === "v1" && method === "POST") return "data:write";
  return "data:read";
}

function answer(call: Call, service: Service): Answer {
  const { path, method, url, headers } = call;
  const [api, version] = path;
  if (method === "OPTIONS") return { status: 204, text: "" };
  if (method === "POST" && url.pathname === "/_knobs") {
    Object.assign(service.knobs, call.json);
    return { status: 200, json: service.knobs };
  }
  if (api === "authentication" && version === "v2") return authenticate(call, service);
  if (method === "GET" && api === "modelderivative" && path[2] === "viewers") return viewer(call, service);
  if (method === "GET" && api === "storage") return stored(call, service);
  const scopes = service.tokens.scopesOf(headers.authorization);
  if (scopes === undefined)
    return {
      status: 401,
      json: {
        developerMessage: "The client_id specified does not have access to the api product",
        errorCode: "AUTH-006",
      },
    };
  if (method === "GET" && url.pathname === "/userinfo")
    return { status: 200, json: { sub: "U1", name: "Site Architect", email: "architect@example.org" } };
  const isModel = api === "modelderivative" && path[2] === "designdata";
  const needed = neededScope(call);
  if (!scopes.includes(needed) && !(isModel && scopes.includes("viewables:read")))
    return denied(`Token does not have the privilege for this request: ${needed}`);
  if (isModel) return manifest(call, service);
  if (api === "project" || api === "data") return browse(call, service);
  if (api === "construction" && path[1] === "sheets" && path[2] === "v1") return sheets(call, service);
  if (api === "oss" && version === "v2") return storage(call, service);
  throw new NotInContract(`${method} ${url.pathname}`);
}

function viewer({ path, url }: Call, { origin }: Service): Answer {
  exactly(url.searchParams, { optional: ["v"] });
  if (path[4] === "viewer3D.min.js")
    return { status: 200, type: "text/javascript", text: viewerScript(origin) };
  if (path[4] === "style.min.css") return { status: 200, type: "text/css", text: viewerStyles };
  throw new NotInContract(url.pathname);
}

/** The signed URL alone grants access; a token sent with it would have been leaked. */
function stored({ path, url, headers }: Call, { exports }: Service): Answer {
  if (headers.authorization !== undefined) throw new NotInContract("a token for a signed address");
  const bytes = exports.get(path[1] ?? "");
  if (bytes === undefined || url.searchParams.get("Signature") !== "signed") return { status: 403, text: "" };
  return { status: 200, type: "application/pdf", bytes };
}
