import { useCallback, useEffect, useRef, useState } from "react";
import { useSettings } from "#web/lib/session.ts";
import { moved } from "#web/ui/sort-keys.ts";
import { inspectPicture } from "./inspect-picture.ts";
import type { PixelSize } from "./jpeg-size.ts";
import {
  defaultPictureLimits,
  type PictureLimits,
  type Refusal,
  refused as refusedOf,
  roomNameOf,
  takeFirst,
} from "./picture-rules.ts";
import { abandonPreviews, makePreview } from "./previews.ts";

/** A selected picture, during or after the checks. */
export interface PickedRoom {
  readonly key: string;
  readonly file: File;
  readonly name: string;
  /** Null while it is being checked. */
  readonly size: PixelSize | null;
  /** URL of its preview, while there is one. */
  readonly preview: string | null;
}

export interface RefusedPicture {
  readonly key: string;
  readonly fileName: string;
  readonly reason: Refusal | string;
}

/** The result of a check. */
interface Found extends Pick<PickedRoom, "key" | "size" | "preview"> {
  readonly fileName: string;
  readonly reason: Refusal | null;
}

/** From this length on, a list is too long to be rendered at every step. */
export const manyRooms = 50;

let made = 0;
const nextKey = () => `picked-${++made}`;
const isSame = (a: File, b: File) =>
  a.name === b.name && a.size === b.size && a.lastModified === b.lastModified;

/** The limits of the settings; the contract's limits until they are loaded. */
export function usePictureLimits(): PictureLimits {
  const limits = useSettings()?.limits;
  return limits === undefined
    ? defaultPictureLimits
    : { megabytes: limits.visit_image_megabytes, files: limits.visit_files };
}

/**
 * The pictures of a visit before they are sent. `already`: number of rooms that the visit has; `firstName`: name of the
 * first picture, instead of its file's.
 */
export function usePickedRooms(limits: PictureLimits, already = 0, firstName = "") {
  const [rooms, setRooms] = useState<readonly PickedRoom[]>([]);
  const [refused, setRefused] = useState<readonly RefusedPicture[]>([]);
  const [isCut, setIsCut] = useState(false);
  const previews = useRef(new Map<string, string>());
  // Checks finish in any order; each must see the current list, not the one of its start.
  const current = useRef(rooms);
  useEffect(() => {
    current.current = rooms;
  });

  useEffect(() => {
    const made = previews.current;
    return () => {
      for (const address of made.values()) URL.revokeObjectURL(address);
      made.clear();
      abandonPreviews();
    };
  }, []);

  const forget = useCallback((key: string) => {
    const address = previews.current.get(key);
    if (address !== undefined) URL.revokeObjectURL(address);
    previews.current.delete(key);
    setRooms((before) => before.filter((room) => room.key !== key));
  }, []);

  // Batches results: five hundred results one by one would render five hundred rows as many times.
  const found = useRef<Found[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function show(): void {
    timer.current = undefined;
    const news = new Map(found.current.splice(0).map((one) => [one.key, one]));
    const bad = [...news.values()].flatMap(({ key, fileName, reason }) =>
      reason === null ? [] : [{ key, fileName, reason }],
    );
    if (bad.length > 0) setRefused((before) => [...before, ...bad]);
    setRooms((before) =>
      before.flatMap((room) => {
        const one = news.get(room.key);
        if (one === undefined) return [room];
        return one.reason === null ? [{ ...room, size: one.size, preview: one.preview }] : [];
      }),
    );
  }

  function tell(one: Found): void {
    found.current.push(one);
    timer.current ??= setTimeout(show, current.current.length > manyRooms ? 1000 : 0);
  }

  /** First the fast checks, so that it can be sent; then the preview, which needs the picture decoded. */
  async function inspect({ key, file }: PickedRoom): Promise<void> {
    const none = { key, fileName: file.name, size: null, preview: null };
    const inspection = await inspectPicture(file, limits);
    if (inspection.refusal !== null) return tell({ ...none, reason: inspection.refusal });
    const { size } = inspection;
    tell({ ...none, size, reason: null });
    const preview = await makePreview(file);
    if ("blob" in preview) {
      const address = URL.createObjectURL(preview.blob);
      previews.current.set(key, address);
      tell({ ...none, size, preview: address, reason: null });
    } else if (preview.problem === "unreadable") tell({ ...none, reason: refusedOf("IMAGE_UNREADABLE") });
  }

  /** `turnedAway`: files that the drop zone itself rejected, with its message. */
  function add(files: readonly File[], turnedAway: readonly { file: File; reason: string }[] = []): void {
    const fresh = files.filter((file) => !current.current.some((room) => isSame(room.file, file)));
    const { taken, isCut } = takeFirst(fresh, already + current.current.length, limits.files);
    const isEmpty = current.current.length === 0;
    const picked = taken.map((file, at) => ({
      key: nextKey(),
      file,
      name: (isEmpty && at === 0 && firstName) || roomNameOf(file.name),
      size: null,
      preview: null,
    }));
    setIsCut(isCut);
    setRefused(turnedAway.map(({ file, reason }) => ({ key: nextKey(), fileName: file.name, reason })));
    setRooms((before) => [...before, ...picked]);
    for (const room of picked) void inspect(room);
  }

  return {
    rooms,
    refused,
    /** Some of the last selected files exceeded the limit. */
    isCut,
    isChecking: rooms.some(({ size }) => size === null),
    add,
    remove: forget,
    rename: (key: string, name: string) =>
      setRooms((before) => before.map((room) => (room.key === key ? { ...room, name } : room))),
    move: (from: number, to: number) => setRooms((before) => moved(before, from, to)),
    clear: () => {
      for (const { key } of current.current) forget(key);
      setRefused([]);
      setIsCut(false);
    },
  };
}

export type PickedRooms = ReturnType<typeof usePickedRooms>;
