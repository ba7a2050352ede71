import { describe, expect, it } from "vitest";
import { soon } from "#test/soon.ts";
import { ApiError, unreachable } from "#web/lib/client.ts";
import { noDraft } from "./kept-answer.ts";
import { answerBody, verdictOf } from "./link-calls.ts";
import { withWaiting } from "./link-session.ts";
import { aPage, aServer, aSnag, code, MemoryShelf, openLink } from "./testing.ts";

const photo = (name = "site.jpg") => new File(["picture"], name, { type: "image/jpeg" });
const withPhoto = (text = "") => ({ text, photos: [{ guid: "p1", file: photo(), isSent: false }] });
const offline = () => {
  throw unreachable();
};
const refused = (status: number, name: string) => () => {
  throw new ApiError(status, name as ApiError["code"], "");
};

describe("an answer", () => {
  it("is stored before it is sent, with its photo, and removed once the server has it", async () => {
    const { session, shelf, server } = openLink();
    server.failing.with = () => {
      expect(shelf.kept.size, "stored before the first call").toBe(1);
    };
    await session.start();
    await session.answer(4, "done", withPhoto("Replaced"));
    await soon(() => expect(session.waiting.get()).toEqual([]));
    expect([...server.answers.values()]).toMatchObject([{ kind: "done", text: "Replaced", snag: 4 }]);
    expect([...server.photos.keys()]).toEqual(["p1"]);
    expect(shelf.kept.size).toBe(0);
    expect(session.page.get().snags[0]?.status).toBe("ready");
    expect(session.sent.get().get(4)?.kind).toBe("done");
  });

  it("waits without a connection, survives a reload, and is sent once when the connection is back", async () => {
    const shelf = new MemoryShelf();
    const server = aServer();
    server.failing.with = offline;
    const first = openLink({ shelf, server });
    await first.session.start();
    await first.session.answer(4, "started", withPhoto());
    await soon(() => expect(first.session.isOnline.get()).toBe(false));
    expect(withWaiting(aSnag(), first.session.waiting.get()).status).toBe("in_work");

    const again = openLink({ shelf, server });
    delete server.failing.with;
    await again.session.start();
    await soon(() => expect(again.session.waiting.get()).toEqual([]));
    expect(server.answers.size).toBe(1);
    expect(server.photos.size).toBe(1);
  });

  it("is sent again under the same guid when its reply was lost, without sending its photo twice", async () => {
    const server = aServer();
    const sent: string[] = [];
    let worthIt: () => void = () => undefined;
    const { session } = openLink({
      server,
      untilWorthIt: () => new Promise((resolve) => (worthIt = resolve)),
    });
    server.failing.with = (call) => {
      sent.push(call);
      if (call === "answer" && sent.filter((one) => one === "answer").length === 1) offline();
    };
    await session.start();
    await session.answer(4, "done", withPhoto());
    await soon(() => expect(sent).toEqual(["photo", "answer"]));
    await soon(() => expect(session.isOnline.get()).toBe(false));
    worthIt();
    await soon(() => expect(session.waiting.get()).toEqual([]));
    expect(sent).toEqual(["photo", "answer", "answer"]);
    expect(server.answers.size).toBe(1);
  });

  it("carries the difference between the clocks of device and server, where it is known", async () => {
    const server = aServer();
    server.failing.with = offline;
    const { session } = openLink({ server });
    await session.start();
    await session.answer(4, "started", noDraft);
    const [answer] = session.waiting.get();
    if (answer === undefined) throw new Error("no answer");
    expect(answerBody(answer)).not.toHaveProperty("clock_offset");
    expect(answerBody({ ...answer, clockOffset: -1500 })).toMatchObject({
      captured_at: answer.capturedAt,
      clock_offset: -1500,
    });
  });

  it("keeps the order in which answers were given", async () => {
    const server = aServer();
    server.failing.with = offline;
    const { session, shelf } = openLink({ server });
    await session.start();
    await session.answer(4, "started", noDraft);
    await session.answer(4, "done", noDraft);
    delete server.failing.with;
    await openLink({ shelf, server }).session.start();
    await soon(() => expect(shelf.kept.size).toBe(0));
    expect([...server.answers.values()].map(({ kind }) => kind)).toEqual(["started", "done"]);
  });

  it("stays with its reason when the server refuses it, does not hold up others, and can be deleted", async () => {
    const page = aPage({ snags: [aSnag(), aSnag({ id: 5, number: 13 })] });
    const server = aServer(page);
    const { session, shelf } = openLink({ page, server });
    await session.start();
    server.failing.with = refused(409, "ANSWER_CLOSED");
    await session.answer(4, "done", noDraft);
    await soon(() => expect(session.waiting.get()[0]?.problem).toBe("ANSWER_CLOSED"));
    delete server.failing.with;
    await session.answer(5, "done", noDraft);
    await soon(() => expect(session.waiting.get()).toHaveLength(1));
    expect([...server.answers.values()].map(({ snag }) => snag)).toEqual([5]);
    await session.discard(session.waiting.get()[0]?.guid ?? "");
    expect(shelf.kept.size).toBe(0);
  });

  it("is sent again with its photos, which the server may have deleted since", async () => {
    const { session, server } = openLink();
    await session.start();
    server.failing.with = (call) => {
      if (call === "answer") refused(422, "VALIDATION")();
    };
    await session.answer(4, "done", withPhoto());
    await soon(() => expect(session.waiting.get()[0]?.problem).toBe("VALIDATION"));
    expect(server.photos.size).toBe(1);
    server.photos.clear();
    delete server.failing.with;
    await session.retry(session.waiting.get()[0]?.guid ?? "");
    await soon(() => expect(session.waiting.get()).toEqual([]));
    expect(server.photos.size).toBe(1);
  });

  it("is not reported as kept on a device that stores nothing", async () => {
    const { session, shelf, server } = openLink();
    shelf.isFull = true;
    await session.start();
    await expect(session.answer(4, "done", noDraft)).rejects.toThrow("full");
    expect(server.answers.size).toBe(0);
    expect(session.waiting.get()).toEqual([]);
  });

  it("stays on the device when the link has ended, or asks for a code", async () => {
    const { session, shelf, server } = openLink();
    await session.start();
    server.failing.with = refused(403, "ANSWER_DEVICE");
    await session.answer(4, "done", noDraft);
    await soon(() => expect(session.state.get()).toBe("code"));
    server.failing.with = refused(410, "ANSWER_ENDED");
    session.wake();
    await soon(() => expect(session.state.get()).toBe("ended"));
    expect(shelf.kept.size).toBe(1);
  });
});

describe("a link", () => {
  it("shows what was loaded after its document, when the device opens that document again", async () => {
    const shelf = new MemoryShelf();
    const first = openLink({ shelf });
    await first.session.start();
    await first.session.answer(4, "done", noDraft);
    await soon(() => expect(shelf.pages.get(code)?.page.snags[0]?.status).toBe("ready"));
    const same = openLink({ shelf });
    await same.session.start();
    expect(same.session.page.get().snags[0]?.status).toBe("ready");
    const newer = openLink({ shelf, document: "2026-11-24T08:00:00.000Z" });
    await newer.session.start();
    expect(newer.session.page.get().snags[0]?.status).toBe("open");
  });

  it("reports new snags as seen once, and again after a failure", async () => {
    const { session, server } = openLink();
    server.failing.with = offline;
    await session.reportSeen();
    delete server.failing.with;
    await session.reportSeen();
    await session.reportSeen();
    expect(server.seen).toEqual([4]);
  });

  it("shows the current data after a refresh, and that it has ended", async () => {
    const page = aPage();
    const server = aServer(aPage({ snags: [] }));
    const { session } = openLink({ page, server });
    await session.refresh();
    expect(session.page.get().snags).toEqual([]);
    server.failing.with = refused(404, "NOT_FOUND");
    await session.refresh();
    expect(session.state.get()).toBe("ended");
  });
});

describe("a failed call", () => {
  it.each([
    [unreachable(), "line"],
    [new ApiError(503, "UNKNOWN", ""), "line"],
    [new ApiError(429, "RATE_LIMITED", ""), "line"],
    [new ApiError(410, "ANSWER_ENDED", ""), "ended"],
    [new ApiError(403, "ANSWER_DEVICE", ""), "code"],
    [new ApiError(422, "VALIDATION", ""), "refused"],
    [new ApiError(404, "NOT_FOUND", ""), "refused"],
  ] as const)("%s: %s", (error, verdict) => {
    expect(verdictOf(error)).toBe(verdict);
  });
});
