import { useEffect, useRef, useState } from "react";
import { checkFile, type FilmFacts, type FilmLimits, type FilmRefusal } from "./film-rules.ts";
import { type JudgeStep, judgeFilm, Refused } from "./judge-film.ts";

/** A selected video, during or after the checks. */
export interface PickedFilm {
  readonly file: File;
  /** `null`: it has passed and its thumbnail is drawn. */
  readonly step: JudgeStep | null;
  readonly facts: FilmFacts | null;
  readonly still: File | null;
  /** URL of the thumbnail, for display. */
  readonly preview: string | null;
}

/** The one video of the form. A rejected file is cleared at once, and the reason stays until another is selected. */
export function useFilm(limits: FilmLimits) {
  const [film, setFilm] = useState<PickedFilm | null>(null);
  const [refusal, setRefusal] = useState<FilmRefusal | null>(null);
  const [isCut, setIsCut] = useState(false);
  const [tries, setTries] = useState(0);
  const running = useRef<AbortController | null>(null);
  const preview = useRef<string | null>(null);

  useEffect(
    () => () => {
      running.current?.abort();
      if (preview.current !== null) URL.revokeObjectURL(preview.current);
    },
    [],
  );

  function clear(): void {
    running.current?.abort();
    running.current = null;
    if (preview.current !== null) URL.revokeObjectURL(preview.current);
    preview.current = null;
    setFilm(null);
  }

  async function choose(files: readonly File[]): Promise<void> {
    const [file] = files;
    if (file === undefined) return;
    clear();
    setRefusal(null);
    setTries((before) => before + 1);
    setIsCut(files.length > 1);
    const early = checkFile(file, limits);
    if (early !== null) return setRefusal(early);
    const stop = new AbortController();
    running.current = stop;
    const plain = { file, facts: null, still: null, preview: null };
    try {
      const judged = await judgeFilm(
        file,
        limits,
        (step) => !stop.signal.aborted && setFilm({ ...plain, step }),
        stop.signal,
      );
      if (stop.signal.aborted) return;
      preview.current = judged.still === null ? null : URL.createObjectURL(judged.still);
      setFilm({ file, step: null, preview: preview.current, ...judged });
    } catch (error) {
      if (stop.signal.aborted) return;
      clear();
      if (error instanceof Refused) setRefusal(error.refusal);
      else throw error;
    }
  }

  function remove(): void {
    clear();
    setRefusal(null);
    setIsCut(false);
  }

  /** `tries` changes with every selection, so that the field can be an empty one again. */
  return { film, refusal, isCut, tries, choose, remove };
}

export type Film = ReturnType<typeof useFilm>;
