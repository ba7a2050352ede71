import { useState } from "react";
import { fieldErrors } from "#web/lib/form-errors.ts";
import { useFormDraft } from "#web/lib/use-form-draft.ts";
import { type TextKey, useText } from "#web/lib/use-text.ts";
import { isBegun, missingFacts, refusedFields, type SnagFacts } from "./new-snag.ts";

interface Options<D extends SnagFacts, R> {
  /** Key under which the draft is stored. */
  readonly name: string;
  readonly start: () => D;
  readonly isDraft: (value: unknown) => value is D;
  /** Adapts a stored draft to this form. */
  readonly resume?: (kept: D) => D;
  /** Missing position fields. */
  readonly missingPlace?: (draft: D) => Partial<Record<keyof D & string, TextKey>>;
  /** Position fields that show a refusal. */
  readonly placeFields?: readonly (keyof D & string)[];
  readonly create: (draft: D) => Promise<R>;
  /** Called when the snag is created or kept; the form can close. */
  readonly created: (result: R, draft: D) => void;
  /** The message for a failure that concerns no field. */
  readonly explain: (error: unknown) => string | Promise<string>;
  /** Called when the form closed and the draft is stored. */
  readonly left: () => void;
}

/** Messages by field. */
type Problems<D> = Readonly<Partial<Record<keyof D & string, string>>>;

export interface NewSnagForm<D extends SnagFacts> {
  readonly draft: D;
  readonly set: (change: Partial<D>) => void;
  readonly problems: Problems<D>;
  readonly refusal: string | null;
  /** Number of refusals, by the form or by the server. */
  readonly refusals: number;
  readonly isSending: boolean;
  /** The shown values come from a stored draft. */
  readonly isRestored: boolean;
  readonly discard: () => void;
  readonly submit: () => Promise<void>;
}

/** The form of a new snag without its presentation: values, problems, the draft, and submission. */
export function useNewSnag<D extends SnagFacts, R>(options: Options<D, R>): NewSnagForm<D> {
  const { name, start, isDraft, resume, missingPlace, placeFields = [], explain } = options;
  const t = useText();
  const [draft, setDraft] = useState(start);
  const [problems, setProblems] = useState({} as Problems<D>);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [refusals, setRefusals] = useState(0);
  const [isSending, setIsSending] = useState(false);
  const kept = useFormDraft<D>(name, {
    value: draft,
    isBegun: isBegun(draft),
    isDraft,
    restore: (before) => setDraft(resume?.(before) ?? before),
    left: options.left,
  });

  function set(change: Partial<D>): void {
    setDraft((before) => ({ ...before, ...change }));
    setProblems((before) => {
      const left = Object.entries(before).filter(([field]) => !(field in change));
      return Object.fromEntries(left) as Problems<D>;
    });
  }

  async function refuse(error: unknown): Promise<void> {
    const fields: readonly (keyof D & string)[] = [...refusedFields, ...placeFields];
    const refused = fieldErrors<D>(error, fields, t) as Problems<D>;
    setProblems(refused);
    setRefusals((count) => count + 1);
    if (Object.keys(refused).length === 0) setRefusal(await explain(error));
  }

  async function submit(): Promise<void> {
    if (isSending) return;
    const missing = { ...missingPlace?.(draft), ...missingFacts(draft) };
    const found = Object.entries<TextKey | undefined>(missing).flatMap(([field, key]) =>
      key === undefined ? [] : [[field, t(key)] as const],
    );
    setRefusal(null);
    setProblems(Object.fromEntries(found) as Problems<D>);
    if (found.length > 0) return setRefusals((count) => count + 1);
    setIsSending(true);
    try {
      const result = await options.create(draft);
      kept.finish();
      options.created(result, draft);
    } catch (error) {
      await refuse(error);
    } finally {
      setIsSending(false);
    }
  }

  return {
    draft,
    set,
    problems,
    refusal,
    refusals,
    isSending,
    isRestored: kept.isRestored,
    discard() {
      kept.discard();
      setDraft(start());
    },
    submit,
  };
}
