import { type Scope, scopes } from "#contract/api-access.ts";
import { type ErrorCode, errors } from "#contract/errors.ts";
import { limits } from "#contract/limits.ts";

type Json = Record<string, unknown>;

/** What many operations share: how to prove who calls, refusals, the headers of counting. */
export function components(): Json {
  return {
    securitySchemes: {
      token: {
        type: "http",
        scheme: "bearer",
        bearerFormat: "swk_…",
        description: `A token of the person, made under "Developers". Each call names the scope that it needs: ${scopes.join(", ")}. Writing includes reading.`,
      },
      session: {
        type: "apiKey",
        in: "cookie",
        name: "sitewalk_session",
        description:
          "What a browser has after signing in; over https its name begins with __Host-. Calls that change something send x-csrf-token, too, from GET /api/csrf-token.",
      },
    },
    headers: {
      RateLimit: {
        description: "How often this token may call in a minute. Sent where a token was.",
        schema: { type: "integer", examples: [limits.apiAccess.perMinute] },
      },
      RateRemaining: { description: "How much of that is left.", schema: { type: "integer" } },
      RateReset: { description: "Seconds until it begins anew.", schema: { type: "integer" } },
      RetryAfter: { description: "Seconds to wait.", schema: { type: "integer" } },
    },
    responses: {
      Refused: refusal("A refusal. Its code says which; see Error."),
      Unknown: {
        ...refusal("Nobody in particular calls: no session, or a token that is wrong, over or taken back."),
      },
      TooMany: {
        ...refusal("Called too often. Wait as long as the header says."),
        headers: { "Retry-After": { $ref: "#/components/headers/RetryAfter" } },
      },
    },
    schemas: { Error: errorSchema(), Scope: { type: "string", enum: scopes } },
  };
}

const refusal = (description: string): Json => ({
  description,
  content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
});

/** Every refusal there is, with its status and sentence; `{name}` in a sentence stands in `values`. */
function errorSchema(): Json {
  const known = Object.entries(errors) as [ErrorCode, (typeof errors)[ErrorCode]][];
  return {
    type: "object",
    required: ["status", "success", "code", "message"],
    properties: {
      status: { const: "error" },
      success: { const: false },
      code: {
        description: "Stable: programs decide by it.",
        oneOf: known.map(([code, { status, text }]) => ({ const: code, description: `${status}: ${text}` })),
      },
      message: { type: "string", description: "The sentence in English." },
      errors: {
        description: "Sentences by the path of the field they are about.",
        type: "object",
        additionalProperties: { type: "array", items: { type: "string" } },
      },
      values: { description: "What fills the sentence's places.", type: "object" },
    },
  };
}

const areas: Readonly<Record<string, string>> = {
  projects: "Projects",
  visits: "Visits, rooms and snapshots",
  snags: "Snags",
  sheets: "Sheets",
  videos: "360° videos and comments",
  live: "Live channels",
  cameras: "Cameras",
  progress: "Progress and schedules",
  team: "Teams",
  reports: "Reports, exports and the dashboard",
  account: "The person: account, messages, notifications",
  general: "For every token",
  session: "Closed to tokens: needs a browser's session",
  administration: "Closed to tokens: super admins in their browser",
};

export const tags = Object.entries(areas).map(([name, description]) => ({ name, description }));

/** The group that an operation is shown in. */
export function tagOf(rule: Scope | "any" | null, isForSuperAdmins: boolean): string {
  if (isForSuperAdmins) return "administration";
  if (rule === null) return "session";
  return rule === "any" ? "general" : (rule.split(":")[0] ?? "general");
}
