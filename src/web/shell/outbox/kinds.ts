import type { AnyKind } from "#web/lib/outbox/act.ts";
import { diaryChange, diaryPhoto } from "./diary-acts.ts";
import { newSnag, snagChange, snagComment, snagPhoto } from "./snag-acts.ts";

/** Kinds of acts that are possible without a connection. A new kind is declared once and listed here: docs/decisions/outbox.md. */
const all: readonly AnyKind[] = [newSnag, snagChange, snagComment, snagPhoto, diaryChange, diaryPhoto];

export const actKinds: ReadonlyMap<string, AnyKind> = new Map(all.map((kind) => [kind.kind, kind]));
