import type { Language } from "#contract/languages.ts";
import type { ViewDirection } from "#server/media/view-window.ts";
import type { PictureLevels } from "../snags/report/snag.ts";
import type { Frozen, FrozenSide } from "./frozen.ts";
import { linesOf, type SectionLines } from "./lines.ts";
import type { RoomNow } from "./pictures.ts";
import { sentencesOf } from "./sentences.ts";
import { type ReportHead, viewerLink } from "./view.ts";
import type { ReportWords } from "./words.ts";

/** One photo of a printed pair; `picture` is null once it was removed. */
export interface PrintedSide {
  readonly caption: string;
  readonly picture: PictureLevels | null;
  readonly look: ViewDirection;
  /** Opens the exact view; null for readers who may not open it. */
  readonly link: string | null;
}

/** A report for print: plain data, as it is sent to the process that draws it. */
export interface PrintedOwnerReport {
  readonly language: Language;
  readonly title: string;
  readonly subtitle: string;
  readonly about: string;
  /** `Page {{n}} of {{count}}`. */
  readonly page: string;
  readonly at: Date;
  readonly changes: { readonly heading: string; readonly sentences: readonly string[] };
  readonly pairs: {
    readonly heading: string;
    /** Instead of a photo that was removed. */
    readonly removed: string;
    readonly list: readonly {
      readonly name: string;
      readonly before: PrintedSide;
      readonly after: PrintedSide;
    }[];
  };
  readonly sections: readonly SectionLines[];
  readonly note: string;
}

export interface PrintOptions {
  readonly words: ReportWords;
  readonly rooms: ReadonlyMap<number, RoomNow>;
  /** Name and address of this installation. */
  readonly site: string;
  readonly siteAddress: string;
  /** For a person without an account: only visits that are open to everyone with their link are linked. */
  readonly isByLink: boolean;
}

export function printedReport(
  head: ReportHead,
  frozen: Frozen,
  { words, rooms, site, siteAddress, isByLink }: PrintOptions,
): PrintedOwnerReport {
  const { say, fill, period, day, moment } = words;
  const address = siteAddress.replace(/\/$/, "");
  const side = (one: FrozenSide, text: string): PrintedSide => {
    const room = rooms.get(one.id_room);
    return {
      caption: fill(text, { date: day(one.day) }),
      picture: room?.picture ?? null,
      look: { yaw: one.yaw, pitch: one.pitch, fov: one.fov },
      link: room !== undefined && (!isByLink || room.is_open) ? `${address}${viewerLink(one)}` : null,
    };
  };
  const { project, pairs } = frozen;
  return {
    language: words.language,
    title: `${say.title} – ${project.name}`,
    subtitle: [period(head.from, head.to), project.location].filter(Boolean).join(" · "),
    about: [site, project.name].filter(Boolean).join(" · "),
    page: say.paper.page,
    at: head.frozen_at,
    changes: { heading: say.sections.changes, sentences: sentencesOf(frozen, head, words) },
    pairs: {
      heading: say.sections.pairs,
      removed: say.paper.removed,
      list: pairs.map((pair) => ({
        name: [pair.name, pair.floor].filter(Boolean).join(" · "),
        before: side(pair.before, say.paper.before),
        after: side(pair.after, say.paper.after),
      })),
    },
    sections: linesOf(frozen, words),
    note: fill(say.paper.frozen, { at: moment(head.frozen_at, head.time_zone), zone: head.time_zone }),
  };
}
