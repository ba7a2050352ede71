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

/** A failed call in the words of all tools. `kind`: where the tool's own words say more than the status. */
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

/** Without the tool's name in front: whoever shows it names it already. */
const reasonOf = ({ message }: OutsideFailure) => message.replace(/^[\w. ]+: /, "");

/** An answer as it is published. One of another shape is no answer: what was asked for may have been done. */
export function readAnswer<T extends z.ZodType>(shape: T, body: unknown): z.output<T> {
  const parsed = shape.safeParse(body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new ToolFailure("refused", `unreadable response (${issue?.path.join(".") ?? ""})`, {
    isUnsure: true,
  });
}

/** A description with the address that the card is found again by at its end, cut to what the tool takes. */
export function withLink(description: string, link: string, most: number): string {
  const end = `\n\n${link}`;
  return `${description.slice(0, most - end.length).trimEnd()}${end}`.trimStart();
}

/** Whether a text holds this address, and not merely one that begins like it. */
export function carriesLink(text: string | null | undefined, link: string): boolean {
  for (let at = text?.indexOf(link) ?? -1; at >= 0; at = text?.indexOf(link, at + 1) ?? -1)
    if (!/[\w/?#&=%.-]/.test(text?.charAt(at + link.length) ?? "")) return true;
  return false;
}

/** A day as the tools take it that know only moments: noon, which is the same day nearly everywhere. */
export const noonOf = (day: string) => new Date(`${day}T12:00:00.000Z`);

/** Names that boards commonly give to what is finished, in the product's two languages. */
export const soundsDone = (name: string) =>
  /^\W*(done|complete[d]?|closed|finished|resolved|منجز|مكتمل|مغلق|تم)\W*$/iu.test(name.trim());
