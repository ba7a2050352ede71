import type { AnswerPage, AnswerSnag } from "#contract/crews.answers.ts";
import type { AnswerDraft, KeptAnswer } from "./kept-answer.ts";
import type { LinkCalls } from "./link-calls.ts";
import { LinkSession } from "./link-session.ts";
import type { AnswerShelf, KeptPage } from "./shelf.ts";

export const code = "crew2345678";

export const aSnag = (change: Partial<AnswerSnag> = {}): AnswerSnag => ({
  id: 4,
  number: 12,
  title: "Cracked tile",
  text: "Left of the door",
  status: "open",
  priority: "normal",
  trade: "Tiles",
  due_date: "2026-11-20",
  is_overdue: true,
  room: "Kitchen",
  photos: [],
  crop: null,
  view: null,
  plan: null,
  answers: [],
  is_new: true,
  updated_at: "2026-11-20T08:00:00.000Z",
  can: { answer: true },
  ...change,
});

export const aPage = (change: Partial<AnswerPage> = {}): AnswerPage => ({
  state: "open",
  project: "Tower B",
  crew: "Tilers North",
  person: "Ravi",
  language: "en",
  email: "r•••@e•••.org",
  digest: true,
  snags: [aSnag()],
  open: 1,
  today: "2026-11-23",
  ...change,
});

/** The device's storage, which outlives a session. */
export class MemoryShelf implements AnswerShelf {
  readonly kept = new Map<string, KeptAnswer>();
  readonly drafts = new Map<string, AnswerDraft>();
  readonly pages = new Map<string, KeptPage>();
  /** Writes fail as on a full device. */
  isFull = false;

  answers = async (of: string) =>
    [...this.kept.values()].filter((one) => one.code === of).toSorted((a, b) => a.order - b.order);
  keep = async (answer: KeptAnswer) => {
    if (this.isFull) throw new Error("full");
    this.kept.set(answer.guid, answer);
    this.drafts.delete(`${answer.code}:${answer.snag}`);
  };
  replace = async (answer: KeptAnswer) => void this.kept.set(answer.guid, answer);
  remove = async (guid: string) => void this.kept.delete(guid);
  draft = async (of: string, snag: number) => this.drafts.get(`${of}:${snag}`);
  keepDraft = async (of: string, snag: number, draft: AnswerDraft | null) => {
    if (draft === null) this.drafts.delete(`${of}:${snag}`);
    else this.drafts.set(`${of}:${snag}`, draft);
  };
  page = async (of: string) => this.pages.get(of);
  keepPage = async (of: string, page: KeptPage) => void this.pages.set(of, page);
}

/** A server that accepts everything once: a repeated guid adds nothing. */
export function aServer(page: AnswerPage = aPage()) {
  const answers = new Map<string, KeptAnswer>();
  const photos = new Map<string, File>();
  const seen: number[] = [];
  /** Called before each call; throws what the call should fail with. */
  const failing: { with?: (call: string) => void } = {};
  const calls: LinkCalls = {
    async load() {
      failing.with?.("load");
      return page;
    },
    async seen(snags) {
      failing.with?.("seen");
      seen.push(...snags);
    },
    async sendPhoto(_, photo, onShare) {
      failing.with?.("photo");
      photos.set(photo.guid, photo.file);
      onShare(1);
    },
    async sendAnswer(answer) {
      failing.with?.("answer");
      answers.set(answer.guid, answer);
      const status = { started: "in_work", done: "ready", disputed: "disputed" } as const;
      const known = page.snags.find(({ id }) => id === answer.snag) ?? aSnag();
      return { ...known, status: status[answer.kind] };
    },
    sendCode: async () => failing.with?.("code"),
    confirmCode: async () => failing.with?.("confirm"),
    renew: async () => failing.with?.("renew"),
    change: async () => failing.with?.("change"),
  };
  return { calls, answers, photos, seen, failing };
}

export interface Opened {
  readonly shelf?: MemoryShelf;
  readonly server?: ReturnType<typeof aServer>;
  readonly page?: AnswerPage;
  /** When the document left the server. */
  readonly document?: string;
  readonly untilWorthIt?: () => Promise<void>;
}

/** A link on a device with this storage, against this server. */
export function openLink({
  shelf = new MemoryShelf(),
  page = aPage(),
  server = aServer(page),
  document = "2026-11-23T08:00:00.000Z",
  untilWorthIt = () => new Promise(() => undefined),
}: Opened = {}) {
  const session = new LinkSession(
    { page, at: document, document },
    { code, calls: server.calls, shelf, untilWorthIt, alone: (work) => work() },
  );
  return { session, shelf, server };
}
