import type { DiaryFields } from "#contract/diary.ts";
import { ApiError } from "#web/lib/client.ts";
import type { Act } from "#web/lib/outbox/act.ts";
import type { DiaryPayload } from "#web/shell/outbox/diary-acts.ts";

const diaryKinds: ReadonlySet<string> = new Set(["diary_change", "diary_photo", "diary_voice"]);

/** Whether an act belongs to this day of the diary. */
export const isOfDay = (act: Act, project: number, day: string): boolean =>
  diaryKinds.has(act.kind) &&
  act.project === project &&
  (act.payload as { readonly day?: string } | null)?.day === day;

/** The fields that wait on this device, the latest value of each. */
export const waitingFields = (acts: readonly Act[]): Partial<DiaryFields> =>
  Object.assign(
    {},
    ...acts.flatMap(({ kind, payload }) =>
      kind === "diary_change" ? [(payload as DiaryPayload).value] : [],
    ),
  ) as Partial<DiaryFields>;

/** Whether the server answered at all: a refusal is no missing connection. */
export const isLoadable = (error: unknown): boolean => error instanceof ApiError && error.status > 0;

/** Only the changed fields, so that those of another device stay; and their values before. */
export function changedFields(
  values: DiaryFields,
  began: DiaryFields,
): { readonly value: Partial<DiaryFields>; readonly from: Partial<DiaryFields> } {
  const names = (Object.keys(began) as (keyof DiaryFields)[]).filter(
    (field) => JSON.stringify(values[field]) !== JSON.stringify(began[field]),
  );
  const pick = (of: DiaryFields) => Object.fromEntries(names.map((field) => [field, of[field]]));
  return { value: pick(values), from: pick(began) };
}
