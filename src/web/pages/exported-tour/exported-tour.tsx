import { useEffect, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { roomIn } from "./addresses.ts";
import { type ExportData, findRoom, type RoomInTour } from "./data.ts";
import { cardId, Overview } from "./overview.tsx";
import { Pictures } from "./pictures.ts";
import { Walk } from "./walk.tsx";
import { speakerOf, type TourSpeaker } from "./words.ts";

const onHash = (changed: () => void) => {
  addEventListener("hashchange", changed);
  return () => removeEventListener("hashchange", changed);
};

/** The whole page: the project, or one room of it. The URL's `#` fragment selects which, so that Back works. */
export function ExportedTour({ data }: { data: ExportData }) {
  const [language, setLanguage] = useState(data.language);
  const [pictures] = useState(() => new Pictures());
  const speaker = useMemo(() => speakerOf(language), [language]);
  const hash = useSyncExternalStore(onHash, () => location.hash);
  const place = useMemo(() => placeAt(data, hash), [data, hash]);
  usePageSays(data, place, speaker);
  useWayBack(place);
  const changeLanguage = () => setLanguage(language === "en" ? "ar" : "en");
  if (place === undefined) return <Overview data={data} speaker={speaker} onLanguage={changeLanguage} />;
  return (
    <Walk
      key={place.visit.id}
      place={place}
      speaker={speaker}
      pictures={pictures}
      onLanguage={changeLanguage}
    />
  );
}

function placeAt(data: ExportData, hash: string): RoomInTour | undefined {
  const id = roomIn(hash);
  return id === undefined ? undefined : findRoom(data, id);
}

/** Sets title, language and direction of the document. */
function usePageSays(data: ExportData, place: RoomInTour | undefined, speaker: TourSpeaker): void {
  const { name } = data.project;
  useLayoutEffect(() => {
    document.documentElement.lang = speaker.language;
    document.documentElement.dir = speaker.direction;
    document.title = place ? `${place.room.name} · ${name}` : name;
  }, [name, place, speaker]);
}

/** On return from a room, restores the scroll position and focuses that room. */
function useWayBack(place: RoomInTour | undefined): void {
  const scroll = useRef(0);
  const room = useRef<number>(undefined);
  const isOverview = place === undefined;
  useEffect(() => {
    if (!isOverview) return;
    const keep = () => {
      scroll.current = scrollY;
    };
    // Read before the room replaces the page.
    addEventListener("hashchange", keep, { capture: true });
    return () => removeEventListener("hashchange", keep, { capture: true });
  }, [isOverview]);
  useEffect(() => {
    if (place !== undefined) {
      room.current = place.room.id;
      return;
    }
    if (room.current === undefined) return;
    scrollTo(0, scroll.current);
    document.getElementById(cardId(room.current))?.focus({ preventScroll: true });
  }, [place]);
}
