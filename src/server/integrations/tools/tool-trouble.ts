import type { z } from "zod";
import type { Clock } from "#server/platform/clock.ts";
import { OutsideFailure } from "../outside-failure.ts";
import { ToolFailure, type ToolFailureKind } from "./tool-client.ts";

const kinds: Readonly<Record<OutsideFailure["trouble"], ToolFailureKind>> = {
  silent: "passing",
  busy: "rate_limited",
  broken: "passing",
  denied: "refused",
  missing: "not_found",
  refused: "refused",
};

/**
 * Converts a failed call to the common error of all tools. `kind`: where the tool's own message is more precise than
 * the status.
 */
export function toolFailure(error: OutsideFailure, clock: Clock, kind?: ToolFailureKind): ToolFailure;
export function toolFailure(error: unknown, clock: Clock, kind?: ToolFailureKind): unknown;
export function toolFailure(error: unknown, clock: Clock, kind?: ToolFailureKind): unknown {
  if (!(error instanceof OutsideFailure)) return error;
  const { wait, isUnsure, trouble, status } = error;
  return new ToolFailure(kind ?? (status === 401 ? "reauth" : kinds[trouble]), reasonOf(error), {
    retryAt: wait === undefined ? null : new Date(clock.now().getTime() + wait * 1000),
    isUnsure,
  });
}

/** Without the tool's name as prefix: every display adds it already. */
const reasonOf = ({ message }: OutsideFailure) => message.replace(/^[\w. ]+: /, "");

/** Parses an answer by its published shape. Another shape counts as no answer: the request may have been carried out. */
export function readAnswer<T extends z.ZodType>(shape: T, body: unknown): z.output<T> {
  const parsed = shape.safeParse(body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new ToolFailure("refused", `unreadable response (${issue?.path.join(".") ?? ""})`, {
    isUnsure: true,
  });
}

/** A description that ends with the address that identifies the card, cut to the tool's limit. */
export function withLink(description: string, link: string, most: number): string {
  const end = `\n\n${link}`;
  return `${description.slice(0, most - end.length).trimEnd()}${end}`.trimStart();
}

/** Whether a text contains exactly this address, and not just one that begins with it. */
export function carriesLink(text: string | null | undefined, link: string): boolean {
  for (let at = text?.indexOf(link) ?? -1; at >= 0; at = text?.indexOf(link, at + 1) ?? -1)
    if (!/[\w/?#&=%.-]/.test(text?.charAt(at + link.length) ?? "")) return true;
  return false;
}

/** A day for tools that store instants only: noon, which is the same day nearly everywhere. */
export const noonOf = (day: string) => new Date(`${day}T12:00:00.000Z`);

/** Common names of done statuses, in the product's two languages. */
export const soundsDone = (name: string) =>
  /^\W*(done|complete[d]?|closed|finished|resolved|منجز|مكتمل|مغلق|تم)\W*$/iu.test(name.trim());
