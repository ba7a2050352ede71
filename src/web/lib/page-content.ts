import type { PublicContent } from "#contract/pages.ts";
import { readBoot } from "./session.ts";

const content: PublicContent = readBoot()?.content ?? {};

/** The content that was delivered with the page for this code; undefined when the server must be asked. */
export function contentOf<Kind extends keyof PublicContent>(
  kind: Kind,
  code: string,
): PublicContent[Kind] | undefined {
  const { showcase, profile } = content;
  const own = kind === "showcase" ? showcase?.project_code : profile?.code;
  return own === code ? content[kind] : undefined;
}
