import type { FastifyReply } from "fastify";
import type { ReportingBoot } from "#contract/pages.ts";
import type { PublicSettings } from "#contract/settings.ts";

/**
 * Lets a page report its errors to the address that the environment sets, and passes the address on; without an address
 * it does neither. The result goes into the page's boot block unchanged; guests do not receive the version of the
 * program.
 */
export function createReporting(dsn = "") {
  const origin = dsn === "" ? null : new URL(dsn).origin;
  return (
    reply: FastifyReply,
    { version }: Pick<PublicSettings, "version">,
  ): { reporting?: ReportingBoot } => {
    if (origin === null) return {};
    const policy = String(reply.getHeader("content-security-policy") ?? "");
    void reply.header("content-security-policy", policy.replace("connect-src ", `connect-src ${origin} `));
    return { reporting: { dsn, ...(version !== undefined && { release: version }) } };
  };
}

export type Reporting = ReturnType<typeof createReporting>;
