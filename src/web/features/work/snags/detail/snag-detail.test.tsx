import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect } from "vitest";
import type { SnagAnswer } from "#contract/crews.ts";
import type { Snag, SnagPhoto } from "#contract/snags.ts";
import { type Answers, ok, refuse } from "#test/web/api-server.ts";
import type { Translate } from "#web/lib/translate.ts";
import { inTurns } from "#web/testing/in-turns.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { projectAnswers } from "#web/testing/projects.ts";
import { aProject } from "#web/testing/records.ts";
import { says } from "#web/testing/say.ts";
import { aSnag, listed } from "../testing.ts";

let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
afterEach(() => opened?.close());

const wordsIn = (t: Translate) => ({
  upload: t("snags.photos.upload.after"),
  crew: t("snags.fields.crew"),
  undo: t("common.undo"),
  undone: t("snags.bulk.undone"),
  flow: t("snags.flow.label"),
  reason: t("snags.flow.dispute", { reason: "Not our tiles" }),
  answers: t("crews.screens.answers.title"),
  answeredBy: t("crews.screens.answers.device", { to: "r•••@e•••.org", device: "Chrome, Android" }),
  answerPhoto: t("crews.screens.answers.photo", { n: 1 }),
  deletePhoto: t("snags.photos.delete_named", { n: 1, kind: t("snags.photos.after") }),
  confirmPhoto: t("snags.photos.delete"),
  questionPhoto: t("snags.photos.delete_title"),
  failed: t("snags.photos.failed"),
  error: t("snags.not_deleted_title"),
  avatar: t("snags.not_deleted"),
  avatarPhoto: t("snags.photos.not_deleted"),
  denied: t("errors.code.SNAG_EDIT_DENIED"),
  more: t("snags.detail.more"),
  delete: t("snags.delete"),
  question: t("snags.delete_title", { number: 11 }),
  editTitle: t("snags.detail.edit_title"),
  save: t("snags.detail.save"),
  conflict: t("snags.conflict.title"),
  mine: t("snags.conflict.keep_mine"),
  comment: t("snags.comments.field"),
  send: t("snags.comments.send"),
  show: t("snags.history.show"),
  sentence: t("snags.history.from_to", {
    name: "Site Office",
    field: t("snags.fields.status"),
    from: t("snags.statuses.open"),
    to: t("snags.statuses.in_work"),
  }),
  answerOnly: t("snags.detail.answer_only"),
  start: t("snags.flow.next.in_work"),
  stand: new RegExp(t("snags.detail.open_room")),
  closed: t("snags.statuses.closed"),
});

const photo: SnagPhoto = {
  filename: "after.webp",
  kind: "after",
  url: "/media/after.webp",
  thumbnail: "/media/after-small.webp",
  author: "Site Office",
  created_at: "2026-11-03T08:00:00.000Z",
  captured_at: null,
};
const picture = () => new File(["picture"], "repair.jpg", { type: "image/jpeg" });

/** A server with one snag, whose photos and text change. */
function keeper(start = aSnag()) {
  let snag: Snag = start;
  const change = (next: Partial<Snag>) => {
    snag = { ...snag, ...next, version: snag.version + 1 };
    return ok(snag);
  };
  const answers: Answers = {
    ...projectAnswers([aProject()]),
    "GET /api/annotations": ({ query }) => ok(listed([snag, aSnag({ id: 12, title: "Loose tile" })], query)),
    "GET /api/annotations/choices": () => ok({ people: [], trades: [] }),
    "GET /api/annotations/11": () => ok(snag),
    "GET /api/annotations/12": () => ok(aSnag({ id: 12, title: "Loose tile" })),
    "GET /api/annotations/{id}/comments": () => ok([]),
    "GET /api/annotations/{id}/voice-notes": () => ok([]),
    "GET /api/annotations/11/answers": () => ok([]),
    "GET /api/maps/5": () => ok({ id: 5, name: "Ground floor", image: null }),
    "POST /api/annotations/11/photos": () => change({ photos: [photo] }),
    "DELETE /api/annotations/11/photos": () => change({ photos: [] }),
    "PUT /api/annotations/11": ({ body }) => {
      const { version, ...fields } = body as Partial<Snag>;
      return version !== undefined && version !== snag.version
        ? refuse(409, "CONFLICT", "Changed.")
        : change(fields);
    },
  };
  return { answers, change, snag: () => snag };
}

const fileFields = () => [...document.querySelectorAll<HTMLInputElement>("aside input[type=file]")];

describe.each(["en", "ar"] as const)("a snag in %s", (language) => {
  const it = inTurns(language);
  const t = wordsIn(says(language));
  const open = async (answers: Answers, path = "/snags/11?view=list") => {
    opened = await openScreen(path, language, answers);
    await screen.findByRole("article");
    return opened;
  };
  const button = (name: string) => screen.findByRole("button", { name });
  const addAfter = () => {
    const [, after] = fileFields();
    if (after === undefined) throw new Error("There is no way to add a picture.");
    fireEvent.change(after, { target: { files: [picture()] } });
  };

  it("has an upload button that becomes a delete button after a successful upload, and back", async () => {
    const { user } = await open(keeper().answers);
    await button(t.upload);
    addAfter();
    const remove = await button(t.deletePhoto);
    expect(screen.queryByRole("button", { name: t.upload })).toBeNull();
    await user.click(remove);
    const question = within(await screen.findByRole("alertdialog", { name: t.questionPhoto }));
    await user.click(question.getByRole("button", { name: t.confirmPhoto }));
    await button(t.upload);
    expect(screen.queryByRole("button", { name: t.deletePhoto })).toBeNull();
  });

  it("shows no toast for a failed upload: the photo's space shows it, and a press retries", async () => {
    const { answers } = keeper();
    let isDown = true;
    const { user } = await open({
      ...answers,
      "POST /api/annotations/11/photos": (call) =>
        isDown ? refuse(500, "UNKNOWN", "") : (answers["POST /api/annotations/11/photos"]?.(call) ?? ok({})),
    });
    await button(t.upload);
    const toasts = screen.queryAllByRole("alertdialog").length;
    addAfter();
    const again = await button(t.failed);
    // The button stays, and there is no other message.
    await button(t.upload);
    expect(screen.queryAllByRole("alertdialog").length).toBeLessThanOrEqual(toasts);
    isDown = false;
    await user.click(again);
    await button(t.deletePhoto);
    expect(screen.queryByRole("button", { name: t.failed })).toBeNull();
  });

  it.each([
    ["what the server says", refuse(403, "SNAG_EDIT_DENIED", "No."), "denied"],
    ["the default where it says nothing", { status: 500, body: {} }, "avatar"],
  ] as const)("says why a snag was not deleted: %s", async (_, reply, said) => {
    const { user } = await open({ ...keeper().answers, "DELETE /api/annotations/11": () => reply });
    await user.click(await button(t.more));
    await user.click(await screen.findByRole("menuitem", { name: t.delete }));
    const question = within(await screen.findByRole("alertdialog", { name: t.question }));
    await user.click(question.getByRole("button", { name: t.delete }));
    const toast = (await screen.findAllByText(t[said])).at(-1)?.closest<HTMLElement>("[role=alertdialog]");
    within(toast ?? document.body).getByText(t.error);
  });

  it("says why a photo was not deleted, with the default where the server sends no message", async () => {
    const { user } = await open({
      ...keeper(aSnag({ photos: [photo] })).answers,
      "DELETE /api/annotations/11/photos": () => ({ status: 500, body: {} }),
    });
    await user.click(await button(t.deletePhoto));
    const question = within(await screen.findByRole("alertdialog", { name: t.questionPhoto }));
    await user.click(question.getByRole("button", { name: t.confirmPhoto }));
    await screen.findByText(t.avatarPhoto);
  });

  it("keeps the input when another user rewrote the text, shows both, and saves the selected one", async () => {
    const { answers, change, snag } = keeper();
    const { user } = await open(answers);
    await user.click(await button(t.editTitle));
    const field = await screen.findByRole("textbox", { name: t.editTitle });
    await user.clear(field);
    await user.type(field, "Crack, 40 cm");
    change({ title: "Crack above the door" });
    await user.click(await button(t.save));
    await screen.findByText(t.conflict);
    expect(screen.getByRole<HTMLTextAreaElement>("textbox", { name: t.editTitle }).value).toBe(
      "Crack, 40 cm",
    );
    expect(screen.getAllByText("Crack above the door").length).toBeGreaterThan(0);
    await user.click(await button(t.mine));
    await screen.findByRole("heading", { level: 2, name: "Crack, 40 cm" });
    expect(snag().title).toBe("Crack, 40 cm");
  });

  it("asks nothing when another user changed other fields meanwhile", async () => {
    const { answers, change, snag } = keeper();
    const { user } = await open(answers);
    await user.click(await button(t.editTitle));
    const field = await screen.findByRole("textbox", { name: t.editTitle });
    await user.clear(field);
    await user.type(field, "Crack, 40 cm");
    change({ status: "in_work" });
    await user.click(await button(t.save));
    await screen.findByRole("heading", { level: 2, name: "Crack, 40 cm" });
    expect(snag()).toMatchObject({ title: "Crack, 40 cm", status: "in_work" });
    expect(screen.queryByText(t.conflict)).toBeNull();
  });

  it("keeps a comment draft, also when it is refused", async () => {
    const { answers } = keeper();
    const { user } = await open({
      ...answers,
      "POST /api/annotations/11/comments": () => refuse(403, "SNAG_VIEW_DENIED", "No."),
    });
    await user.type(await screen.findByRole("textbox", { name: t.comment }), "Before Thursday");
    await user.click(await button(t.send));
    await screen.findByRole("article");
    const typed = () => (screen.getByRole("textbox", { name: t.comment }) as HTMLTextAreaElement).value;
    expect(typed()).toBe("Before Thursday");
    fireEvent.keyDown(document.body, { key: "j" });
    await screen.findByRole("heading", { level: 2, name: "Loose tile" });
    await waitFor(() => expect(typed()).toBe(""));
    fireEvent.keyDown(document.body, { key: "k" });
    await screen.findByRole("heading", { level: 2, name: "Crack above the window" });
    await waitFor(() => expect(typed()).toBe("Before Thursday"));
  });

  it("keeps what is typed while the comment before it is sent", async () => {
    const { answers } = keeper();
    const sent = Promise.withResolvers<void>();
    const { user } = await open({
      ...answers,
      "POST /api/annotations/11/comments": async () => {
        await sent.promise;
        return ok({ id: 1 });
      },
    });
    const field = await screen.findByRole<HTMLTextAreaElement>("textbox", { name: t.comment });
    await user.type(field, "Wet{Control>}{Enter}{/Control}");
    fireEvent.change(field, { target: { value: "Dry again" } });
    sent.resolve();
    await waitFor(async () => expect((await button(t.send)).hasAttribute("data-pending")).toBe(false));
    expect(field.value).toBe("Dry again");
    await user.click(await button(t.send));
    await waitFor(() => expect(field.value).toBe(""));
  });

  it("is closed by Escape, and navigates back to the list", async () => {
    await open(keeper().answers, "/snags/11?view=list&status=open");
    fireEvent.keyDown(document.body, { key: "Escape" });
    await waitFor(() => expect(location.pathname).toBe("/snags"));
    expect(location.search).toContain("status=open");
    expect(screen.queryByRole("article")).toBeNull();
  });

  it("shows its history as sentences", async () => {
    const author = { id_user: 1, name: "Site Office", code: "usr2345678", avatar: null };
    const { user } = await open({
      ...keeper().answers,
      "GET /api/annotations/11/history": () =>
        ok([
          {
            id: 2,
            action: "changed",
            changes: [{ field: "status", from: "open", to: "in_work" }],
            author,
            created_at: "2026-11-03T08:00:00.000Z",
            captured_at: null,
          },
        ]),
    });
    await user.click(await button(t.show));
    await screen.findByText(t.sentence);
  });

  it("links to the very view it was pinned in", async () => {
    await open(keeper().answers);
    const link = await screen.findByRole("link", { name: t.stand });
    expect(link.getAttribute("href")).toBe("/viewer/vst2345678/7?yaw=12.3&pitch=-5&fov=70");
  });

  it("assigns a crew beside the assignee, and takes that back", async () => {
    const { answers, snag } = keeper();
    const tilers = { id: 3, name: "Tilers North", trade: "Tiles" };
    const { user, api } = await open({
      ...answers,
      "GET /api/annotations/choices": () => ok({ people: [], invited: [], crews: [tilers], trades: [] }),
      "PUT /api/annotations/11": ({ body }) => {
        const { id_crew } = body as { id_crew: number | null };
        return ok({ ...snag(), crew: id_crew === null ? null : { id: 3, name: "Tilers North" } });
      },
    });
    await user.click(await screen.findByRole("button", { name: new RegExp(t.crew) }));
    await user.click(await screen.findByRole("option", { name: "Tilers North" }));
    await user.click(await button(t.undo));
    await screen.findByText(t.undone);
    expect(api.calls("PUT /api/annotations/11").map(({ body }) => body)).toEqual([
      { id_crew: 3 },
      { id_crew: null },
    ]);
  });

  it("shows the answers of a crew, newest first, with the recipient of the link and the reason", async () => {
    const by = { name: "Ravi", crew: "Tilers North", sent_to: "r•••@e•••.org" };
    const started: SnagAnswer = {
      id: 1,
      guid: "0b3c2f0a-1111-4222-8333-444455556666",
      kind: "started",
      text: "",
      by,
      device: "Chrome, Android",
      photos: [],
      is_late: false,
      created_at: "2026-11-20T08:00:00.000Z",
      captured_at: null,
    };
    const disputed: SnagAnswer = {
      ...started,
      id: 2,
      kind: "disputed",
      text: "Not our tiles",
      photos: [{ url: "/media/a.webp", thumbnail: "/media/t.webp" }],
    };
    await open({
      ...keeper(aSnag({ status: "disputed", dispute: "Not our tiles" })).answers,
      "GET /api/annotations/11/answers": () => ok([started, disputed]),
    });
    const region = within(await screen.findByRole("region", { name: t.answers }));
    const named = region.getAllByRole("listitem").filter((item) => item.textContent.includes("Ravi"));
    expect(named[0]?.textContent).toContain("Not our tiles");
    expect(named[1]?.textContent).toContain(t.answeredBy);
    expect(region.getByRole("img", { name: t.answerPhoto })).toBeDefined();
    expect(screen.getByRole("region", { name: t.flow }).textContent).toContain(t.reason);
  });

  it("says that answers by link could not be loaded, instead of showing none", async () => {
    await open({
      ...keeper().answers,
      "GET /api/annotations/11/answers": () => refuse(410, "UNKNOWN", "Gone."),
    });
    const region = within(await screen.findByRole("region", { name: t.answers }));
    expect(region.getByRole("alert").textContent).not.toBe("");
  });

  it("offers a user with the answer permission only the matching actions", async () => {
    const mine = aSnag({ can: { view: true, edit: false, answer: true, comment: true, delete: false } });
    const { answers, snag } = keeper(mine);
    const { user } = await open(answers);
    await screen.findByText(t.answerOnly);
    expect(screen.queryByRole("button", { name: t.editTitle })).toBeNull();
    const closed = within(screen.getByRole("article")).getByRole("button", { name: t.closed });
    expect((closed as HTMLButtonElement).disabled).toBe(true);
    await button(t.upload);
    await user.click(await button(t.start));
    await waitFor(() => expect(snag().status).toBe("in_work"));
  });
});
