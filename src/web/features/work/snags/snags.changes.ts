import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Snag } from "#contract/snags.ts";
import { type Body, call, quiet } from "#web/lib/client.ts";
import { errorText } from "#web/lib/error-text.ts";
import { type Formatter, useFormat } from "#web/lib/format.ts";
import type { NewAct } from "#web/lib/outbox/act.ts";
import { showToast } from "#web/lib/toasts.ts";
import { type Translate, useText } from "#web/lib/use-text.ts";
import { aboutSnag } from "#web/shell/outbox/about-snag.ts";
import { notKept, sendOrKeep, tellKept } from "#web/shell/outbox/send-or-keep.ts";
import { shownValue } from "#web/shell/outbox/shown-value.ts";
import { type ChangePayload, snagChange, snagComment } from "#web/shell/outbox/snag-acts.ts";
import { type Assigned, assignedName, assignedWire } from "#web/shell/snags/assigned.ts";
import { crewOf } from "#web/shell/snags/crews.ts";
import { assignedFields, assignedOf } from "./assigned.tsx";
import { dayAsInstant, isPast } from "./days.ts";
import { keepSnag, showSnags } from "./snags.cache.ts";
import { snagKeys } from "./snags.queries.ts";

/** Milliseconds in which the last action can be undone. */
const UNDO = 10_000;

/** Fields set by one selection, for one snag or for many. */
export interface SnagChange {
  readonly status?: Snag["status"];
  readonly priority?: Snag["priority"];
  readonly trade?: string;
  readonly assignee?: Assigned;
  readonly crew?: Snag["crew"];
  readonly due_date?: string | null;
}

function wire({ assignee, crew, ...change }: SnagChange) {
  return {
    ...change,
    ...(assignee !== undefined && assignedWire(assignee)),
    ...(crew !== undefined && { id_crew: crew?.id ?? null }),
  };
}

function changed(snag: Snag, { assignee, ...change }: SnagChange): Snag {
  const next = { ...snag, ...change, ...(assignee !== undefined && assignedFields(assignee)) };
  return { ...next, is_overdue: next.status !== "closed" && next.due_date !== null && isPast(next.due_date) };
}

/** The former values of the same fields. */
function former(snag: Snag, change: SnagChange): SnagChange {
  const was = { ...snag, assignee: assignedOf(snag) };
  return Object.fromEntries(Object.keys(change).map((field) => [field, was[field as keyof SnagChange]]));
}

/** One draft per snag and field, so that each is merged on its own. */
function draftsOf(
  snags: readonly Snag[],
  change: SnagChange,
  t: Translate,
  format: Formatter,
): NewAct<ChangePayload>[] {
  return snags.flatMap((snag) =>
    (Object.keys(change) as (keyof SnagChange)[]).map((field) => {
      const one: SnagChange = { [field]: change[field] };
      const { assignee, ...plain } = one;
      const value =
        field === "assignee"
          ? assignedName(assignee ?? null, t)
          : field === "crew"
            ? (change.crew?.name ?? "")
            : (change[field] ?? "");
      const label = t(`snags.fields.${field}`);
      return {
        kind: snagChange,
        payload: {
          ...aboutSnag(snag),
          field,
          value: wire(one),
          from: beganWith(snag, field),
          display: assignee === undefined ? plain : assignedFields(assignee),
          shown: `${label}: ${shownValue(field, value, t, format)}`,
        },
        project: snag.id_project,
        projectName: snag.project,
      };
    }),
  );
}

/** The values with which a change of a field begins, as the server compares them. */
function beganWith(snag: Snag, field: keyof SnagChange) {
  if (field === "crew") return { id_crew: crewOf(snag)?.id ?? null };
  if (field !== "assignee") return { [field]: snag[field] };
  return {
    id_assignee: snag.assignee?.id_user ?? null,
    id_invitation: snag.invited?.id_invitation ?? null,
  };
}

async function send(client: QueryClient, ids: readonly number[], change: SnagChange): Promise<void> {
  const [id] = ids;
  if (ids.length === 1 && id !== undefined)
    await keepSnag(
      client,
      await call("PUT /api/annotations/{id}", { params: { id }, body: wire(change) }, quiet),
    );
  else await call("PUT /api/annotations/bulk", { body: { ids: [...ids], ...wire(change) } }, quiet);
}

/** Restores every snag, those with equal values together. */
async function takeBack(client: QueryClient, snags: readonly Snag[], change: SnagChange): Promise<void> {
  const groups = new Map<string, { ids: number[]; change: SnagChange }>();
  for (const snag of snags) {
    const was = former(snag, change);
    const name = JSON.stringify(wire(was));
    const group = groups.get(name) ?? { ids: [], change: was };
    group.ids.push(snag.id);
    groups.set(name, group);
  }
  for (const group of groups.values()) await send(client, group.ids, group.change);
}

/**
 * Changes snags: optimistic, reverted when the server rejects it, with an undo for ten seconds. Resolves to whether it
 * succeeded.
 */
export function useChangeSnags(): (snags: readonly Snag[], change: SnagChange) => Promise<boolean> {
  const t = useText();
  const format = useFormat();
  const client = useQueryClient();

  const said = (snags: readonly Snag[], change: SnagChange): string => {
    const [first] = snags;
    if (snags.length !== 1 || first === undefined) return t("snags.bulk.done", { count: snags.length });
    const { status, priority, trade, assignee, crew, due_date } = change;
    const set = (field: "priority" | "trade" | "assignee" | "crew" | "due_date", value: string) =>
      t("snags.detail.set", { field: t(`snags.fields.${field}`), value });
    if (status !== undefined)
      return t("snags.board.moved", { number: first.number, status: t(`snags.statuses.${status}`) });
    if (priority !== undefined) return set("priority", t(`snags.priorities.${priority}`));
    if (assignee !== undefined) return set("assignee", assignedName(assignee, t));
    if (crew !== undefined) return set("crew", crew?.name ?? t("snags.none"));
    if (due_date !== undefined)
      return set("due_date", due_date === null ? t("snags.none") : format.date(dayAsInstant(due_date)));
    return set("trade", trade === undefined || trade === "" ? t("snags.none") : trade);
  };

  async function undo(snags: readonly Snag[], change: SnagChange): Promise<void> {
    const restore = showSnags(client, snags);
    try {
      await takeBack(client, snags, change);
      showToast({ tone: "ok", title: t("snags.bulk.undone") });
    } catch (error) {
      restore();
      showToast({ tone: "bad", title: t("snags.bulk.failed"), text: errorText(error, t) });
    } finally {
      await client.invalidateQueries({ queryKey: snagKeys.all });
    }
  }

  return async (snags, change) => {
    const restore = showSnags(
      client,
      snags.map((snag) => changed(snag, change)),
    );
    try {
      const ids = snags.map(({ id }) => id);
      const [first, ...rest] = draftsOf(snags, change, t, format);
      if (first === undefined) return true;
      const outcome = await sendOrKeep([first, ...rest], () => send(client, ids, change));
      if (outcome.state === "kept") {
        tellKept();
        return true;
      }
      const action = { label: t("common.undo"), onAction: () => void undo(snags, change) };
      showToast({ tone: "ok", title: said(snags, change), action }, UNDO);
      return true;
    } catch (error) {
      restore();
      const [first] = snags;
      const title =
        snags.length === 1 && first !== undefined && change.status !== undefined
          ? t("snags.board.not_moved", { number: first.number })
          : t("snags.bulk.failed");
      showToast({ tone: "bad", title, text: notKept(error) ?? errorText(error, t) });
      return false;
    } finally {
      void client.invalidateQueries({ queryKey: snagKeys.all });
    }
  };
}

/** Saves the text of a snag: refused with CONFLICT when another user changed it since `version`. */
export function useWriteSnag(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Body<"PUT /api/annotations/{id}">) =>
      call("PUT /api/annotations/{id}", { params: { id }, body }, quiet),
    onSuccess: (snag) => keepSnag(client, snag),
  });
}

export function useDeleteSnag() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call("DELETE /api/annotations/{id}", { params: { id } }, quiet),
    onSuccess: (_, id) => {
      client.removeQueries({ queryKey: snagKeys.one(id) });
      return client.invalidateQueries({ queryKey: snagKeys.lists });
    },
  });
}

export function useDeletePhoto(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (filename: string) =>
      call("DELETE /api/annotations/{id}/photos", { params: { id }, query: { filename } }, quiet),
    onSuccess: (snag) => keepSnag(client, snag),
  });
}

export function useComment(snag: Snag) {
  const { id, id_project, project } = snag;
  const client = useQueryClient();
  const refresh = () => {
    void client.invalidateQueries({ queryKey: snagKeys.lists });
    void client.invalidateQueries({ queryKey: snagKeys.history(id) });
    return client.invalidateQueries({ queryKey: snagKeys.comments(id) });
  };
  const say = useMutation({
    mutationFn: (text: string) => {
      const payload = { ...aboutSnag(snag), text };
      const draft = { kind: snagComment, payload, project: id_project, projectName: project };
      return sendOrKeep([draft], (guid) =>
        call("POST /api/annotations/{id}/comments", { params: { id }, body: { text, guid } }, quiet),
      );
    },
    // One that is kept on this device is shown with the others, and needs no toast.
    onSuccess: ({ state }) => (state === "sent" ? refresh() : undefined),
  });
  const remove = useMutation({
    mutationFn: (comment: number) =>
      call("DELETE /api/annotations/{id}/comments/{comment}", { params: { id, comment } }, quiet),
    onSuccess: refresh,
  });
  return { say, remove };
}
