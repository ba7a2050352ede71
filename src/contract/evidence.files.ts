import type { EvidenceFile } from "./evidence.ts";

/** The beginning of the ids of voice notes among the files of a snag or of a day of the diary. */
export const voicePrefix = "voice ";
export const isVoice = (id: string): boolean => id.startsWith(voicePrefix);

/** The key of the text that says why the stored bytes are not those of the upload. */
export const notOriginal = ({ id, came }: Pick<EvidenceFile, "id" | "came">) =>
  isVoice(id) ? "not_original_voice" : came === null ? "not_original_unknown" : "not_original";
