import type { AnyKind } from "#web/lib/outbox/act.ts";
import { spotSkip } from "./coverage-acts.ts";
import { diaryChange, diaryPhoto } from "./diary-acts.ts";
import { projectPhoto } from "./photo-acts.ts";
import { progressEntry } from "./progress-acts.ts";
import { roomPosition } from "./room-acts.ts";
import { newSnag, snagChange, snagComment, snagPhoto } from "./snag-acts.ts";
import { diaryVoice, snagVoice } from "./voice-acts.ts";

/** Kinds of acts that are possible without a connection. A new kind is declared once and listed here: docs/decisions/outbox.md. */
const all: readonly AnyKind[] = [
  newSnag,
  snagChange,
  snagComment,
  snagPhoto,
  snagVoice,
  diaryChange,
  diaryPhoto,
  diaryVoice,
  roomPosition,
  projectPhoto,
  progressEntry,
  spotSkip,
];

export const actKinds: ReadonlyMap<string, AnyKind> = new Map(all.map((kind) => [kind.kind, kind]));
