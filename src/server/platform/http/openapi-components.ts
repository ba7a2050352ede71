import { type Scope, scopes } from "#contract/api-access.ts";
import { type ErrorCode, errors } from "#contract/errors.ts";
import { limits } from "#contract/limits.ts";

type Json = Record<string, unknown>;

/** Parts shared by many operations: authentication, refusals, the rate limit headers. */
export function components(): Json {
  return {
    securitySchemes: {
      token: {
        type: "http",
        scheme: "bearer",
        bearerFormat: "swk_…",
        description: `An access token, created under "Developers". Each call states the scope it needs: ${scopes.join(", ")}. Write scopes include read access.`,
      },
      session: {
        type: "apiKey",
        in: "cookie",
        name: "sitewalk_session",
        description:
          "The session cookie set at sign-in; over HTTPS its name starts with __Host-. Calls that change data also send x-csrf-token, from GET /api/csrf-token.",
      },
    },
    headers: {
      RateLimit: {
        description: "Calls allowed per minute for this token. Sent on calls with a token.",
        schema: { type: "integer", examples: [limits.apiAccess.perMinute] },
      },
      RateRemaining: { description: "Calls remaining in the current window.", schema: { type: "integer" } },
      RateReset: { description: "Seconds until the window resets.", schema: { type: "integer" } },
      RetryAfter: { description: "Seconds to wait.", schema: { type: "integer" } },
    },
    responses: {
      Refused: refusal("The call was refused. The error code gives the reason; see Error."),
      Unknown: {
        ...refusal("Not authenticated: no session, or an invalid, expired or revoked token."),
      },
      TooMany: {
        ...refusal("Too many calls. Wait as long as the header says."),
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

/** Every refusal, with its status and message; `{name}` in a message is filled from `values`. */
function errorSchema(): Json {
  const known = Object.entries(errors) as [ErrorCode, (typeof errors)[ErrorCode]][];
  return {
    type: "object",
    required: ["status", "success", "code", "message"],
    properties: {
      status: { const: "error" },
      success: { const: false },
      code: {
        description: "Stable error code, for use by programs.",
        oneOf: known.map(([code, { status, text }]) => ({ const: code, description: `${status}: ${text}` })),
      },
      message: { type: "string", description: "The error message in English." },
      errors: {
        description: "Error messages by field path.",
        type: "object",
        additionalProperties: { type: "array", items: { type: "string" } },
      },
      values: { description: "Values for the placeholders of the message.", type: "object" },
    },
  };
}

const areas: Readonly<Record<string, string>> = {
  projects: "Projects",
  visits: "Visits, rooms and snapshots",
  snags: "Snags",
  sheets: "Floor plans",
  videos: "360° videos and comments",
  live: "Live channels",
  cameras: "Cameras",
  progress: "Progress and schedules",
  team: "Teams",
  reports: "Reports, exports and the dashboard",
  account: "Your account, messages and notifications",
  general: "Available to every token",
  session: "Not available to tokens: requires a browser session",
  administration: "Not available to tokens: super admins with a browser session",
};

export const tags = Object.entries(areas).map(([name, description]) => ({ name, description }));

/** The group that an operation is shown in. */
export function tagOf(rule: Scope | "any" | null, isForSuperAdmins: boolean): string {
  if (isForSuperAdmins) return "administration";
  if (rule === null) return "session";
  return rule === "any" ? "general" : (rule.split(":")[0] ?? "general");
}
